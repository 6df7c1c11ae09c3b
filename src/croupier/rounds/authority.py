"""Who may answer what: a matter of the way of dealing, apart from whether the answer is legal."""

from croupier.rounds import acts
from croupier.rounds.acts import Act, By
from croupier.rounds.refusal import NotAllowed
from croupier.rounds.requests import PLAYERS, Amount, Arrange, Betting, Decide, Do, Meter, Request, Together
from croupier.rounds.table import Table

RANK = {"player": 0, "dealer": 1, "supervisor": 2, "manager": 3}
ROLES = (*RANK, "chance")


def authorise(table: Table, by: By, request: Request, answer: Act) -> None:
    """Raise NotAllowed unless `by` may give this answer to this request."""
    if by.role not in ROLES:
        raise NotAllowed(f"no role {by.role!r}; there are {', '.join(ROLES)}")
    if type(request) is Betting:
        _betting(table, by, answer)
    elif isinstance(request, PLAYERS):
        _decision(table, by, request, answer)
    elif isinstance(request, Do):
        _at_least(by, request.by)
    elif isinstance(request, Meter):
        if by.role not in ("chance", "supervisor", "manager", "dealer"):
            raise NotAllowed("a meter is read by the system, the dealer or a supervisor")
    elif table.electronic:
        if by.role != "chance":
            raise NotAllowed("at an electronic table the shuffler, the dice and the wheel answer, not people")
    else:
        _at_least(by, "dealer")


def at_stations(table: Table) -> bool:
    """Whether patrons wager and decide at stations of their own although a dealer deals."""
    return bool(table.posting.get("wagers-at") == "station")


def _betting(table: Table, by: By, answer: Act) -> None:
    if type(answer) is acts.Close:
        if by.role != "chance":
            _at_least(by, "dealer")
    elif type(answer) is acts.Sit:
        if by.role == "player" and by.name != answer.patron:
            raise NotAllowed("a patron sits down for himself")
    elif isinstance(answer, acts.BETTING):
        _own_position(table, by, answer.position)
    if by.role == "dealer" and at_stations(table) and isinstance(answer, (acts.Sit, acts.Buy, acts.Bet)):
        raise NotAllowed("wagers and buy-ins are made at the station", table.posting.clause("wagers-at"))


def _decision(table: Table, by: By, request: Decide | Amount | Arrange | Together, answer: Act) -> None:
    if type(request) is Decide and request.by != "player":
        _at_least(by, request.by)
        return
    position: int = getattr(answer if type(request) is Together else request, "position", 0)
    if position == 0:
        _at_least(by, "dealer")
    elif by.role == "player":
        _own_position(table, by, position)
    elif (table.electronic or at_stations(table)) and by.role == "dealer":
        raise NotAllowed("at an electronic table the player decides at his station")
    else:
        _at_least(by, "dealer")


def _own_position(table: Table, by: By, position: int) -> None:
    if by.role == "player" and table.position(position).patron != by.name:
        raise NotAllowed(f"position {position} is not yours")


def _at_least(by: By, role: str) -> None:
    if RANK.get(by.role, -1) < RANK[role]:
        raise NotAllowed(f"this is for the {role}" + (" or above" if role != "manager" else ""))
