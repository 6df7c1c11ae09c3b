"""What a figure follows from: a digest of the code that is reached from a function or constant, by its meaning.

Comments, docstrings, annotations, layout, the order of definitions, the names of functions, classes and modules and the
ways of importing them are no part of it. A definition counts where something that counts mentions it; a method, or a
constant of a class in capitals, where something that counts mentions an attribute of that name. What is mentioned is
found in the sources alone: nothing is imported, so that who only looks a figure up loads nothing that counts.
"""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

PROJECT = "croupier"
SOURCES = Path(__file__).resolve().parent.parent
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINES = (*FUNCTIONS, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.AugAssign)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef, *COMPREHENSIONS)
NAMED = (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
UNSAID = ("type_comment", "kind", "ctx", "annotation", "returns", "type_params")
LATER = (f"{PROJECT}.odds.analysis", "later")  # names what is loaded for other questions than an edge

Symbol = tuple[str, str]  # a module and a name in it; no name: the module itself
Member = tuple[str, str, str]  # ... and the name of a method or constant of that class
Part = Symbol | Member
NOWHERE: Mapping[Part, str] = {}
Meant = Callable[[Member, ast.stmt], bool]  # whether a member of a class counts, where its name is mentioned


class Said(msgspec.Struct, frozen=True):
    """What a definition says, but for its own name."""

    text: bytes  # a digest, in which what is mentioned has numbers
    mentions: tuple[Symbol, ...] = ()  # in this order
    attributes: frozenset[str] = frozenset()


class Module(msgspec.Struct, frozen=True):
    """A source as the names that it defines and those that it imports."""

    name: str
    package: str
    defined: dict[str, list[ast.stmt]]  # a name -> the statements that make it what it is
    imported: dict[str, Symbol]
    has_global: bool  # some function of it may bind a name of the module


# ------------------------------------------------------------------------------------------- what is reached


def _always(part: Member, statement: ast.stmt) -> bool:
    return True


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def reached(roots: Iterable[Part], stops: Mapping[Part, str] = NOWHERE, meant: Meant = _always) -> dict[Part, Said]:
    """All that counts from these roots, in the order in which it is met.

    A definition among the `stops` counts by its name there alone, a member of a class that is not `meant` not at all.
    """
    found: dict[Part, Said] = {}
    waiting = list(roots)
    classes: list[Symbol] = []
    attributes: set[str] = set()
    while waiting:
        for part in waiting:  # grows as it is walked
            if part in found:
                continue
            found[part] = said = _by_name(stops[part]) if part in stops else said_of(part)
            attributes |= said.attributes
            waiting.extend(said.mentions)
            if len(part) == 2 and part not in stops and members(part):
                classes.append(part)
        waiting = [
            member
            for each in classes
            for name, statements in members(each).items()
            if (member := (*each, name)) not in found
            and (name in attributes or _is_special(name))
            and meant(member, statements[-1])
        ]
    return found


def digest(roots: Iterable[Part], stops: Mapping[Part, str] = NOWHERE, meant: Meant = _always) -> str:
    """What is reached as one number: the same however its parts are called and wherever they stand."""
    found = reached(roots, stops, meant)
    number = {part: place for place, part in enumerate(found)}
    total = hashlib.sha256()
    for part, said in found.items():
        of_class = number.get((part[0], part[1])) if len(part) == 3 else None
        total.update(said.text + repr((of_class, [number[other] for other in said.mentions])).encode())
    return total.hexdigest()[:24]


def _by_name(name: str) -> Said:
    return Said(hashlib.sha256(name.encode()).digest())


# --------------------------------------------------------------------------------------------- where it stands


@functools.cache
def path_of(module: str) -> Path | None:
    """The file of a module of this project."""
    first, *rest = module.split(".")
    if first != PROJECT:
        return None
    place = SOURCES.joinpath(*rest)
    paths = (place / "__init__.py", *([place.with_suffix(".py")] if rest else []))
    return next((path for path in paths if path.is_file()), None)


@functools.cache
def module_of(name: str) -> Module | None:
    """A module by its name, read; none where it is not of this project."""
    path = path_of(name)
    if path is None:
        return None
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    text = path.read_text()
    module = Module(name, package, {}, {}, "global " in text)
    done_to = []
    for statement in ast.parse(text).body:
        module.imported.update(_imports(statement, package))
        if isinstance(statement, ast.Import | ast.ImportFrom) or _is_string(statement) or _is_for_types(statement):
            continue
        bound = set(_bound(statement)) - set(module.imported)
        for each in bound:
            module.defined.setdefault(each, []).append(statement)
        if not bound or not isinstance(statement, DEFINES):
            done_to.append(statement)
    for statement in done_to:  # what is done to a name at the module's level is part of it
        for each in {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} & set(module.defined):
            if statement not in module.defined[each]:
                module.defined[each].append(statement)
    return module


def _imports(tree: ast.AST, package: str) -> dict[str, Symbol]:
    """What a statement imports, but not what stands there for type checkers alone."""
    found: dict[str, Symbol] = {}
    for node in () if _is_for_types(tree) else _level(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                found[alias.asname or first] = (alias.name if alias.asname else first, "")
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            found.update({alias.asname or alias.name: (base, alias.name) for alias in node.names})
    return found


def _is_for_types(tree: ast.AST) -> bool:
    return isinstance(tree, ast.If) and isinstance(tree.test, ast.Name) and tree.test.id == "TYPE_CHECKING"


def is_defined(symbol: Symbol) -> bool:
    """Whether a module of this project defines such a name."""
    module = module_of(symbol[0])
    return module is not None and symbol[1] in module.defined


@functools.cache
def final(symbol: Symbol) -> Symbol:
    """A name followed through the modules that hand it on, to where it is defined."""
    module, name = symbol
    here = module_of(module)
    if not name or is_defined(symbol):
        return symbol
    if here is not None and here.imported.get(name, symbol) != symbol:
        return final(here.imported[name])
    return (f"{module}.{name}", "") if path_of(f"{module}.{name}") is not None else symbol


# ------------------------------------------------------------------------------------------------- what it says


@functools.cache
def members(symbol: Symbol) -> dict[str, list[ast.stmt]]:
    """The parts of a class that count by their names; of an enumeration, whose members are walked through, none."""
    module = module_of(symbol[0])
    found: dict[str, list[ast.stmt]] = {}
    for statement in module.defined.get(symbol[1], []) if module else []:
        if isinstance(statement, ast.ClassDef) and not _is_enumeration(statement):
            for part in statement.body:
                if name := _member_name(part):
                    found.setdefault(name, []).append(part)
    return found


def _is_enumeration(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith(("Enum", "Flag")) for base in node.bases)


def _member_name(part: ast.stmt) -> str:
    if isinstance(part, FUNCTIONS):
        return part.name
    targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
    if len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id.isupper():
        return targets[0].id
    return ""


@functools.cache
def said_of(part: Part) -> Said:
    """What a definition says; one of another package, or made in a way that cannot be followed, says its name."""
    module = module_of(part[0])
    if module is None or (part[1] and part[1] not in module.defined):
        return _by_name(".".join(part))
    reader = Reader(module)
    if len(part) == 3:
        of_class = members(part[:2])
        reader.scopes.append(Scope(dict.fromkeys(of_class), of_class=True))
        for statement in of_class[part[2]]:
            reader.write(statement)
    elif part[1]:
        reader.own, reader.members = part[1], members(part)
        for statement in module.defined[part[1]]:
            reader.write(statement)
    else:  # a module that is handed on as a whole
        for name in module.defined:
            reader.mention((module.name, name))
    return Said(reader.text.digest(), tuple(reader.mentions), frozenset(reader.attributes))


class Scope(msgspec.Struct, frozen=True):
    """The names that a function, class or comprehension binds, with what they import."""

    bound: dict[str, Symbol | None]
    of_class: bool = False  # its names are not seen by the functions within


class Reader:
    """Writes the meaning of statements of a module into a digest, and notes what they mention."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.own = ""  # the name that is being defined
        self.members: Collection[str] = ()  # parts of its class that count by themselves
        self.text = hashlib.sha256()
        self.mentions: dict[Symbol, int] = {}
        self.attributes: set[str] = set()
        self.scopes: list[Scope] = []

    def say(self, word: str) -> None:
        self.text.update(word.encode() + b"\0")

    def mention(self, symbol: Symbol) -> None:
        if path_of(symbol[0]) is not None:
            self.say(f"@{self.mentions.setdefault(symbol, len(self.mentions))}")
        else:
            self.say(".".join(filter(None, symbol)))

    def write(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Pass) or _is_string(node):
            return
        symbol = self._symbol(node)
        if symbol is not None:
            self.mention(symbol)
            return
        if isinstance(node, ast.Call) and self._symbol(node.func) == LATER:
            self.say("later")
            return
        self.say(type(node).__name__)
        if isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
        elif isinstance(node, ast.Name):
            if self.scopes and self.scopes[-1].of_class:
                self.attributes.add(node.id)  # one constant of a class made of another
            self.say("" if node.id == self.own and not self.scopes else node.id)
            return
        self._write_fields(node)
        self.say(".")

    def _write_fields(self, node: ast.AST) -> None:
        of_module = not self.scopes
        if isinstance(node, SCOPES):
            self.scopes.append(_scope(node, self.module))
        for field, value in ast.iter_fields(node):
            if field in UNSAID or value in (None, []):
                continue
            if field == "name" and of_module and isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                continue  # a definition of the module is known by what it says
            self.say(field)
            for each in value if isinstance(value, list) else [value]:
                if not isinstance(each, ast.AST):
                    self.say(repr(each))
                elif not (of_module and isinstance(each, ast.stmt) and _member_name(each) in self.members):
                    self.write(each)
        if isinstance(node, SCOPES):
            self.scopes.pop()

    def _symbol(self, node: ast.AST) -> Symbol | None:
        """What a name, or a name in a module, stands for; none where it is a local one, or a builtin."""
        if isinstance(node, ast.Name):
            for scope in reversed(self.scopes):
                if node.id in scope.bound and (scope is self.scopes[-1] or not scope.of_class):
                    local = scope.bound[node.id]
                    return None if local is None else final(local)
            if node.id in self.module.defined:
                return None if node.id == self.own and not self.scopes else (self.module.name, node.id)
            return final(self.module.imported[node.id]) if node.id in self.module.imported else None
        if isinstance(node, ast.Attribute):
            within = self._symbol(node.value)
            if within is None or within[1]:
                return None
            if module_of(within[0]) is None:
                return f"{within[0]}.{node.attr}", ""  # of another package
            return final((within[0], node.attr))
        return None


def _is_string(node: ast.AST) -> bool:
    """A docstring, or a string that nothing is done with."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


# ------------------------------------------------------------------------------------------------------- scopes


def _scope(node: ast.AST, module: Module) -> Scope:
    """What is bound where a scope begins."""
    bound: dict[str, Symbol | None] = {}
    if isinstance(node, (*FUNCTIONS, ast.Lambda)):
        arguments = node.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
            if each is not None:
                bound[each.arg] = None
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        for statement in node.body:
            bound.update(dict.fromkeys(_bound(statement)))
            bound.update(_imports(statement, module.package))
        if module.has_global:
            outer = {name for inner in _walk(node) if isinstance(inner, ast.Global) for name in inner.names}
            bound = {name: of for name, of in bound.items() if name not in outer}
    if isinstance(node, COMPREHENSIONS):
        for generator in node.generators:
            bound.update(dict.fromkeys(_bound(generator.target)))
    return Scope(bound, isinstance(node, ast.ClassDef))


def _level(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement that are in its own scope; a function or class within it stands for itself."""
    return _walk(tree, SCOPES)


def _walk(tree: ast.AST, but: tuple[type[ast.AST], ...] = ()) -> Iterator[ast.AST]:
    """The nodes of a tree, but nothing within some kinds of them. Whole modules are walked: this takes half as long as
    what the library has for it."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) in but:
            continue
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                waiting.extend(each for each in reversed(value) if isinstance(each, ast.AST))
            elif isinstance(value, ast.AST) and field != "ctx":
                waiting.append(value)


def _bound(tree: ast.AST) -> Iterator[str]:
    """The names that a statement binds in its scope."""
    for node in _level(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, NAMED) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
