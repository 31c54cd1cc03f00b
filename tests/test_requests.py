"""Any sequence of requests, from two tabs of one browser: the pages show what the rules give."""

import random
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ai.opponents import OPPONENTS
from ai.rules.games import GAMES
from ai.rules.position import Mark
from ai.rules.record import parse_record
from tests.model import Model, cell, name, replay
from tests.page import (
    HTMX,
    Element,
    dangling,
    differences,
    fold,
    message,
    read,
    shown,
    status,
    swap,
)
from tests.reference import diagram, worths
from tests.strategies import marks_in_turn, record_of
from webapp.game import session

PLAYERS = ["human", *OPPONENTS]

tabs = st.integers(0, 1)
with_htmx = st.booleans()
players = st.just("human") | st.sampled_from(PLAYERS)
seeds = st.sampled_from([None, "1"])
unknown = st.sampled_from(["", "Human", "nobody", "X", "<b>", "🙂", "\x00"]) | st.none()
no_numbers = st.sampled_from(["", "abc", "-1", "+1", "1.0", "1e0", " 1", "१", "²", "9" * 99]) | (
    st.text(max_size=8).filter(lambda text: not re.fullmatch("[0-9]+", text))
)

UNDONE = re.compile(r"Took back [^.]+|Back at move \d+")


