"""Who may import whom, as docs/architecture.md draws it, read from the import statements themselves."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# For each package, the parts of `solver` that its modules may import, besides its own and those `BELOW`.
ALLOWED: dict[str, set[str]] = {
    "data": set(),
    "game": set(),
    "steps": {"game"},
    "model": {"game"},
    "advice": {"game", "model", "steps"},
    "show": {"game", "advice", "play"},
    "play": {"game", "advice", "batch"},
    "formats": {"game"},
    "batch": {"game", "model", "advice"},
    "puzzles": {"game", "model", "advice", "play", "batch"},
    "bench": {"data", "game", "model", "advice", "play", "puzzles", "batch"},
    "serve": {"game", "advice", "play"},
    "commands": {"data", "game", "advice", "show", "play", "batch", "puzzles", "bench", "formats", "serve"},
}

# Modules that everything may import.
BELOW = ("errors", "files", "deadline")

# What a package may import from outside at all, and what only inside a function because it is slow to import.
OUTSIDE: dict[str, set[str]] = {
    "model": {"ortools", "google"},
    "batch": {"tqdm"},
    "puzzles": {"tqdm"},
    "bench": {"tqdm", "numpy", "ortools"},
    "serve": {"anyio", "starlette", "uvicorn"},
    "commands": {"click"},
}
OUTSIDE_IN_FUNCTIONS: dict[str, set[str]] = {
    "batch": {"dask", "distributed"},
    "puzzles": {"tomlkit"},
    "bench": {"matplotlib", "rummikub_solver"},
    "show": {"matplotlib"},
    "serve": {"platformdirs", "segno"},
    "commands": {"segno", "starlette", "uvicorn"},
}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / "solver" / package).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path, *, in_functions: bool = True, for_types: bool = False) -> Iterator[str]:
    """The modules that a file imports; those for type checkers only are left out unless asked for."""

    def walk(nodes: list[ast.stmt], inside: bool) -> Iterator[str]:
        for node in nodes:
            if isinstance(node, ast.Import) and (in_functions or not inside):
                yield from (name.name for name in node.names)
            elif isinstance(node, ast.ImportFrom) and (in_functions or not inside):
                assert node.level == 0, f"{path}:{node.lineno}: a relative import"
                assert node.module is not None
                yield node.module
                yield from (f"{node.module}.{name.name}" for name in node.names if node.module == "solver")
            elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                yield from walk([*(node.body if for_types else []), *node.orelse], inside)
            else:
                inside_now = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                for _, value in ast.iter_fields(node):
                    if isinstance(value, list):
                        blocks = [part for part in value if isinstance(part, ast.stmt)]
                        handlers = [part for part in value if isinstance(part, ast.ExceptHandler | ast.match_case)]
                        yield from walk(blocks, inside_now)
                        for part in handlers:
                            yield from walk(part.body, inside_now)

    yield from walk(tree_of(path).body, False)


def part_of(name: str) -> str:
    """The part of `solver` that a module belongs to: `game` for `solver.game.tiles`; nothing for what
    `solver` itself hands out: inside the package each module says where a name is."""
    part = name.split(".")[1] if "." in name else ""
    return part if part in ALLOWED or part in BELOW else ""


def test_every_package_has_its_rule() -> None:
    found = {path.parent.name for path in (ROOT / "solver").glob("*/__init__.py")}
    assert found == set(ALLOWED)


@pytest.mark.parametrize("package", ALLOWED)
def test_packages_import_only_what_they_may(package: str) -> None:
    # The benchmark, the commands and the page stand above all others and may use `solver` as any script does.
    allowed = ALLOWED[package] | {package, *BELOW} | ({""} if package in ("bench", "commands", "serve") else set())
    for path in modules(package):
        for name in imports(path, for_types=True):
            if name.split(".")[0] == "solver":
                assert part_of(name) in allowed, f"{path} imports {name}"


@pytest.mark.parametrize("package", ALLOWED)
def test_packages_import_only_libraries_they_may(package: str) -> None:
    at_once = OUTSIDE.get(package, set())
    later = OUTSIDE_IN_FUNCTIONS.get(package, set())
    for path in modules(package):
        for name in imports(path):
            top = name.split(".")[0]
            assert top in {"solver"} | sys.stdlib_module_names | at_once | later, f"{path} imports {name}"
        for name in imports(path, in_functions=False):
            assert name.split(".")[0] not in later, f"{path} imports {name} outside of a function"


def test_nothing_is_imported_by_name() -> None:
    """`importlib.import_module` and `__import__` would go round the rules; `solver` itself stands above.

    The list of commands loads each when it is asked for, from its own package and no other.
    """
    commands = ROOT / "solver" / "commands" / "app.py"
    assert commands.read_text(encoding="utf-8").count("import_module(") == 1
    assert 'import_module(f"solver.commands.{' in commands.read_text(encoding="utf-8")
    for path in {ROOT / "cli.py", *(ROOT / "solver").glob("*/**/*.py")} - {commands}:
        tree = tree_of(path)
        words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not words & {"__import__", "importlib"}, path
        assert "importlib" not in set(imports(path)), path


def test_nothing_imports_the_command_line() -> None:
    """But the command line itself, `python -m solver`, and `cli.py`, which are a way into it."""
    entries = {ROOT / "solver" / "__main__.py", *modules("commands")}
    for path in set((ROOT / "solver").rglob("*.py")) - entries:
        assert not {name.split(".")[0] for name in imports(path)} & {"cli", "click"}, path
        assert not [name for name in imports(path) if part_of(name) == "commands"], path
    for path in (ROOT / "cli.py", ROOT / "solver" / "__main__.py"):
        assert {part_of(name) for name in imports(path)} == {"commands"}, path


def test_what_lies_below_everything_imports_nothing_of_it() -> None:
    assert set(imports(ROOT / "solver" / "errors.py")) == {"__future__", "sys"}
    assert set(imports(ROOT / "solver" / "files.py")) == {"__future__", "os", "stat", "typing", "solver.errors"}
    assert set(imports(ROOT / "solver" / "deadline.py")) == {"__future__", "time"}


def test_commands_import_what_is_slow_only_when_they_run() -> None:
    """At once only each other, the notations and the objectives, which are as light as `solver` itself."""
    for path in modules("commands"):
        light = ("solver.game.notation", "solver.game.objective")
        names = [name for name in imports(path, in_functions=False) if name not in light]
        at_once = {part_of(name) for name in names if name.split(".")[0] == "solver"}
        assert at_once <= {"commands", "errors", "formats"}, path


def test_each_command_is_one_module_and_one_line() -> None:
    from solver.commands.app import COMMANDS

    shared = {"__init__", "app", "asking", "completion", "loading", "options", "output"}
    assert {path.stem for path in modules("commands")} == {*COMMANDS, *shared}


def test_each_notation_has_the_same_parts_in_the_same_order() -> None:
    from solver.formats import FORMATS

    notations = {path.stem: path for path in modules("formats")}
    shared = {"__init__", "beside", "headings", "lines", "notations"}
    assert len(notations) == len(FORMATS) + len(shared)
    for name in notations.keys() - shared:
        named = [node.name for node in tree_of(notations[name]).body if isinstance(node, ast.FunctionDef)]
        assert [part for part in named if not part.startswith("_")] == ["read", "lost", "write"], name


def test_the_oracle_shares_no_code() -> None:
    """Its modules know the standard library, OR-Tools for the list of sets, and each other."""
    own = [path for path in (ROOT / "tests" / "oracle").glob("*.py") if not path.name.startswith("test_")]
    allowed = {"ortools", *sys.stdlib_module_names, *(path.stem for path in own)}
    assert len(own) >= 5
    for path in own:
        for name in imports(path, for_types=True):
            assert name.split(".")[0] in allowed, f"{path} imports {name}"


def test_the_picture_shows_every_package() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for package, allowed in ALLOWED.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `solver/{package}` |"))
        named = {word for word in ALLOWED if f"`{word}`" in row.split("|")[3]}
        assert named == allowed, row


def test_import_solver_is_light() -> None:
    code = "import solver, sys; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    heavy = {"pandas", "matplotlib", "click", "numpy", "ortools", "scipy", "dask", "tomlkit", "tqdm"}
    assert not set(result.stdout.split()) & heavy
