"""What a server says of itself: lines for people, or JSON for the programs that gather them, with the command's id.

In the JSON form every act that somebody asks for is a line, too: method, path, answer, how long it took, and the id of
the command, which stands in the record beside what it did.
"""

import logging
import sys
import time

import msgspec

from croupier.house.record.commands.under_way import COMMAND

TEXT, JSON = "text", "json"
ALONG = ("method", "path", "status", "ms")  # what a line of a request has beside its words


class JsonLines(logging.Formatter):
    """One object a line: time (UTC), level, logger, message, and what is known beside."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        command = getattr(record, "command", "") or COMMAND.get()
        if command:
            line["command"] = command
        line |= {name: getattr(record, name) for name in ALONG if hasattr(record, name)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def arrange(form: str) -> None:
    """From here on this process logs in this form, to the standard error output."""
    if form != JSON:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if not name else []
        logger.propagate = bool(name)
    logging.getLogger("croupier").setLevel(logging.INFO)
