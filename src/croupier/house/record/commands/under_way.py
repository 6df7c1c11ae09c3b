"""Which command is under way where something is logged: set where one is taken, read where a line is written.

It is the name under which the command is filed, never the caller's own where that is worth money (`unseen`).
"""

from contextvars import ContextVar

COMMAND: ContextVar[str] = ContextVar("command", default="")
