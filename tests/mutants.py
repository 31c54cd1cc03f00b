"""Mutants: small changes of the program, drawn by lot. Each should make a test fail; the ones that
live show what no test states, but for the few that change nothing a visitor could notice.

python -m tests.mutants
"""

import ast
import os
import re
import shutil
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import unified_diff
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from subprocess import DEVNULL, Popen, TimeoutExpired
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree as ET

import click
from jinja2 import Environment, TemplateSyntaxError

from webapp import ROOT

MUTABLE = re.compile(
    r"(ai|webapp(?!/learn/kit))/.+\.py|templates/.+\.(html|js)|static/(?!htmx).+\.(js|css)"
)
LEFT = shutil.ignore_patterns(".*_cache", ".git", ".hypothesis", ".venv", "instance")
NEAR = 12  # files of tests that run before all others


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one *kind* in the file at *path*: from *start* to *end* it comes to say *new*."""

    path: str
    kind: str
    start: int
    end: int
    new: str

    def of(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


PAIRS = "Eq NotEq, Is IsNot, In NotIn, Lt LtE, Gt GtE, And Or, Add Sub, BitOr BitAnd, Mult FloorDiv"
PAIRED = [[getattr(ast, name) for name in pair.split()] for pair in PAIRS.split(", ")]
OTHER: Mapping[Any, Any] = dict([*PAIRED, *(pair[::-1] for pair in PAIRED)])
TYPING = {"annotation", "returns", "decorator_list"}  # fields of nodes that change no behaviour


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes below *tree*, but types, docstrings, and f-strings, which Python 3.11 misplaces."""
    for name, value in ast.iter_fields(tree):
        for child in value if isinstance(value, list) else [value]:
            match child:
                case ast.Expr(ast.Constant()) | ast.JoinedStr() | ast.If(ast.Name("TYPE_CHECKING")):
                    continue
                case ast.AST() if name not in TYPING and getattr(child, "name", "") != "__repr__":
                    yield child
                    yield from nodes(child)


