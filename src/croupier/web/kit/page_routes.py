"""Routes of pages: what changes something comes from a page of ours, whichever page it is."""

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Depends

from croupier.web.kit import guard

Answers = TypeVar("Answers", bound=Callable[..., Any])


class Pages(APIRouter):
    """The pages of a room. Their forms hold a token, which is looked at before anything else is."""

    def __init__(self) -> None:
        super().__init__(include_in_schema=False)

    def post(self, path: str, **more: Any) -> Callable[[Answers], Answers]:
        return super().post(path, dependencies=[Depends(guard.check_forgery)], **more)
