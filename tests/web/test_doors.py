"""Pages and API are doors to the same services: what is done through one can be done through the other.

Read from the source: every method of the house that is given who acts (`by`, `proof` and the like), and from which
routes that change something it is reached. One that only programs or only people reach has its reason here.
"""

import ast
from functools import cache
from pathlib import Path

import croupier
from croupier.house.poker_room.procedures.desk import SLIPS
from croupier.web.poker.procedures import fields as paper_fields

SOURCE = Path(croupier.__file__).parent
CHANGING = {"post", "put", "delete", "patch"}
WHO = {"by", "who", "proof", "first", "badge", "patron"}
Place = tuple[Path, str]

BY_PEOPLE = {
    "new_token": "a program is given its token when it signs in",
    "place": "a coupon; a program lays one down as it makes any act at a table",
}
# What a form's answer shows again; programs ask for it by a GET, or send the same command once more.
SHOWN_AGAIN = {
    "ahead", "asked_before", "barred", "demo_purse", "inserted", "listed", "marked", "printed", "seat_of", "seen",
    "view",
}  # fmt: skip
# Slips of the poker room that are begun on its board, where the table lacks them.
ON_THE_BOARD = {"opening", "closing", "rack-count", "boxes"}


def test_what_a_program_can_do_people_can_do_on_a_page_and_the_other_way_round() -> None:
    programs, people = reached("api"), reached("pages")
    assert len(programs) > 100, "the routes of the API were not found"
    assert programs - people - SHOWN_AGAIN == set()
    assert people - programs - SHOWN_AGAIN == set(BY_PEOPLE)


def test_no_door_forbids_by_a_role_what_permissions_say() -> None:
    """Who may do something stands in one table: a page that looked at the leading role refused who has another beside
    it, and the API let him in."""
    found = []
    for file, tree in _trees("web"):
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and any(_is_role(one) for one in ast.walk(node.test)):
                raised = [one.exc for part in node.body for one in ast.walk(part) if isinstance(one, ast.Raise)]
                found += [f"{file.name}:{node.lineno}" for one in raised if one is None or "Forbidden" in ast.dump(one)]
    assert found == []


def _is_role(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and any(
        isinstance(one, ast.Attribute) and one.attr == "role" for one in (node.left, *node.comparators)
    )


def test_every_slip_of_the_poker_room_is_begun_on_a_page() -> None:
    assert set(SLIPS) - set(paper_fields.KINDS) == ON_THE_BOARD


def reached(door: str) -> set[str]:
    """The services that the changing routes of a door lead to, through whatever functions of the pages."""
    routes = [place for place, top in _defined().items() for one in top if door in _routers(one)]
    seen: set[Place] = set()
    found: set[str] = set()
    while routes:
        place = routes.pop()
        if place not in seen:
            seen.add(place)
            for top in _defined().get(place, ()):
                named, leads = _names(place[0], top)
                found |= named
                routes += leads
    return found & _services()


def _routers(top: ast.stmt) -> set[str]:
    """The routers at which a function answers to something that changes the house."""
    calls = (one.func for one in getattr(top, "decorator_list", ()) if isinstance(one, ast.Call))
    found = (one for one in calls if isinstance(one, ast.Attribute) and one.attr in CHANGING)
    return {one.value.id for one in found if isinstance(one.value, ast.Name)}


def _names(file: Path, top: ast.stmt) -> tuple[set[str], list[Place]]:
    """The attributes that a definition asks for, and the definitions of the pages that it leads to."""
    named, leads, imported = set(), [], _imported(file)
    for node in ast.walk(top):
        if isinstance(node, ast.Attribute):
            named.add(node.attr)
            if isinstance(node.value, ast.Name) and node.value.id in imported:
                leads.append((imported[node.value.id][0], node.attr))
        elif isinstance(node, ast.Name):
            leads.append(imported.get(node.id, (file, node.id)))
    return named, leads


@cache
def _services() -> set[str]:
    found = set()
    for _, tree in _trees("house"):
        for node in ast.walk(tree):
            for one in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and not one.name.startswith("_"):
                    given = [each.arg for each in one.args.args]
                    if WHO & set(given[1:3]) and not {"tx", "conn"} & set(given):
                        found.add(one.name)
    return found


@cache
def _defined() -> dict[Place, list[ast.stmt]]:
    found: dict[Place, list[ast.stmt]] = {}
    for file, tree in _trees("web"):
        for top in tree.body:
            for name in _called(top):
                found.setdefault((file, name), []).append(top)
    return found


def _called(top: ast.stmt) -> list[str]:
    if isinstance(top, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [top.name]
    targets = top.targets if isinstance(top, ast.Assign) else [top.target] if isinstance(top, ast.AnnAssign) else []
    return [one.id for one in targets if isinstance(one, ast.Name)]


@cache
def _imported(file: Path) -> dict[str, Place]:
    """What a module of the pages takes from others: a module, or a definition of one."""
    found = {}
    for node in ast.walk(dict(_trees("web"))[file]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier.web"):
            for one in node.names:
                own = _file(f"{node.module}.{one.name}")
                found[one.asname or one.name] = (own, "") if own.exists() else (_file(str(node.module)), one.name)
    return found


def _file(module: str) -> Path:
    path = SOURCE.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _trees(room: str) -> list[tuple[Path, ast.Module]]:
    return [(file, ast.parse(file.read_text("utf-8"))) for file in sorted((SOURCE / room).rglob("*.py"))]
