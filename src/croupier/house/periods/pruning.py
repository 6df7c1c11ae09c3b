"""What a house need not keep for ever, taken away on the record.

Evidence stays: the book, the log, journals, papers, seals and every row under them are what proofs walk. What may go is
what nothing is proved by: sessions that have ended, with the names of browsers; wrong guesses, with their addresses;
challenges of security keys; caches of journals that are closed. The log says what went.
"""

import msgspec
from sqlalchemy import and_, delete, or_, select

from croupier.house.people.persons import SYSTEM
from croupier.house.record import audit_log, schema
from croupier.house.record.clock import Sources
from croupier.house.record.desk import using
from croupier.house.record.errors import Refused
from croupier.house.record.writer import Tx, Writer

ACT, SUBJECT = "prune", "what need not be kept"  # in the log of people


class Pruned(msgspec.Struct, frozen=True):
    sessions: int
    guesses: int
    challenges: int
    caches: int

    @property
    def words(self) -> str:
        return (
            f"{self.sessions:,} sessions, {self.guesses:,} wrong guesses, {self.challenges:,} challenges of security "
            f"keys, {self.caches:,} caches of closed journals"
        )


def prune(writer: Writer, sources: Sources, before_us: int, day: str) -> Pruned:
    """Take away what ended before a moment that has passed; what that was is in the log."""
    if before_us > sources.now_us():
        raise Refused(f"{day} has not begun.", "Only what has ended is taken away.")
    return writer.run(using(_prune_in, sources, before_us, day))


def _prune_in(tx: Tx, sources: Sources, before_us: int, day: str) -> Pruned:
    session, guess, challenge = schema.session, schema.sign_in_failure, schema.key_challenge
    over = or_(session.c.expires_us < before_us, session.c.ended_us < before_us)
    head = schema.journal_head.c
    closed = select(head.id).where(and_(head.closed_us.is_not(None), head.closed_us < before_us))
    gone = [
        tx.conn.execute(delete(table).where(where)).rowcount
        for table, where in (
            (session, over),
            (guess, guess.c.at_us < before_us),
            (challenge, challenge.c.until_us < before_us),
            (schema.checkpoint, schema.checkpoint.c.journal_id.in_(closed)),
        )
    ]
    done = Pruned(*gone)
    audit_log.log(tx, sources.now_us(), SYSTEM, ACT, SUBJECT, "done", f"from before {day}: {done.words}")
    return done