class Browser(RuleBasedStateMachine):
    """A browser with two tabs, beside a model of the match.

    Each state of the match has its own `version`. A tab with an older version is behind: its
    requests are refused. If only the score has changed since, they may be refused.
    """

    app: Flask

    def __init__(self) -> None:
        super().__init__()
        self.client = self.app.test_client()
        self.model = Model()
        self.matches = 0
        self.resets = 0
        self.values = False
        self.tried = set[int]()
        self.seed: str | None = None
        self.tab = 0
        self.left: list[tuple[Model, set[int], int, str | None]] = []
        self.leaves = 0
        self.kept: tuple[list[tuple[str, str, str | None]], list[tuple[Model, bool]]] | None = None
        self.pages = [self.get(), self.get()]
        self.versions = [self.version, self.version]
        self.refused = False

    @property
    def version(self) -> tuple[object, object, object]:
        """Which match it is, its moves, and the games that were counted.

        A seed that was given, and the settings, make two matches one as long as the moves agree.
        """
        model = self.model
        start = replace(model, moves=model.moves[: model.set_up]).marks
        settings = (model.game, model.x, model.o, model.first, start)
        match = self.matches if self.seed is None else (self.seed, settings)
        helped = (*sorted(model.help), model.retry, *sorted(self.tried))
        return (
            match,
            (*model.made, helped, self.values),
            (self.resets, len(model.results), self.leaves),
        )

    @property
    def puzzle(self) -> bool:
        """Whether a person is to find a move: this ply is retried, and values differ."""
        model = self.model
        if model.retry != len(model.moves) or model.over or model.player_to_move != "human":
            return False
        return len({value for value, _plies in worths(model.board).values()}) > 1

    @property
    def shows_values(self) -> bool:
        """Whether the cells show values; in a puzzle only once a hint told the cell."""
        hinted = (len(self.model.moves), "cell") in self.model.help
        return self.values and (not self.puzzle or hinted)

    def see_values(self) -> None:
        """A person to move who sees the values is helped by them."""
        person_moves = not self.model.over and self.model.player_to_move == "human"
        if self.shows_values and person_moves:
            self.model.help.add((len(self.model.moves), "values"))

    def assert_in_date(self, tab: int, possible: bool) -> None:
        """The request was accepted if it was *possible* and the tab was not behind."""
        version = self.versions[tab]
        assert self.refused or (possible and version[:2] == self.version[:2])
        assert not (self.refused and possible and version == self.version)

    def get(self, address: str = "/") -> Element:
        response = self.client.get(address)
        assert response.status_code == 200
        return read(response.text)

    def post(self, tab: int, path: str, fields: Mapping[str, str], htmx: bool) -> bool:
        """Send a form from a tab, which then shows the response; whether it was accepted."""
        response = self.client.post(path, data=fields, headers=HTMX if htmx else {})
        if htmx:
            swap(self.pages[tab], read(response.text))
        elif response.status_code == 303:
            assert not response.text.count("cell-"), "a redirect draws nothing"
            self.pages[tab] = self.get(response.location)
        else:
            self.pages[tab] = read(response.text)
            fold(self.pages[tab])
        self.refused = response.status_code != (200 if htmx else 303)
        if self.refused:
            assert response.status_code in {400, 409}
        assert self.refused == bool(message(self.pages[tab]))
        self.tab = tab
        return not self.refused

    def play_replies(self) -> None:
        """Let the model play the replies that the tab shows, which must be just those due."""
        replies = iter(self.added())
        self.model.play_replies(replies)
        assert not [*replies]

    def added(self) -> list[int]:
        """The moves that the tab shows and the model does not know yet."""
        moves = shown(self.pages[self.tab]).moves[len(self.model.made) :]
        return [cell(self.model.game, move.split()[1]) for move in moves]

    @rule(tab=tabs, seed=seeds)
    def open_or_reload(self, tab: int, seed: str | None) -> None:
        self.pages[tab] = self.get("/" if seed is None else f"/?seed={seed}")
        self.tab, self.refused = tab, False
        assert not message(self.pages[tab])
        if seed is not None and not self.model.made:
            self.seed = seed

    @rule(
        tab=tabs,
        settings=st.builds(
            Model, st.sampled_from([*GAMES]), players, players, st.sampled_from("XO")
        ),
        seed=seeds,
        htmx=with_htmx,
        data=st.data(),
    )
    def start(
        self, tab: int, settings: Model, seed: str | None, htmx: bool, data: st.DataObject
    ) -> None:
        """Start a match, perhaps with marks set up: by a drawing, by moves, by both."""
        some = data.draw(st.just([]) | st.permutations(settings.cells), label="moves")
        some = some[: data.draw(st.integers(0, len(some)), label="how many")]
        started = replace(settings, moves=[], help=set())
        legal = replay(started, some)
        if not legal and data.draw(st.booleans(), label="stopping at the end"):
            some, legal = started.moves, True
        drawn = data.draw(st.integers(0, len(started.moves)), label="drawn")
        picture = diagram(replace(started, moves=some[:drawn]).board) if drawn else ""
        fields = {
            "game": settings.game,
            "x": settings.x,
            "o": settings.o,
            "first": settings.first.lower(),
            "moves": picture + "".join(name(settings.game, cell) for cell in some[drawn:]),
        }
        suited = all(
            player == "human" or OPPONENTS[player].plays(GAMES[settings.game])
            for player in (settings.x, settings.o)
        )
        address = "/matches" if seed is None else f"/matches?seed={seed}"
        assert self.post(tab, address, fields, htmx) == (legal and suited)
        if not self.refused:
            set_up = len(started.moves)
            self.begin(replace(started, set_up=set_up, results=self.model.results), seed)

    def begin(self, model: Model, seed: str | None = None) -> None:
        """Take *model* for a match that is new on the board."""
        self.leave()
        self.model = model
        self.tried.clear()
        self.matches += 1
        self.seed = seed
        self.play_replies()

    def leave(self) -> None:
        """Keep the match on the board, if it may be missed, so that it can be brought back, and the
        one before a retry.
        """
        model, retried = self.model, self.model.retry is not None
        self.kept = None
        if retried or model.decisions or (not model.people and model.made):
            copy = replace(model, moves=[*model.moves], help={*model.help})
            games = [left for left in self.left if retried and left[0].retry is None]
            self.left = [(copy, {*self.tried}, self.matches, self.seed), *games[:1]]
            self.leaves += 1

    @property
    def way_back(self) -> list[tuple[Model, set[int], int, str | None]]:
        """The matches left, without a retry that is over before its game."""
        is_over = [left[0].over and left[0].retry is not None for left in self.left]
        return self.left[1:] if is_over[:1] == [True] else self.left

    @rule(tab=tabs, htmx=with_htmx)
    def bring_back(self, tab: int, htmx: bool) -> None:
        """Bring back the match that was left last, if any, and leave the present one."""
        assert self.post(tab, "/back", {}, htmx) == bool(self.way_back)
        if self.refused:
            return
        (model, tried, number, seed), *others = self.way_back
        self.left = []
        self.leave()
        self.left = others + self.left
        self.model, self.tried, self.matches, self.seed = model, tried, number, seed
        self.leaves += 1

    @rule(
        tab=tabs,
        spoilt=st.sampled_from(["game", "x", "o", "first", "moves"]),
        value=unknown,
        htmx=with_htmx,
    )
    def start_what_is_not(self, tab: int, spoilt: str, value: str | None, htmx: bool) -> None:
        """Start a match with a field that is missing or says what there is not."""
        fields = {"game": "square", "x": "human", "o": "easy", "first": "x", "moves": "b2"}
        if value is not None:
            fields[spoilt] = value
        else:
            fields.pop(spoilt)
        if value or spoilt != "moves":
            assert not self.post(tab, "/matches", fields, htmx)

    @rule(tab=tabs, htmx=with_htmx, invited=st.booleans(), data=st.data())
    def click_a_cell(self, tab: int, htmx: bool, invited: bool, data: st.DataObject) -> None:
        """Click any cell, or one that invites it."""
        inviting = [b for b in self.buttons(tab) if "aria-disabled" not in b.attributes]
        some = (invited and inviting) or self.buttons(tab)
        self.click(tab, data.draw(st.sampled_from(some), label="button"), htmx)

    def buttons(self, tab: int) -> list[Element]:
        return self.pages[tab].by_id("board").all("button")

    def click(self, tab: int, button: Element, htmx: bool) -> None:
        """Click a cell of the board that the tab shows, be it of the match or not."""
        number = int(button["value"])
        allowed = self.model.allows(number) and number not in self.tried
        mine = self.model.player_to_move == "human" and allowed
        fields = {**self.pages[tab].by_id("shown").fields, "cell": button["value"]}
        accepted = self.post(tab, "/moves", fields, htmx)
        self.assert_in_date(tab, mine)
        if accepted:
            self.kept = None
            self.see_values()
            cell = self.pages[tab].by_id(f"cell-{number}")
            if "data-tried" in cell.attributes:
                self.tried.add(number)
                self.model.help -= {(len(self.model.moves), step) for step in ("hint", "cell")}
            else:
                self.tried.clear()
                self.model.play(number)
                self.play_replies()
        self.versions[tab] = self.version

    @rule(tab=tabs, htmx=with_htmx, data=st.data())
    def play_to_the_end(self, tab: int, htmx: bool, data: st.DataObject) -> None:
        """Click whatever cell, until the game is over or the tab is behind."""
        while not self.model.over and self.model.player_to_move == "human":
            moves = [cell for cell in self.model.cells if self.model.allows(cell)]
            number = data.draw(st.sampled_from(moves), label="cell")
            self.click(tab, self.buttons(tab)[number % len(self.buttons(tab))], htmx)
            if self.refused or self.tried:
                break

    @rule(tab=tabs, htmx=with_htmx)
    def retry(self, tab: int, htmx: bool) -> None:
        """Retry the move that decided a game, the present one or an earlier one, if a tab shows
        one that a person made.
        """
        forms = [
            button
            for button in self.pages[tab].by_id("review").all("button")
            if button["id"] == "retry"
        ]
        if not forms:
            return
        fields = forms[0].fields
        assert self.post(tab, "/matches", fields, htmx)
        retried = model_of_fields(fields)
        players = (self.model.x, self.model.o)
        same = record_of(retried).is_prefix_of(record_of(self.model))
        if same and players == (retried.x, retried.o):
            self.leave()
            self.model.go_back(len(retried.moves))
            self.model.forgotten = False
            self.model.retry = len(retried.moves)
            self.tried.clear()
        else:
            set_up = len(retried.moves)
            new = replace(retried, set_up=set_up, retry=set_up, results=self.model.results)
            self.begin(new)

    @rule(
        tab=tabs,
        spoilt=st.sampled_from(["cell", "ply"]),
        value=no_numbers | st.integers(16).map(str) | st.none(),
        htmx=with_htmx,
    )
    def send_what_no_page_sends(self, tab: int, spoilt: str, value: str | None, htmx: bool) -> None:
        """Send a move with a field that is missing, no number or too great a number."""
        fields = {**self.pages[tab].by_id("shown").fields, "cell": "0"}
        if value is None:
            del fields[spoilt]
        else:
            fields[spoilt] = value
        assert not self.post(tab, "/moves", fields, htmx)

    @rule(tab=tabs, htmx=with_htmx)
    def undo(self, tab: int, htmx: bool) -> None:
        """Go back to the last decision of a person, over and over, after the end too."""
        accepted = self.post(tab, "/undo", self.pages[tab].by_id("shown").fields, htmx)
        self.assert_in_date(tab, bool(self.model.decisions))
        if accepted:
            self.model.undo()
            self.kept = None
            self.tried.clear()

    @rule(tab=tabs, htmx=with_htmx)
    def hint(self, tab: int, htmx: bool) -> None:
        """Ask for a hint, which marks one of the best cells."""
        accepted = self.post(tab, "/hint", self.pages[tab].by_id("shown").fields, htmx)
        mine = not self.model.over and self.model.player_to_move == "human"
        self.assert_in_date(tab, mine)
        if accepted:
            first = (len(self.model.moves), "hint") not in self.model.help
            self.model.help.add((len(self.model.moves), "hint" if first else "cell"))
            hints = [b for b in self.buttons(tab) if "data-hint" in b.attributes]
            assert {b["data-hint"] for b in hints} == ({"region"} if first else {""})
            assert first or len(hints) == 1
            assert not any("aria-disabled" in b.attributes for b in hints)

    @rule(tab=tabs, on=st.booleans(), htmx=with_htmx)
    def switch_values(self, tab: int, on: bool, htmx: bool) -> None:
        """Show the values of moves, or show them no more."""
        fields = self.pages[tab].by_id("shown").fields | {"show": "on" if on else "off"}
        accepted = self.post(tab, "/values", fields, htmx)
        self.assert_in_date(tab, True)
        if accepted:
            self.see_values()
            self.values = on
            self.see_values()
            valued = [b for b in self.buttons(tab) if "data-value" in b.attributes]
            free = [b for b in self.buttons(tab) if "empty" in b["aria-label"]]
            assert valued == (free if self.shows_values and not self.model.over else [])

    @rule(tab=tabs, to_the_end=st.booleans(), htmx=with_htmx)
    def step(self, tab: int, to_the_end: bool, htmx: bool) -> None:
        """Let a program move: it is refused if a person plays, or the game is over."""
        fields = self.pages[tab].by_id("shown").fields | ({"until": "end"} if to_the_end else {})
        accepted = self.post(tab, "/step", fields, htmx)
        self.assert_in_date(tab, not self.model.over and not self.model.people)
        if accepted:
            self.kept = None
            added = self.added()
            for number in added:
                self.model.play(number)
            assert self.model.over if to_the_end else len(added) == 1

    @rule(tab=tabs, which=st.sampled_from(["same", "swapped"]), htmx=with_htmx)
    def play_again(self, tab: int, which: str, htmx: bool) -> None:
        """Press a button beside a finished game, which speaks for the match that the tab shows."""
        buttons = self.pages[tab].by_id("review").all("button")
        fields = next((b.fields for b in buttons if b["id"] == f"again-{which}"), None)
        if not fields:
            return
        assert self.post(tab, "/matches", fields, htmx)
        self.begin(replace(model_of_fields(fields), results=self.model.results))

    @precondition(lambda self: self.model.results or self.kept)
    @rule(tab=tabs, htmx=with_htmx)
    def reset_score(self, tab: int, htmx: bool) -> None:
        """Forget the results; a second time there are none, but the first can still be undone."""
        assert self.post(tab, "/score/reset", {}, htmx)
        models = [self.model, *(model for model, *_ in self.left)]
        forgotten = [(model, model.forgotten) for model in models]
        self.kept = self.kept or ([*self.model.results], forgotten)
        self.model.results.clear()
        for model in models:
            model.forgotten |= model.over
        self.resets += 1

    @rule(tab=tabs, htmx=with_htmx)
    def bring_back_score(self, tab: int, htmx: bool) -> None:
        """Remember the results, as long as the match has not gone on since they were forgotten."""
        assert self.post(tab, "/score/back", {}, htmx) == (self.kept is not None)
        if self.kept:
            self.model.results[:], forgotten = self.kept
            for model, flag in forgotten:
                model.forgotten = flag
            self.kept = None
            self.resets += 1

    @rule(
        method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]),
        path=st.sampled_from(["/moves", "/matches", "/score/reset", "/", "/nothing", "/healthz"]),
        htmx=with_htmx,
    )
    def wander(self, method: str, path: str, htmx: bool) -> None:
        """Ask for what is not there, or in a way that it does not respond to."""
        if method == "POST" and path == "/score/reset":
            return
        response = self.client.open(path, method=method, headers=HTMX if htmx else {})
        assert response.status_code < 500

    @invariant()
    def every_page_shows_the_match(self) -> None:
        """The tab that asked last, swapped or whole, shows the match, and so does a reload."""
        self.versions[self.tab] = self.version
        page = self.get()
        assert shown(page) == self.model.shown
        tried = {
            int(b["value"])
            for b in page.by_id("board").all("button")
            if "data-tried" in b.attributes
        }
        assert tried == self.tried
        reset = page.by_id("reset")
        was_reset = "Bring back the score" in reset.text
        assert was_reset == (self.kept is not None) == reset["action"].endswith("/back")
        assert status(page).startswith(self.model.status)
        assert not dangling(page)
        assert not dangling(self.pages[self.tab])
        # The form for a new game is not swapped: a person may have changed it.
        but = {"new-game", "answer", *(["message"] if self.refused else [])}
        found = differences(self.pages[self.tab], page, but=but)
        gone, new = (
            [line[1:] for line in found if re.match(sign, line)] for sign in ("-[^-]", "[+][^+]")
        )
        # An undo is told once.
        assert [UNDONE.sub("Undone", line) for line in gone] == [
            UNDONE.sub("Undone", line) for line in new
        ], found