def changes(node: ast.AST) -> Iterator[tuple[str, Any, ast.AST | str]]:
    """The kind of each change of *node*, the node that it replaces, and by what."""
    match node:
        case ast.Compare(left, [first, *rest], right):
            yield "compare", node, ast.Compare(left, [OTHER[type(first)](), *rest], right)
        case ast.BoolOp(op, values):
            yield "boolean", node, ast.BoolOp(OTHER[type(op)](), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield "boolean", node, operand
        case ast.BinOp(left, op, right) if type(op) in OTHER:
            yield "arithmetic", node, ast.BinOp(left, OTHER[type(op)](), right)
        case ast.Constant(bool() | int() as value):
            yield "constant", node, f"{not value if isinstance(value, bool) else value + 1}"
        case ast.Constant(str(value)) if value:
            yield "constant", node, repr(f"{value}.")
        case ast.Return(ast.AST() as value) if ast.unparse(value) != "None":
            yield "return value", value, "None"
        case ast.Expr(ast.Call()):
            yield "call", node, "pass"
        case ast.If(test) | ast.IfExp(test):
            yield "branch", test, ast.UnaryOp(ast.Not(), test)
        case ast.Call(function, arguments, keywords):
            if arguments:
                yield "argument", node, ast.Call(function, arguments[:-1], keywords)
            for out in keywords:
                yield "argument", node, ast.Call(function, arguments, [*{*keywords} - {out}])


def mutants_of_python(path: str, text: str) -> Iterator[Mutant]:
    lines = text.splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        return len("".join(lines[: line - 1])) + len(lines[line - 1].encode()[:column].decode())

    for kind, at, new in (change for node in nodes(ast.parse(text)) for change in changes(node)):
        start, end = offset(at.lineno, at.col_offset), offset(at.end_lineno, at.end_col_offset)
        yield Mutant(path, kind, start, end, new if isinstance(new, str) else ast.unparse(new))


# A kind of change, its pattern, and the replacement of its matches.
WITHIN = r"((?:[^()\n]|\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))+)"  # what brackets hold
TEMPLATE: Sequence[tuple[str, str, str]] = (
    ("attribute", r'\s[a-z][\w-]*="[^"<>\n]*"(?=[^<>]*>)', ""),
    ("value", r'(\s(?:class|id|role|aria-\w+)="[^"{}<>]+)(?=")', r"\1-x"),
    ("condition", r"(\{%-? (?:el)?if )(.+?)(?= -?%\})", r"\1not (\2)"),
    ("element", r"<(\w+)\b[^<>]*>[^<>]*</\1>", ""),
    ("address", r"(url_for\([^()]*?), \w+=[^,()]+(?=[,)])", r"\1"),
)
SCRIPT: Sequence[tuple[str, str, str | Callable[[re.Match[str]], str]]] = (
    ("condition", rf"\bif \({WITHIN}\)", r"if (!(\1))"),
    ("condition", "&&|[|][|]", lambda found: "&&||".replace(found[0], "")),
    ("condition", "[!=]==", lambda found: "!==" if found[0] == "===" else "==="),
    ("statement", rf"(?m)^( +)(?!return\b)[\w.]+(?:\({WITHIN}?\)| [-+?]*= [^\n{{]+);$", r"\1;"),
    ("constant", r"\b\d[\d_]*\b(?![\w-])", lambda found: f"{int(found[0]) + 1}"),
    ("constant", r'"[^"\n]+"', lambda found: f'"{found[0][1:-1]}x"'),
    ("constant", r"\b(?:true|false)\b", lambda found: f"!{found[0]}"),
)
STYLE = (("declaration", r"(?m)^ +(?!--)[a-z-]+: [^;{}]+;\n", ""),)
QUIET = re.compile(r'\{#.*?#\}|/\*.*?\*/|//[^"\n]*$|^"use strict";$', re.MULTILINE | re.DOTALL)
TEXTS: Mapping[str, Sequence[tuple[str, str, str | Callable[[re.Match[str]], str]]]]
TEXTS = {".html": TEMPLATE, ".js": SCRIPT, ".css": STYLE}


def mutants_of_text(path: str, text: str) -> Iterator[Mutant]:
    """All mutants of a template, a script or a style sheet, but those in a comment."""
    quiet = [found.span() for found in QUIET.finditer(text)]
    for kind, pattern, new in TEXTS[Path(path).suffix]:
        for found in re.finditer(pattern, text):
            if not any(start <= found.start() < end for start, end in quiet):
                written = found.expand(new) if isinstance(new, str) else new(found)
                yield Mutant(path, kind, *found.span(), written)


def mutable() -> list[str]:
    """The paths of the modules, templates, scripts and style sheets of the program."""
    paths = (str(path.relative_to(ROOT)) for path in ROOT.glob("[aswt]*/**/*.*"))
    return sorted(filter(MUTABLE.fullmatch, paths))


def drawn(paths: Iterable[str], count: int, lots: Random) -> Iterator[Mutant]:
    """*count* mutants of the files at *paths*, of each kind as many, that can be read at all."""
    texts = {path: (ROOT / path).read_text() for path in paths}
    of = {True: mutants_of_python, False: mutants_of_text}
    found = [one for it in texts.items() for one in of[it[0].endswith(".py")](*it)]
    lots.shuffle(found)
    kinds = sorted({one.kind for one in found})
    turns = zip_longest(*([one for one in found if one.kind == kind] for kind in kinds))
    for mutant in filter(None, chain.from_iterable(turns)):
        parse = ast.parse if mutant.path.endswith(".py") else Environment().parse  # noqa: S701
        with suppress(SyntaxError, TemplateSyntaxError):
            if count > 0 and parse(mutant.of(texts[mutant.path])):
                yield mutant
                count -= 1


IMPORT = re.compile(r"^ *(?:from|import) ([\w.]+)(?: import (.+))?", re.MULTILINE)


def distances(changed: str) -> dict[str, int]:
    """How many imports lead from each path to the one that is *changed*. A template belongs to the
    modules of its room, and a script to the tests in a browser.
    """
    uses = dict[str, set[str]]()
    for path in (path for top in ("ai", "webapp", "tests") for path in (ROOT / top).rglob("*.py")):
        modules = set[str]()
        for module, names in IMPORT.findall(path.read_text()):
            modules |= {module, *(f"{module}.{name}" for name in names.split(", "))}
        uses[str(path.relative_to(ROOT))] = {name.replace(".", "/") + ".py" for name in modules}
    top, room, *_ = changed.split("/")
    begins = {"templates": f"webapp/{room}/", "static": "tests/e2e/"}.get(top, changed)
    ring, found = {path for path in uses if path.startswith(begins)}, dict[str, int]()
    while ring:
        found |= dict.fromkeys(ring, len({*found.values()}))
        ring = {path for path in uses if path not in found and uses[path] & ring}
    return found


def passes(copy: Path, *arguments: str, limit: float | None = None) -> bool:
    """Whether pytest with these *arguments* passes in a *copy*, within *limit* seconds."""
    line = [sys.executable, "-m", "pytest", "-x", "-pno:cacheprovider", *arguments]
    process = Popen(line, cwd=copy, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)  # noqa: S603
    try:
        return process.wait(limit) == 0
    except TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # and all that it started
        process.wait()


def measured(copy: Path, jobs: int, tests: Iterable[str]) -> dict[str, float]:
    """The seconds of each file of these *tests*; all pass without a mutant."""
    click.echo("Running the tests without a mutant.", err=True)
    passes(copy, f"-n{jobs}", "--junitxml=report.xml", "-ojunit_family=xunit1", *tests)
    seconds = defaultdict[str, float](float)
    for case in ET.parse(copy / "report.xml").iter("testcase"):  # noqa: S314 - our own
        if len(case):
            raise click.ClickException(f"{case.attrib['name']} fails without a mutant.")
        file = case.attrib["classname"].replace(".", "/") + ".py"  # not that of a law it imports
        seconds[file] += float(case.attrib["time"])
    return seconds


@click.command
@click.option("--python", default=20, show_default=True, help="So many in modules.")
@click.option("--markup", default=20, show_default=True, help="So many in templates and scripts.")
@click.option("--seed", default=1, show_default=True, help="Another seed draws others.")
@click.option("--only", default="", help="Only in the file or the folder at this path.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Processes of tests.")
@click.argument("tests", nargs=-1)
def main(python: int, markup: int, seed: int, only: str, jobs: int, tests: tuple[str, ...]) -> None:
    """Draw mutants, and print those that no test of the README's line notices, or none of TESTS if
    these paths are given.
    """
    paths, lots = [path for path in mutable() if path.startswith(only)], Random(seed)  # noqa: S311
    tried = [*drawn([path for path in paths if path.endswith(".py")], python, lots)]
    tried += drawn([path for path in paths if not path.endswith(".py")], markup, lots)
    lived = list[Mutant]()
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT, copy, ignore=LEFT, symlinks=True, dirs_exist_ok=True)
        seconds = measured(copy, jobs, tests)
        limit = 60 + 4 * sum(seconds.values())
        with click.progressbar(tried, label="Mutants", file=sys.stderr) as bar:
            for number, mutant in enumerate(bar, 1):
                away, changed = distances(mutant.path), copy / mutant.path
                files = sorted(seconds, key=lambda it: (away.get(it, len(away)), seconds[it]))
                text = changed.read_text()
                changed.write_text(mutant.of(text))
                os.utime(changed, (number, number))  # else a compiled module may be taken for it
                stages = (["-n0", *files[:NEAR]], [f"-n{jobs}", *files[NEAR:]])
                if all(passes(copy, *stage, limit=limit) for stage in stages if stage[1:]):
                    lived.append(mutant)
                changed.write_text(text)
    for one in lived:
        text = (ROOT / one.path).read_text()
        old, new = text.splitlines(keepends=True), one.of(text).splitlines(keepends=True)
        click.echo("".join(unified_diff(old, new, one.path, one.kind, n=2)))
    for kind in [*sorted({mutant.kind for mutant in tried}), ""]:
        count, alive = (sum(kind in {one.kind, ""} for one in some) for some in (tried, lived))
        click.echo(f"{kind or 'all'}: {count - alive} of {count} killed")


if __name__ == "__main__":
    main()
