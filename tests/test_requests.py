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

from ai.games import GAMES
from ai.opponents import OPPONENTS
from tests.model import Model, cell, name, replay
from tests.page import HTMX, Element, differences, message, read, shown, status, swap

PLAYERS = ["human", *OPPONENTS]

tabs = st.integers(0, 1)
with_htmx = st.booleans()
players = st.just("human") | st.sampled_from(PLAYERS)
seeds = st.sampled_from([None, "1"])
unknown = st.sampled_from(["", "Human", "nobody", "X", "<b>", "🙂", "\x00"]) | st.none()
no_numbers = st.sampled_from(["", "abc", "-1", "+1", "1.0", "1e0", " 1", "१", "²", "9" * 99]) | (
    st.text(max_size=8).filter(lambda text: not re.fullmatch("[0-9]+", text))
)


class Browser(RuleBasedStateMachine):
    """A browser with two tabs, beside the model of what it should show.

    `version` tells the states of the match apart. A tab that shows another than the present one
    is behind, and what it asks is refused; where only the score changed since, it may be.
    """

    app: Flask

    def __init__(self) -> None:
        super().__init__()
        self.client = self.app.test_client()
        self.model = Model()
        self.matches = 0
        self.resets = 0
        self.values = False
        self.seed: str | None = None
        self.tab = 0
        self.pages = [self.get(), self.get()]
        self.versions = [self.version, self.version]
        self.refused = False

    @property
    def version(self) -> tuple[object, object, object]:
        """Which match it is, its moves, and the games that were counted.

        A seed that was given, and the settings, make two matches one as long as the moves agree.
        """
        settings = replace(self.model, moves=[], results=[], help=set())
        match = self.matches if self.seed is None else (self.seed, repr(settings))
        seen = (*self.model.moves, *sorted(self.model.help), self.model.set_up, self.values)
        return match, seen, (self.resets, len(self.model.results))

    def see_values(self) -> None:
        """A person to move who sees the values is helped by them."""
        if self.values and not self.model.over and self.model.player_to_move == "human":
            self.model.help.add((len(self.model.moves), "values"))

    def assert_in_date(self, tab: int, possible: bool) -> None:
        """What the tab asked was done if it was *possible* and the tab was not behind."""
        seen = self.versions[tab]
        assert self.refused or (possible and seen[:2] == self.version[:2])
        assert not (self.refused and possible and seen == self.version)

    def get(self, address: str = "/") -> Element:
        response = self.client.get(address)
        assert response.status_code == 200
        return read(response.text)

    def post(self, tab: int, path: str, fields: Mapping[str, str], htmx: bool) -> bool:
        """Send a form from a tab, which then shows the answer; whether it was accepted."""
        response = self.client.post(path, data=fields, headers=HTMX if htmx else {})
        if htmx:
            swap(self.pages[tab], read(response.text))
        elif response.status_code == 303:
            assert not response.text.count("cell-"), "a redirect draws nothing"
            self.pages[tab] = self.get(response.location)
        else:
            self.pages[tab] = read(response.text)
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
        moves = shown(self.pages[self.tab]).moves[len(self.model.moves) :]
        return [cell(self.model.game, move.split()[1]) for move in moves]

    @rule(tab=tabs, seed=seeds)
    def open_or_reload(self, tab: int, seed: str | None) -> None:
        self.pages[tab] = self.get("/" if seed is None else f"/?seed={seed}")
        self.tab, self.refused = tab, False
        assert not message(self.pages[tab])
        if seed is not None and not self.model.moves:
            self.seed = seed
        self.versions[tab] = self.version

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
        """Start a match, perhaps from given moves."""
        some = data.draw(st.just([]) | st.permutations(settings.cells), label="moves")
        some = some[: data.draw(st.integers(0, len(some)), label="how many")]
        fields = {
            "game": settings.game,
            "x": settings.x,
            "o": settings.o,
            "first": settings.first.lower(),
            "moves": "".join(name(settings.game, cell) for cell in some),
        }
        started = replace(settings, moves=[], help=set(), results=self.model.results.copy())
        legal = replay(started, some)
        if not legal and data.draw(st.booleans(), label="stopping at the end"):
            fields["moves"] = "".join(name(settings.game, cell) for cell in started.moves)
            legal = True
        suited = all(
            player == "human" or OPPONENTS[player].plays(GAMES[settings.game])
            for player in (settings.x, settings.o)
        )
        address = "/matches" if seed is None else f"/matches?seed={seed}"
        assert self.post(tab, address, fields, htmx) == (legal and suited)
        if not self.refused:
            self.model = started
            self.model.set_up = len(started.moves)
            self.play_replies()
            self.matches += 1
            self.seed = seed
        self.versions[tab] = self.version

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
            self.versions[tab] = self.version

    @rule(tab=tabs, htmx=with_htmx, data=st.data())
    def click_a_cell(self, tab: int, htmx: bool, data: st.DataObject) -> None:
        self.click(tab, data.draw(st.sampled_from(self.buttons(tab)), label="button"), htmx)

    @rule(tab=tabs, htmx=with_htmx, data=st.data())
    def click_where_it_is_invited(self, tab: int, htmx: bool, data: st.DataObject) -> None:
        inviting = [b for b in self.buttons(tab) if "aria-disabled" not in b.attributes]
        if inviting:
            self.click(tab, data.draw(st.sampled_from(inviting), label="button"), htmx)

    def buttons(self, tab: int) -> list[Element]:
        return self.pages[tab].by_id("board").all("button")

    def click(self, tab: int, button: Element, htmx: bool) -> None:
        """Click a cell of the board that the tab shows, be it of the match or not."""
        number = int(button["value"])
        mine = self.model.player_to_move == "human" and self.model.allows(number)
        fields = {**self.pages[tab].by_id("shown").fields, "cell": button["value"]}
        accepted = self.post(tab, "/moves", fields, htmx)
        self.assert_in_date(tab, mine)
        if accepted:
            self.see_values()
            self.model.play(number)
            self.play_replies()
        self.versions[tab] = self.version

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
        self.versions[tab] = self.version

    @rule(tab=tabs, htmx=with_htmx)
    def undo(self, tab: int, htmx: bool) -> None:
        """Go back to the last decision of a person, over and over, after the end too."""
        accepted = self.post(tab, "/undo", self.pages[tab].by_id("shown").fields, htmx)
        self.assert_in_date(tab, bool(self.model.decisions))
        if accepted:
            self.model.undo()
        self.versions[tab] = self.version

    @rule(tab=tabs, htmx=with_htmx)
    def hint(self, tab: int, htmx: bool) -> None:
        """Ask for a hint, which marks one of the best cells."""
        accepted = self.post(tab, "/hint", self.pages[tab].by_id("shown").fields, htmx)
        mine = not self.model.over and self.model.player_to_move == "human"
        self.assert_in_date(tab, mine)
        if accepted:
            self.model.help.add((len(self.model.moves), "hint"))
            hints = [b for b in self.buttons(tab) if "data-hint" in b.attributes]
            assert len(hints) == 1
            assert "aria-disabled" not in hints[0].attributes
        self.versions[tab] = self.version

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
            told = [b for b in self.buttons(tab) if "data-value" in b.attributes]
            free = [b for b in self.buttons(tab) if "empty" in b["aria-label"]]
            assert told == (free if on and not self.model.over else [])
        self.versions[tab] = self.version

    @precondition(lambda self: not self.model.people)
    @rule(tab=tabs, to_the_end=st.booleans(), htmx=with_htmx)
    def step(self, tab: int, to_the_end: bool, htmx: bool) -> None:
        """Let a program move."""
        fields = self.pages[tab].by_id("shown").fields | ({"until": "end"} if to_the_end else {})
        accepted = self.post(tab, "/step", fields, htmx)
        self.assert_in_date(tab, not self.model.over)
        if accepted:
            added = self.added()
            for number in added:
                self.model.play(number)
            assert self.model.over if to_the_end else len(added) == 1
        self.versions[tab] = self.version

    @precondition(lambda self: self.model.people)
    @rule(tab=tabs, htmx=with_htmx)
    def step_out_of_turn(self, tab: int, htmx: bool) -> None:
        """Ask for a program's move when it is a person's turn or the game is over."""
        assert not self.post(tab, "/step", self.pages[tab].by_id("shown").fields, htmx)
        self.versions[tab] = self.version

    @rule(tab=tabs, which=st.sampled_from(["same", "swapped"]), htmx=with_htmx)
    def play_again(self, tab: int, which: str, htmx: bool) -> None:
        """Press a button under the board, which speaks for the match that the tab shows."""
        fields = self.pages[tab].by_id(f"again-{which}").fields
        assert self.post(tab, "/matches", fields, htmx)
        self.model = Model(
            fields["game"],
            fields["x"],
            fields["o"],
            fields["first"].upper(),
            results=self.model.results,
        )
        self.play_replies()
        self.matches += 1
        self.seed = None
        self.versions[tab] = self.version

    @precondition(lambda self: self.model.results)
    @rule(tab=tabs, htmx=with_htmx)
    def reset_score(self, tab: int, htmx: bool) -> None:
        assert self.post(tab, "/score/reset", {}, htmx)
        self.model.results.clear()
        self.resets += 1
        self.versions[tab] = self.version

    @rule(
        method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]),
        path=st.sampled_from(["/moves", "/matches", "/score/reset", "/", "/nothing", "/healthz"]),
        htmx=with_htmx,
    )
    def wander(self, method: str, path: str, htmx: bool) -> None:
        """Ask for what is not there, or in a way that it does not answer."""
        if method == "POST" and path == "/score/reset":
            return
        response = self.client.open(path, method=method, headers=HTMX if htmx else {})
        assert response.status_code < 500

    @invariant()
    def every_page_shows_the_match(self) -> None:
        """What the tab shows, swapped or whole, is the match, and so is what a reload shows."""
        page = self.get()
        assert shown(page) == self.model.shown
        assert status(page).startswith(self.model.status)
        # In the form for a new game a person may have begun to choose: that is not swapped.
        but = {"new-game", "message"} if self.refused else {"new-game"}
        assert not differences(self.pages[self.tab], page, but=but)


