"""The page of a search: its windows and values against a second search on plain boards."""

from functools import cache
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from ai.opponents.search import SEARCHES
from tests.model import name
from tests.page import Element, read, status
from tests.reference import Board, diagram, first_mark, pruned_tree
from tests.reference import searched as reference_searched
from tests.reference.searches import DEPTHS, ENDS, Path, Seen, fewest_or_most, plain_search
from tests.samples import at_random

SIGNED = {-1: "−1", 0: "0", 1: "+1"}
OPENED = at_random("tic-tac-toe", [4], 2, seed=31)
SAMPLES = 3  # visits of each search

each_search = pytest.mark.parametrize("by", SEARCHES)


@cache
def searched(board: Board, by: str) -> list[Seen]:
    """The visits of a second search."""
    seen: list[Seen] = []
    plain_search(board, DEPTHS[by], by == "alpha-beta", (), ((-1, None), (1, None)), seen)
    return seen


def path_of(board: Board, by: str) -> str:
    """The address of a search but for the visit."""
    first = first_mark(board).lower()
    return f"/search/{board.game}/{diagram(board)}?by={by}&first={first}"


def page(client: FlaskClient, address: str) -> Element:
    """The main part of the page at *address*."""
    response = client.get(address)
    assert response.status_code == 200, address
    return read(response.text).by_id("main")


def marked(element: Element, tag: str, kind: str) -> list[Element]:
    """The elements with this class."""
    return [it for it in element.all(tag) if it.attributes.get("class") == kind]


