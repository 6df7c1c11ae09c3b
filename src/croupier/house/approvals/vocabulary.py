"""What a book on the approval of rules says: who votes, on which routes, and through which stages a case goes."""

from croupier.rulebook.shapes import ListOf, Span, TimeOfDay
from croupier.rulebook.vocabulary import Vocabulary

BY_MEMBERS, BY_VOTES = "majority-of-members", "majority-of-votes"
APPROVALS = Vocabulary(
    stages=("submitted", "approved", "requested", "polled", "decided", "noticed", "recorded"),
    settings={
        "members": Span(1),
        "votes": ListOf(str, least=2),
        "carried-by": (BY_MEMBERS, BY_VOTES),
    },
    optional={
        "deadline": TimeOfDay(),
        "route": ("agenda", "e-poll"),
        "session": ("open", "executive"),
        "motion": ("accept-as-information", "other"),
    },
)