@pytest.mark.long
def test_any_sequence_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hypothesis seeds this one, so that what fails can be repeated.
    monkeypatch.setattr(session, "randbelow", random.randrange)
    run_state_machine_as_test(
        type("AnyBrowser", (Browser,), {"app": app}),
        settings=settings(stateful_step_count=25),
    )


@pytest.mark.parametrize(
    "other",
    [{"game": "square"}, {"x": "easy"}, {"first": "o"}, {"moves": "b2"}, {"moves": "O..-...-..X"}],
    ids=str,
)
def test_a_seed_does_not_make_two_matches_one(client: FlaskClient, other: dict[str, str]) -> None:
    """A tab is behind when another has made another match from the same seed, as long as it is."""
    settings = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x", "moves": "a1"}
    page = read(client.post("/matches?seed=7", data=settings, follow_redirects=True).text)
    client.post("/matches?seed=7", data=settings | other)
    move = page.by_id("shown").fields | {"cell": "8"}
    response = client.post("/moves", data=move, headers=HTMX)
    swap(page, read(response.text))
    assert not differences(page, read(client.get("/").text), but={"new-game", "message"})
    assert response.status_code == 409


def model_of_fields(fields: Mapping[str, str]) -> Model:
    """The match that a form of a page starts or goes back to, without its replies."""
    model = Model(fields["game"], fields["x"], fields["o"], fields["first"].upper())
    record = parse_record(GAMES[model.game], fields.get("moves", ""), Mark(model.first))
    return replace(
        model,
        moves=[*marks_in_turn(record.start, model.first), *record.moves],
        set_up=record.start.ply,
    )