def some_visits(seen: list[Seen]) -> list[int]:
    """Numbers of visits, with both ends and the first cut-off."""
    every = range(1, len(seen) + 1)
    cuts = [other.last for other in seen if other.cut][:1]
    return sorted({1, len(seen), *cuts, *every[:: 1 + len(every) // SAMPLES]})


def names(path: Path) -> str:
    """The moves of a path in one word."""
    return "".join(name("tic-tac-toe", cell) for cell in path)


def figures_expected(seen: list[Seen], number: int, by: str) -> dict[str, tuple[str, str]]:
    """The value, bound or window of each position on the path to a visit and beside it, and the
    number of its visit.
    """
    found = {}
    path = seen[number - 1].path
    for at, other in enumerate(seen, 1):
        if other.path and other.path[:-1] != path[: len(other.path) - 1]:
            continue
        if at > number:
            figure = ""
        elif other.last <= number:
            is_leaf = at == other.last
            bound = "" if is_leaf else "≥ " * (other.beta[0] <= other.value < 1)
            bound += "" if is_leaf else "≤ " * (-1 < other.value <= other.alpha[0])
            figure = f"{bound}{SIGNED[other.value]}"
        else:
            window = f"[{SIGNED[other.alpha[0]]}, {SIGNED[other.beta[0]]}]"
            figure = window if by == "alpha-beta" else ""
        found[names(other.path)] = figure, f"{at}"
        if other.last > number and other.path == path[: len(other.path)]:
            # Moves that will be cut off are still to come.
            found |= {names((*other.path, cell)): ("", "") for cell in other.cut}
    return found


def figures_shown(main: Element) -> dict[str, tuple[str, str]]:
    """The figures on the page and the visits to which they lead, by lines. Each row has the moves
    from the framed position above.
    """
    found, above = {}, ""
    for row in marked(main, "ol", "nodes"):
        framed = above
        for item in row.all("li"):
            figure = "".join(it.text for it in marked(item, "b", "figure"))
            (name,) = [b.text for b in item.all("b") if "class" not in b.attributes] or [""]
            if item["class"] != "cut":
                lead = [a["href"].partition("&at=")[2] for a in item.all("a")]
                found[above + name] = figure, "".join(lead)
            if item["class"] == "at":
                framed = above + name
        above = framed
    return found


@each_search
def test_windows_values_steps_and_the_running_line_are_those_of_a_second_search(
    client: FlaskClient, by: str
) -> None:
    told = 0
    for board in OPENED:
        seen = searched(board, by)
        for number in some_visits(seen):
            main = page(client, f"{path_of(board, by)}&at={number}")
            assert figures_shown(main) == figures_expected(seen, number, by)
            (here,) = [a for a in main.all("a") if a.attributes.get("aria-current") == "step"]
            assert urlsplit(here["href"]).query.endswith(f"&at={number}")
            path = seen[number - 1].path
            returns = [v.last for v in seen if v.path == path[: len(v.path)] and v.last > number]
            cuts = [other.last for other in seen if other.cut and other.last > number]
            assert steps(main) == {
                "first": 1 if number > 1 else None,
                "back": number - 1 or None,
                "forward": number + 1 if number < len(seen) else None,
                "cut": min(cuts, default=None),
                "out": min(returns, default=None),
            }
            told += expect_cuts(seen, number, status(main))
            expect_line(main, seen, number)
    assert told > 1 or by != "alpha-beta"


def expect_cuts(seen: list[Seen], number: int, said: str) -> int:
    """Right after a visit, what is *said* names the moves that are cut off then, and the visit that
    set the bound. Return for how many positions.
    """
    cuts = [other for other in seen if other.cut and other.last == number]
    assert said.count("Cut off.") == len(cuts)
    assert max(map(len, said.split(". "))) <= 90
    for other in cuts:
        *others, last = (names((cell,)) for cell in other.cut)
        listed = " and ".join(filter(None, (", ".join(others), last)))
        assert f"So {listed} can't matter." in said
        bound = other.beta if other.board.mover == "X" else other.alpha
        if bound[1] is not None:
            setter = 1 + [visit.path for visit in seen].index(bound[1])
            assert f"already has a draw with {names(bound[1][-1:])}, visit {setter}." in said
    return len(cuts)


def expect_line(main: Element, seen: list[Seen], number: int) -> None:
    """At every visit one line of the program runs: a cut-off, a return, a result, the next move."""
    (code,) = marked(main, "ol", "code")
    (line,) = [li for li in code.all("li") if "aria-current" in li.attributes]
    visit = seen[number - 1]
    ends = [other for other in seen if other.last == number]
    if any(other.cut for other in ends):
        wanted = "break"
    elif any(other is not visit for other in ends):
        wanted = "return best"
    else:
        wanted = "return result" if visit.last == number else "for move in"
    assert wanted in line.text


def steps(main: Element) -> dict[str, int | None]:
    """The visits to which the steps lead; None at an end."""
    found: dict[str, int | None] = {}
    for key in ("first", "back", "forward", "cut", "out"):
        link = main.by_id(key)
        there = urlsplit(link.attributes.get("href", ""))
        assert bool(there.query) != ("aria-disabled" in link.attributes)
        assert there.fragment == (key if there.query else ""), "it keeps the focus"
        found[key] = int(there.query.partition("at=")[2]) if there.query else None
    return found


def test_a_small_tree_is_drawn_whole(client: FlaskClient) -> None:
    seen = searched(OPENED[0], "alpha-beta")
    (tree,) = marked(page(client, f"{path_of(OPENED[0], 'alpha-beta')}&at=2"), "svg", "tree")
    drawn = [it for it in tree.all("path") if it["class"] != "here"]
    dots = sum(it["d"].count("M") for it in drawn if it["class"].startswith("dots"))
    assert dots == len(seen)
    lines = sum(it["d"].count("M") for it in drawn) - dots
    assert lines == len(seen) - 1 + sum(len(other.cut) for other in seen)


def test_windows_and_orders_are_walked(client: FlaskClient) -> None:
    """Each count leads to a search of so many visits."""
    (board,) = at_random("square", [4], 1, seed=33)
    links = page(client, path_of(board, "alpha-beta")).by_id("windows-counted").all("a")
    expected = []
    for window, ends in ENDS.items():
        textbook = pruned_tree(board, *ends)[1]
        reading = reference_searched(board, "alpha-beta")[0] if window == "each" else textbook
        expected.append(reading)
        expected += [fewest_or_most(choose, board, window) for choose in (min, max)]
    assert [int(link.all("b")[0].text.replace(",", "")) for link in links] == expected
    for link, nodes in [*zip(links, expected, strict=True)][1::5]:
        assert f"of {nodes:,}." in status(page(client, link["href"]))


BAD = {
    "square/b2": "leave at most 7 cells empty",
    "chess/b2": "no game “chess”",
    "tic-tac-toe/zz": "Try /search/tic-tac-toe/b2a1c3.",
    "tic-tac-toe/XXX-OO.-...": "The game is over here",
    "tic-tac-toe/b2?by=hard": "must be medium, minimax or alpha-beta",
    "tic-tac-toe/XX.-OO.-...?at=48": "no visit 48, only 1 to 47",
    "tic-tac-toe/XX.-OO.-...?at=0": "no visit 0, only 1 to 47",
    "tic-tac-toe/b2?window=z": "must be each, textbook or infinite",
    "tic-tac-toe/b2?order=z": "must be reading, best or worst",
}


@pytest.mark.parametrize("address", BAD)
def test_bad_addresses_are_told(client: FlaskClient, address: str) -> None:
    response = client.get(f"/search/{address}")
    assert response.status_code == 404
    assert BAD[address] in read(response.text).by_id("main").text


def searches_in(page: Element) -> set[str]:
    """The addresses of searches to which a page leads."""
    return {a["href"] for a in page.all("a") if a.attributes.get("href", "").startswith("/search/")}


def test_whoever_searched_leads_to_the_search(client: FlaskClient) -> None:
    """From the match, from a replay, and from the moves of all programs. On the empty board Minimax
    and Alpha-beta search nothing.
    """
    by = "alpha-beta"
    client.post("/matches", data={"game": "tic-tac-toe", "x": "human", "o": by, "first": "x"})
    client.post("/moves", data={"cell": "4", "ply": "0"})
    search = f"/search/tic-tac-toe/...-.X.-...?by={by}&at=1"
    assert searches_in(read(client.get("/").text).by_id("why")) == {search}
    replay = "/replay/tic-tac-toe/b2a1?first=x&x=human&o="
    assert searches_in(page(client, f"{replay}{by}")) == {search}
    every = page(client, f"{replay}hard&ply=1&programs=on")
    assert searches_in(every.by_id(f"program-{by}")) == {search}
    assert client.get(search).status_code == 200
    assert not searches_in(page(client, f"/replay/tic-tac-toe/b2?x={by}"))
    assert searches_in(page(client, "/replay/tic-tac-toe/b2?x=medium"))


def test_nobody_leads_to_a_search_that_was_not_made(client: FlaskClient) -> None:
    """Hard searches nothing, and Square is too large. The search of no board is an example."""
    for replay in ("tic-tac-toe/b2a1?x=human&o=hard", "square/b2?x=medium"):
        assert not searches_in(page(client, f"/replay/{replay}"))
    response = client.get("/search", follow_redirects=True)
    assert response.request.path == "/search/tic-tac-toe/XX.-OO.-..."
