"""A browser that asks at random, beside a model of the match: its page shows what the rules say."""

import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from flask import Flask

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
    of_card,
    read,
    shown,
    status,
    swap,
)
from tests.reference import diagram, worths
from tests.strategies import marks_in_turn, record_of

PLAYERS = ("human", *OPPONENTS)

UNDONE = re.compile(r"Took back [^.]+|Back at move \d+")
CHANGED = re.compile("[-+](?![-+])")
SHEET = re.compile(r"[-+](<link .*\.css|</link>|$)")  # those of an end move

Left = tuple[Model, set[int]]  # a match and its tries


class Browser:
    def __init__(self, app: Flask, lots: Random) -> None:
        self.lots = lots
        self.client = app.test_client()
        self.model = Model()
        self.values = False
        self.tried = set[int]()
        self.left: list[Left] = []
        self.kept: tuple[list[tuple[str, str, str | None]], list[tuple[Model, bool]]] | None = None
        self.page = self.get()
        self.earlier = self.fields
        self.refused = False
        self.done: list[str] = []

    def walk(self, steps: int) -> None:
        """Ask for so many things at random; after each the page shows the match."""
        for _ in range(steps):
            action = self.lots.choice(ACTIONS)
            self.done.append(action.__name__)
            action(self)
            self.expect_the_match()

    def expect_the_match(self) -> None:
        """The page, swapped or whole, shows the match, and so does a new one."""
        page = self.get()
        assert shown(page) == self.model.shown, self.done
        tried = [it for it in page.by_id("board").all("button") if "data-tried" in it.attributes]
        assert {int(it["value"]) for it in tried} == self.tried, self.done
        reset = page.by_id("reset")
        was_reset = "Bring back the score" in reset.text
        assert was_reset == (self.kept is not None) == reset["action"].endswith("/back"), self.done
        assert status(page).startswith(self.model.status), self.done
        assert not dangling(page) | dangling(self.page)
        # The form for a new game is not swapped: a person may have changed it.
        # The page tells an undo once.
        but = {"new-game", "answer", *(["message"] if self.refused else [])}
        found = [UNDONE.sub("Undone", it) for it in differences(self.page, page, but=but)]
        changed = [it for it in found if CHANGED.match(it) and not SHEET.match(it)]
        gone, new = ([it[1:] for it in changed if it[0] == sign] for sign in "-+")
        assert gone == new, self.done

    # What the model says.

    @property
    def fields(self) -> dict[str, str]:
        """The fields with which the page says what it shows."""
        return self.page.by_id("shown").fields

    @property
    def a_person_moves(self) -> bool:
        return not self.model.over and self.model.player_to_move == "human"

    @property
    def shows_values(self) -> bool:
        """Whether the cells show values; in a puzzle, where a person is to find a move at the ply
        that is retried, only once a hint told the cell.
        """
        model = self.model
        hinted = (len(model.moves), "cell") in model.help
        puzzle = (
            model.retry == len(model.moves)
            and self.a_person_moves
            and len({value for value, _plies in worths(model.board).values()}) > 1
        )
        return self.values and (not puzzle or hinted)

    def see_values(self) -> None:
        """A person to move who sees the values is helped by them."""
        if self.shows_values and self.a_person_moves:
            self.model.help.add((len(self.model.moves), "values"))

    def begin(self, model: Model) -> None:
        """Take *model* for a match that is new on the board."""
        self.leave()
        self.model = replace(model, results=self.model.results)
        self.tried.clear()
        replies = iter(self.added())
        self.model.play_replies(replies)
        assert not [*replies]

    def leave(self) -> None:
        """Keep the match on the board, if it may be missed, so that it can be brought back, and the
        one before a retry.
        """
        model, retried = self.model, self.model.retry is not None
        self.kept = None
        if retried or model.decisions or (not model.people and model.made):
            copy = replace(model, moves=[*model.moves], help={*model.help})
            games = [left for left in self.left if retried and left[0].retry is None]
            self.left = [(copy, {*self.tried}), *games[:1]]

    @property
    def way_back(self) -> list[Left]:
        """The matches left, without a retry that is over before its game."""
        is_over = [left[0].over and left[0].retry is not None for left in self.left]
        return self.left[1:] if is_over[:1] == [True] else self.left

    # How it asks.

    def get(self, address: str = "/") -> Element:
        response = self.client.get(address)
        assert response.status_code == 200
        return read(response.text)

    def post(self, path: str, fields: Mapping[str, str]) -> bool:
        """Send a form, by htmx or without; whether it was accepted."""
        htmx = self.lots.random() < 0.5
        response = self.client.post(path, data=fields, headers=HTMX if htmx else {})
        if htmx:
            swap(self.page, read(response.text))
        elif response.status_code == 303:
            assert not response.text.count("cell-"), "a redirect draws nothing"
            self.page = self.get(response.location)
        else:
            self.page = read(response.text)
            fold(self.page)
        self.refused = response.status_code != (200 if htmx else 303)
        assert not self.refused or response.status_code in {400, 409}
        assert self.refused == bool(message(self.page))
        return not self.refused

    def post_from_page(self, path: str, *, possible: bool, **fields: str) -> bool:
        """Send a form with the fields of the page: accepted if *possible*."""
        assert self.post(path, self.fields | fields) == possible, self.done
        return possible

    def added(self) -> list[int]:
        """The moves that the page shows and the model does not know yet."""
        moves = shown(self.page).moves[len(self.model.made) :]
        return [cell(self.model.game, move.split()[1]) for move in moves]

    def buttons(self) -> list[Element]:
        return self.page.by_id("board").all("button")

    # What it asks for.

    def reload(self) -> None:
        self.page = self.get()
        self.refused = False
        assert not message(self.page)

    def ask_from_an_earlier_page(self) -> None:
        """Ask as a page of some steps before: that is refused if it shows anything else."""
        earlier, self.earlier = self.earlier, self.fields
        if earlier["match"] != self.earlier["match"]:
            assert not self.post("/hint", earlier), self.done

    def start(self) -> None:
        """Start a match, perhaps with marks set up: by a drawing, by moves, by both."""
        lots = self.lots
        x, o = (lots.choice(("human", lots.choice(PLAYERS))) for _ in "XO")
        started = Model(lots.choice([*GAMES]), x, o, lots.choice("XO"))
        some = lots.sample(started.cells, lots.choice((0, 0, lots.randrange(len(started.cells)))))
        legal = replay(started, some)
        drawn = lots.randint(0, len(started.moves))
        picture = diagram(replace(started, moves=some[:drawn]).board) if drawn else ""
        moves = picture + "".join(name(started.game, cell) for cell in some[drawn:])
        fields = {"game": started.game, "x": x, "o": o, "first": started.first.lower()}
        game = GAMES[started.game]
        suited = all(it == "human" or OPPONENTS[it].plays(game) for it in (x, o))
        assert self.post("/matches", fields | {"moves": moves}) == (legal and suited), self.done
        if not self.refused:
            self.begin(replace(started, set_up=len(started.moves)))

    def bring_back(self) -> None:
        """Bring back the match that was left last, if any, and leave the present one."""
        assert self.post("/back", {}) == bool(self.way_back), self.done
        if self.refused:
            return
        (model, tried), *others = self.way_back
        self.left = []
        self.leave()
        self.left = others + self.left
        self.model, self.tried = model, tried

    def click_a_cell(self) -> None:
        inviting = [it for it in self.buttons() if "aria-disabled" not in it.attributes]
        some = inviting if inviting and self.lots.random() < 0.8 else self.buttons()
        self.click(self.lots.choice(some))

    def click(self, button: Element) -> None:
        number = int(button["value"])
        allowed = self.model.allows(number) and number not in self.tried
        possible = self.model.player_to_move == "human" and allowed
        if self.post_from_page("/moves", possible=possible, cell=button["value"]):
            self.kept = None
            self.see_values()
            cell = self.page.by_id(f"cell-{number}")
            if "data-tried" in cell.attributes:
                self.tried.add(number)
                self.model.help -= {(len(self.model.moves), step) for step in ("hint", "cell")}
            else:
                self.tried.clear()
                self.model.play(number)
                self.model.play_replies(iter(self.added()))

    def play_to_the_end(self) -> None:
        """Click whatever cell, until the game is over or a retry waits for another try."""
        while self.a_person_moves:
            number = self.lots.choice([it for it in self.model.cells if self.model.allows(it)])
            self.click(self.buttons()[number])
            if self.tried:
                break

    def undo(self) -> None:
        """Go back to the last decision of a person, over and over, after the end too."""
        if self.post_from_page("/undo", possible=bool(self.model.decisions)):
            self.model.undo()
            self.kept = None
            self.tried.clear()

    def hint(self) -> None:
        """Ask for a hint, which marks a region and then one of the best cells."""
        if self.post_from_page("/hint", possible=self.a_person_moves):
            first = (len(self.model.moves), "hint") not in self.model.help
            self.model.help.add((len(self.model.moves), "hint" if first else "cell"))
            hints = [it for it in self.buttons() if "data-hint" in it.attributes]
            assert {it["data-hint"] for it in hints} == ({"region"} if first else {""})
            assert first or len(hints) == 1
            assert not any("aria-disabled" in it.attributes for it in hints)

    def switch_values(self) -> None:
        on = self.lots.random() < 0.5
        if self.post_from_page("/values", possible=True, show="on" if on else "off"):
            self.see_values()
            self.values = on
            self.see_values()
            valued = [it for it in self.buttons() if "data-value" in it.attributes]
            free = [it for it in self.buttons() if "empty" in it["aria-label"]]
            assert valued == (free if self.shows_values and not self.model.over else [])

    def step(self) -> None:
        """Let a program move: it is refused if a person plays, or the game is over."""
        until = self.lots.choice(({}, {"until": "end"}))
        possible = not self.model.over and not self.model.people
        if self.post_from_page("/step", possible=possible, **until):
            self.kept = None
            added = self.added()
            for number in added:
                self.model.play(number)
            assert self.model.over if until else len(added) == 1

    def play_again(self) -> None:
        chosen = self.lots.choice(("again-same", "again-swapped"))
        for button in of_card(self.page, "button"):
            if button["id"] == chosen:
                assert self.post("/matches", button.fields)
                self.begin(model_of_fields(button.fields))

    def retry(self) -> None:
        """Retry the move that decided the game, if a person made it."""
        buttons = of_card(self.page, "button")
        forms = [it.fields for it in buttons if it["id"] == "retry"]
        if not forms:
            return
        assert self.post("/matches", forms[0])
        retried = model_of_fields(forms[0])
        assert record_of(retried).is_prefix_of(record_of(self.model))
        assert (self.model.x, self.model.o) == (retried.x, retried.o)
        self.leave()
        self.model.retry = len(retried.moves)
        self.model.go_back(self.model.retry)
        self.model.forgotten = False
        self.tried.clear()

    def reset_score(self) -> None:
        """Forget the results; a second time there are none, but the first can still be undone."""
        if not self.model.results and not self.kept:
            return
        assert self.post("/score/reset", {})
        models = [self.model, *(model for model, _tried in self.left)]
        self.kept = self.kept or ([*self.model.results], [(it, it.forgotten) for it in models])
        self.model.results.clear()
        for model in models:
            model.forgotten |= model.over

    def bring_back_score(self) -> None:
        """Remember the results, as long as the match has not gone on since they were forgotten."""
        assert self.post("/score/back", {}) == (self.kept is not None), self.done
        if self.kept:
            self.model.results[:], forgotten = self.kept
            for model, flag in forgotten:
                model.forgotten = flag
            self.kept = None


ACTIONS = (
    *(Browser.click_a_cell, Browser.play_to_the_end, Browser.start) * 3,
    *(Browser.undo, Browser.hint, Browser.switch_values, Browser.step, Browser.retry) * 2,
    *(Browser.play_again, Browser.bring_back, Browser.reload) * 2,
    *(Browser.ask_from_an_earlier_page, Browser.reset_score, Browser.bring_back_score),
)


def model_of_fields(fields: Mapping[str, str]) -> Model:
    """The match that a form of a page starts or goes back to, without its replies."""
    model = Model(fields["game"], fields["x"], fields["o"], fields["first"].upper())
    record = parse_record(GAMES[model.game], fields.get("moves", ""), Mark(model.first))
    moves = [*marks_in_turn(record.start, model.first), *record.moves]
    return replace(model, moves=moves, set_up=record.start.ply)
