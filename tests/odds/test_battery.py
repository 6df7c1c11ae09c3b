"""The battery passes fair sources, catches unfair ones, and its p-values are what they claim."""

import numpy as np
import pytest
import scipy.special
import scipy.stats

from croupier.odds.randomness import battery
from croupier.odds.randomness import tests as rt

RNG_SEED = 20_240_611


@pytest.fixture
def rng():
    return np.random.default_rng(RNG_SEED)


@pytest.mark.parametrize(("a", "x"), [(0.5, 0.1), (3, 2.5), (18.5, 40), (1300.5, 1250), (1300.5, 1400), (2, 80)])
def test_incomplete_gamma_agrees_with_scipy(a, x):
    assert rt.gamma_upper(a, x) == pytest.approx(scipy.special.gammaincc(a, x), rel=1e-10, abs=1e-300)


def test_tails_agree_with_scipy():
    assert rt.chi_square_tail(50.0, 37) == pytest.approx(scipy.stats.chi2.sf(50, 37), rel=1e-10)
    assert rt.normal_two_sided(-2.2) == pytest.approx(2 * scipy.stats.norm.sf(2.2), rel=1e-12)
    assert rt.smallest_of([0.5, 0.01]) == pytest.approx(1 - 0.99**2)


def test_p_values_of_a_fair_source_are_uniform(rng):
    """300 short roulette records: each test's p-values spread evenly between none and one."""
    chances = np.full(38, 1 / 38)
    rows = [[f.p_value for f in battery.independent(rng.integers(0, 38, 4000), chances)] for _ in range(300)]
    for test in np.array(rows).T:
        assert scipy.stats.kstest(test, "uniform").pvalue > 1e-4


def test_position_and_neighbour_tests_are_calibrated(rng):
    p = []
    for _ in range(200):
        deals = rng.permuted(np.tile(np.arange(52), (300, 1)), axis=1)
        p.append([rt.positions(deals).p_value, rt.neighbours(deals).p_value, rt.followers(deals).p_value])
    for test in np.array(p).T:
        assert scipy.stats.kstest(test, "uniform").pvalue > 1e-4


def test_fair_equipment_passes(rng):
    assert battery.examine(rng.integers(0, 38, 10_000), [1 / 38] * 38).passes
    assert battery.examine_dice(rng.integers(1, 7, (20_000, 2))).passes
    deals = rng.permuted(np.tile(np.arange(52), (2000, 1)), axis=1)
    assert battery.examine_shuffles(deals).passes


def test_a_tilted_wheel_is_caught(rng):
    chances = np.full(38, 1 / 38)
    chances[:6] *= 1.35
    values = rng.choice(38, 10_000, p=chances / chances.sum())
    report = battery.examine(values, [1 / 38] * 38)
    assert not report.passes
    assert "FAIL" in report.text() and "inspected" in report.text()


def test_a_source_that_remembers_is_caught(rng):
    values = rng.integers(0, 38, 10_000)
    sticky = rng.random(10_000) < 0.06
    values[1:][sticky[1:]] = values[:-1][sticky[1:]]
    report = battery.examine(values, [1 / 38] * 38)
    assert not report.passes
    assert any("serial" in f.name for f in report.findings if not f.passes(report.confidence))


def test_loaded_dice_are_caught(rng):
    rolls = rng.choice(6, (20_000, 2), p=[0.15, 0.17, 0.17, 0.17, 0.17, 0.17]) + 1
    assert not battery.examine_dice(rolls).passes


def test_three_riffles_are_not_a_shuffle(rng):
    def riffle(deck):
        cut = rng.binomial(52, 0.5)
        take = np.zeros(52, dtype=bool)
        take[rng.permutation(52)[:cut]] = True
        out = np.empty_like(deck)
        out[take], out[~take] = deck[:cut], deck[cut:]
        return out

    deals = []
    for _ in range(400):
        deck = np.arange(52)
        for _ in range(3):
            deck = riffle(deck)
        deals.append(deck)
    report = battery.examine_shuffles(np.array(deals))
    assert not report.passes
    assert any(f.name == "which card follows which" for f in report.findings if not f.passes(report.confidence))


# ------------------------------------------------------------------------------------- records


def test_records_of_a_property(tmp_path, rng):
    signs = list(battery.roulette_sections(True))
    spins = [signs[i] for i in rng.integers(0, 38, 12_000)]
    plain = tmp_path / "wheel.txt"
    plain.write_text("# table R1\n" + "\n".join(spins))
    report = battery.examine_file(plain)
    assert report.passes and report.outcomes == 12_000 and "double-zero" in report.subject
    table = tmp_path / "wheel.csv"
    table.write_text("time,number\n" + "\n".join(f"{i},{s}" for i, s in enumerate(spins)))
    assert battery.examine_file(table).findings == report.findings


def test_a_big_six_record_needs_its_wheel(tmp_path, rng):
    sections = {"$1": 23, "$2": 15, "$5": 8, "$10": 4, "$20": 2, "joker": 1, "logo": 1}
    signs = [sign.lstrip("$") for sign, n in sections.items() for _ in range(n)]
    path = tmp_path / "six.txt"
    path.write_text(" ".join(signs[i] for i in rng.integers(0, 54, 400)))
    report = battery.examine_file(path, sections=sections)
    assert report.passes and "at least 500" in report.remarks[0]
    with pytest.raises(ValueError, match="neither roulette numbers nor dice"):
        battery.examine_file(path)
    with pytest.raises(ValueError, match="sections"):
        battery.examine_file(path, kind="big-six")


def test_dice_and_card_records(tmp_path, rng):
    dice = tmp_path / "dice.txt"
    dice.write_text("\n".join(f"{a}-{b}" for a, b in rng.integers(1, 7, (3000, 2))))
    assert battery.examine_file(dice).passes
    from croupier.equipment.cards import card_names

    cards = tmp_path / "cards.txt"
    cards.write_text("\n".join(card_names(rng.permutation(52).tolist()) for _ in range(300)))
    assert battery.examine_file(cards, kind="cards").passes


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("", "auto", "no outcomes"),
        ("37 40 2", "single-zero", "does not show"),
        ("1 2 3", "single-zero", "at least 20"),
        ("1 2 3", "lottery", "no kind of record"),
        ("1-2 34", "dice", "no throw"),
    ],
)
def test_bad_records_get_a_clear_answer(tmp_path, text, kind, message):
    path = tmp_path / "bad.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        battery.examine_file(path, kind=kind)


def test_a_missing_column_is_named(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("time,number\n1,2\n")
    with pytest.raises(ValueError, match="no column 'ball'"):
        battery.examine_file(path, column="ball")
