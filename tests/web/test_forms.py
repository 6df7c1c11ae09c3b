"""What is typed into a form is read in one way and refused in one set of words."""

import datetime
from typing import Any

import pytest

from croupier.house.record.errors import Refused
from croupier.web.kit import forms


def said(read: Any, given: str, *more: Any) -> str:
    with pytest.raises(Refused) as refused:
        read({"field": given}, "field", *more)
    return refused.value.says


@pytest.mark.parametrize(
    ("given", "cents"), [("25", 2500), (" $25 ", 2500), ("2.50", 250), ("$1,000", 100_000), ("0", 0)]
)
def test_money_is_written_as_people_write_it(given: str, cents: int) -> None:
    assert forms.cents_of({"amount": given}) == cents


def test_a_wrong_amount_is_repeated_with_its_field_and_with_what_is_expected() -> None:
    assert said(forms.cents_of, "much") == "'much' is no amount of money. Write 25, $25, 2.50 or $1,000."
    assert said(forms.cents_of, "-5", "Fee") == "Fee: '-5' is no amount of money. Write 25, $25, 2.50 or $1,000."
    assert said(forms.cents_of, "9" * 300).startswith(f"'{'9' * 40}…' is no amount")


def test_an_empty_amount_is_missing_unless_it_has_a_meaning() -> None:
    assert said(forms.cents_of, " ") == "The amount of money is missing. Write 25, $25, 2.50 or $1,000."
    assert said(forms.cents_of, "", "Fee").startswith("Fee is missing.")
    assert forms.cents_of({"amount": ""}, empty=0) == 0
    assert forms.cents_of({}, empty=0) == 0


def test_counts_and_days() -> None:
    assert forms.count_of({"field": " 12 "}, "field") == 12
    assert forms.count_of({}, "field") == 0
    assert said(forms.count_of, "many", "Seats") == "Seats: 'many' is no number. Write a whole number up to 99,999."
    assert "up to 99,999" in said(forms.count_of, "100000")
    assert forms.day_of({"field": "2025-02-26"}, "field") == datetime.date(2025, 2, 26)
    assert said(forms.day_of, "soon") == "'soon' is no date. Write it as 2025-02-26."
    assert said(forms.day_of, "", "The day of the approval").startswith("The day of the approval is missing.")
