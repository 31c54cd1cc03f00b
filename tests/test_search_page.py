"""The page of a search: its windows and values against a second search on plain boards."""

import pytest
from flask.testing import FlaskClient

from ai.opponents.search import SEARCHES
from tests.model import name
from tests.page import Element, read, status
from tests.reference import Board, diagram, first_mark
from tests.reference.searches import Path, Seen, visits
from tests.samples import at_random

SIGNED = {-1: "−1", 0: "0", 1: "+1"}
OPENED = at_random("tic-tac-toe", [4], 2, seed=31)


def path_of(board: Board, by: str) -> str:
    """The address of a search but for the visit."""
    first = first_mark(board).lower()
    return f"/search/{board.game}/{diagram(board)}?by={by}&first={first}"


def page(client: FlaskClient, address: str) -> Element:
    response = client.get(address)
    assert response.status_code == 200, address
    return read(response.text).by_id("main")


def marked(element: Element, tag: str, kind: str) -> list[Element]:
    return [it for it in element.all(tag) if kind in it.attributes.get("class", "").split()]


def some_visits(seen: list[Seen]) -> list[int]:
    """Numbers of visits, with both ends and the first cut-off."""
    every = range(1, len(seen) + 1)
    cuts = [other.last for other in seen if other.cut][:1]
    return sorted({1, len(seen), *cuts, *every[:: 1 + len(every) // 2]})


def names(path: Path) -> str:
    """The moves of a path in one word."""
    return "".join(name("tic-tac-toe", cell) for cell in path)


def figures_expected(seen: list[Seen], number: int, by: str) -> dict[str, tuple[str, str]]:
    """The value, bound or window of each position on the path to a visit and beside it, and the
    number of its visit.
    """
    found, path = {}, seen[number - 1].path
    for at, other in enumerate(seen, 1):
        if other.path and other.path[:-1] != path[: len(other.path) - 1]:
            continue
        figure = ""
        if other.last <= number:
            is_bound = at != other.last
            at_least = "≥ " * (is_bound and other.beta[0] <= other.value < 1)
            at_most = "≤ " * (is_bound and -1 < other.value <= other.alpha[0])
            figure = f"{at_least}{at_most}{SIGNED[other.value]}"
        elif at <= number and by == "alpha-beta":
            figure = f"[{SIGNED[other.alpha[0]]}, {SIGNED[other.beta[0]]}]"
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
            figure = "".join(it.text for it in marked(item, "b", "known"))
            (name,) = [b.text for b in item.all("b") if "class" not in b.attributes] or [""]
            if item["class"] != "cut":
                lead = [a["href"].partition("&at=")[2] for a in item.all("a")]
                found[above + name] = figure, "".join(lead)
            if item["class"] == "at":
                framed = above + name
        above = framed
    return found


@pytest.mark.parametrize("by", SEARCHES)
def test_windows_and_values_are_those_of_a_second_search(client: FlaskClient, by: str) -> None:
    told = 0
    for board in OPENED:
        seen = visits(board, by)
        for number in some_visits(seen):
            main = page(client, f"{path_of(board, by)}&at={number}")
            assert figures_shown(main) == figures_expected(seen, number, by)
            told += expect_cuts(seen, number, status(main))
    assert told > 1 or by != "alpha-beta"


def expect_cuts(seen: list[Seen], number: int, said: str) -> int:
    """Right after a visit, what is *said* names the moves that are cut off then, and the visit that
    set the bound. Return for how many positions.
    """
    cuts = [other for other in seen if other.cut and other.last == number]
    assert said.count("Cut off.") == len(cuts)
    assert max(map(len, said.split(". "))) <= 90
    for other in cuts:
        listed = " and ".join(names((cell,)) for cell in other.cut)
        assert f"So {listed} can't matter." in said.replace(",", " and")
        bound = other.beta if other.board.mover == "X" else other.alpha
        if bound[1] is not None:
            setter = 1 + [visit.path for visit in seen].index(bound[1])
            assert f"already has a draw with {names(bound[1][-1:])}, visit {setter}." in said
    return len(cuts)


def test_windows_and_orders_are_walked(client: FlaskClient) -> None:
    """Each count leads to a search of so many visits."""
    (board,) = at_random("square", [4], 1, seed=33)
    links = page(client, path_of(board, "alpha-beta")).by_id("windows-counted").all("a")
    assert len(links) == 9
    for link in links:
        nodes = link.all("b")[0].text
        assert f"of {nodes}." in status(page(client, link["href"]))


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


def test_bad_addresses_are_told(client: FlaskClient) -> None:
    for address, told in BAD.items():
        response = client.get(f"/search/{address}")
        assert response.status_code == 404, address
        assert told in read(response.text).by_id("main").text


WHY = {  # the search of the last move; Hard searches nothing, and nobody does on the empty board
    "tic-tac-toe/b2a1c3c1?x=human&o=minimax": {"/search/tic-tac-toe/O..-.X.-..X?by=minimax&at=1"},
    "tic-tac-toe/b2?x=medium": {"/search/tic-tac-toe/?by=medium&at=1"},
    "tic-tac-toe/b2?x=alpha-beta": set(),
    "tic-tac-toe/b2a1?x=human&o=hard": set(),
    "square/b2?x=medium": set(),  # too large
}


def test_whoever_searched_leads_to_the_search(client: FlaskClient) -> None:
    for replay, wanted in WHY.items():
        every = page(client, f"/replay/{replay}").all("a")
        links = [it.attributes.get("href", "") for it in every]
        found = {link for link in links if link.startswith("/search/")}
        assert found == wanted, replay
        assert all(client.get(link).status_code == 200 for link in found)


def test_so_does_the_match(client: FlaskClient) -> None:
    players = {"x": "human", "o": "minimax", "first": "x"}
    client.post("/matches", data={"game": "tic-tac-toe", **players})
    client.post("/moves", data={"cell": "4", "ply": "0"})
    links = [it["href"] for it in read(client.get("/").text).by_id("why").all("a")]
    assert "/search/tic-tac-toe/...-.X.-...?by=minimax&at=1" in links


def test_the_search_of_no_board_is_an_example(client: FlaskClient) -> None:
    assert client.get("/search").location == "/search/tic-tac-toe/XX.-OO.-..."
