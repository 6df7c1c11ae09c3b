"""What several doors of the API take alike: chips by denomination, the code of a second factor."""

from typing import Annotated

from pydantic import Field

Chips = Annotated[
    dict[Annotated[int, Field(ge=1, le=10**9)], Annotated[int, Field(strict=True, ge=0, le=10**6)]],
    Field(max_length=20),
]


CODE = "Of the second factor, where the house wants one of the signer's role."