def test_any_sequence_of_requests_shows_what_the_rules_give(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hypothesis seeds this one, so that what fails can be repeated.
    monkeypatch.setattr("webapp.match.randbelow", random.randrange)
    run_state_machine_as_test(
        type("AnyBrowser", (Browser,), {"app": app}),
        settings=settings(max_examples=15, stateful_step_count=25, deadline=None),
    )


def test_a_score_reset_in_another_tab_is_seen_with_the_next_move(client: FlaskClient) -> None:
    settings = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x"}
    client.post("/matches", data=settings | {"moves": "a1a2b1b2c1"})
    page = read(client.post("/matches", data=settings, follow_redirects=True).text)
    assert shown(page).score == (1, 0, 0)
    client.post("/score/reset")
    move = page.by_id("shown").fields | {"cell": "0"}
    swap(page, read(client.post("/moves", data=move, headers=HTMX).text))
    assert shown(page).score == shown(read(client.get("/").text)).score == (0, 0, 0)


@pytest.mark.parametrize(
    "other", [{"game": "square"}, {"x": "easy"}, {"first": "o"}, {"moves": "b2"}], ids=str
)
def test_a_seed_does_not_make_two_matches_one(client: FlaskClient, other: dict[str, str]) -> None:
    """A tab is behind when another has made another match from the same seed, as long as it is."""
    settings = {"game": "tic-tac-toe", "x": "human", "o": "human", "first": "x", "moves": "a1"}
    page = read(client.post("/matches?seed=7", data=settings, follow_redirects=True).text)
    client.post("/matches?seed=7", data=settings | other)
    move = page.by_id("shown").fields | {"cell": "8"}
    answer = client.post("/moves", data=move, headers=HTMX)
    swap(page, read(answer.text))
    assert not differences(page, read(client.get("/").text), but={"new-game", "message"})
    assert answer.status_code == 409


def test_a_click_is_in_date_after_games_against_several_opponents(client: FlaskClient) -> None:
    page = read(client.get("/").text)
    settings = {"game": "tic-tac-toe", "x": "human", "first": "x"}
    for opponent in ["medium", "easy"]:
        new = settings | {"o": opponent, "moves": "a1a2b1b2c1"}
        swap(page, read(client.post("/matches", data=new, headers=HTMX).text))
    swap(page, read(client.post("/matches", data=settings | {"o": "easy"}, headers=HTMX).text))
    move = page.by_id("shown").fields | {"cell": "4"}
    assert client.post("/moves", data=move, headers=HTMX).status_code == 200
