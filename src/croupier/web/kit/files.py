"""What a browser keeps as a file, and under which name."""

import re

UNFIT = re.compile(r"[^A-Za-z0-9 ._@()+-]+")
NAME_CHARS = 120


def kept_as(name: str, how: str = "attachment") -> dict[str, str]:
    """The header that names a file: in plain letters whatever it is called in the record, for no header has others."""
    return {"content-disposition": f'{how}; filename="{UNFIT.sub("-", name)[-NAME_CHARS:]}"'}
