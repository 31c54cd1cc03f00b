"""The page of a puzzle, made of the attempt in its address and the progress in the cookie."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ai.explain.advice import hint_reason
from ai.explain.persons import PERSON
from ai.explain.values import percent
from ai.language import N_, _
from ai.puzzles.days import today
from ai.puzzles.puzzle import Goal, Puzzle
from ai.puzzles.solving import Step, Verdict, moves_of_both, solution
from ai.rules.position import Mark
from ai.rules.record import Record
from ai.study.study import Study, study
from webapp.board.about import About, oembed_url
from webapp.board.board import Stage
from webapp.board.parts import absolute, address
from webapp.board.players import Players
from webapp.puzzles import words
from webapp.puzzles.address import ANSWER, CELL, LOOK, Attempt, day_before
from webapp.puzzles.progress import Progress, day_counted
from webapp.puzzles.sets import PuzzleSet
from webapp.replay.replay import Replay, replay_url

HINTS = {0: N_("Hint"), LOOK: N_("Cell"), CELL: N_("Answer")}
"""The key for the next hint, by the last one shown; the answer is the last."""


class Said(NamedTuple):
    """The text of the room: a *heading* and a sentence, which may be *bad* news."""

    heading: str
    text: str
    bad: bool = False


@dataclass(frozen=True)
class PuzzlePage:
    """The page of *attempt* for a browser with *progress*."""

    attempt: Attempt
    progress: Progress

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.attempt.puzzle

    @property
    def here(self) -> Study:
        """The study of the position on the board."""
        return study(self.attempt.position)

    @property
    def name(self) -> str:
        """The name of the puzzle: its day, or its number."""
        if self.attempt.day:
            return _("Puzzle of %(day)s", day=self.attempt.day)
        return _("Puzzle %(number)s", number=self.puzzle.number)

    @property
    def title(self) -> str:
        """The title: task, game and name."""
        return f"{words.whole_task(self.puzzle)} – {_(self.puzzle.game.name)}, {self.name}"

    @property
    def about(self) -> About:
        """The metadata; the canonical page has the number, and no moves."""
        puzzle = self.puzzle
        key, number = puzzle.game.key, f"{puzzle.number}"
        page = absolute(address("puzzles.show", game_key=key, number=number))
        return About(
            self.title,
            _(
                "A puzzle of %(game)s, difficulty %(grade)s of 5. I defend as well as anyone can,"
                " and say why a wrong cell fails.",
                game=_(puzzle.game.name),
                grade=puzzle.grade,
            ),
            self.attempt.shared,
            page,
            absolute(address("puzzles.picture", game_key=key, number=number)),
            puzzle.position,
            endless=True,
            oembed=oembed_url(self.attempt.shared),
        )

    @property
    def stage(self) -> Stage:
        """The board."""
        attempt, move = self.attempt, self.attempt.right[-1] if self.attempt.right else None
        shows_cell = attempt.hint >= CELL and not attempt.solved
        return Stage(
            attempt.position,
            last=(move.reply or move.move).cell if move else None,
            playable=not attempt.solved,
            inert=True,
            hint=words.pointed_at(self.here).cell if shows_cell else None,
            tried=attempt.tried,
        )

    # The status.

    @property
    def state(self) -> str:
        """The state in the status: `active` until the puzzle is solved."""
        return "solved" if self.attempt.solved else "active"

    @property
    def headline(self) -> str:
        """The status in the words of the page contract."""
        if not (outcome := self.attempt.position.outcome):
            return _("%(mark)s to move", mark=self.attempt.position.to_move)
        return _("%(mark)s wins", mark=outcome.winner) if outcome.winner else _("Tie")

    @property
    def task(self) -> str:
        """The task of the puzzle, with its side."""
        return words.whole_task(self.puzzle)

    @property
    def task_seen(self) -> str:
        """The task after the sign of its side."""
        return words.task(self.puzzle)

    @property
    def heard(self) -> str:
        """The status for screen readers: all of it at once, the task only at the start."""
        said, attempt = self.said, self.attempt
        if attempt.solved:
            return f"{self.headline}. {_('Solved.')} {said.heading}."
        if attempt.cells or attempt.hint:
            return f"{self.headline}. {said.heading}. {said.text}"
        return f"{self.headline}. {self.task}."

    @property
    def said(self) -> Said:
        """The text of the room."""
        attempt, last, goal = self.attempt, self.attempt.last, self.puzzle.goal
        if attempt.solved:
            heading = _("You win") if goal is Goal.WIN else _("You hold the draw")
            return Said(heading, words.how_it_went(attempt.right, goal))
        if attempt.hint == ANSWER:
            return Said(_("The answer"), words.how_it_goes(self.answer[0].move))
        if attempt.hint == CELL:
            shown = words.pointed_at(self.here)
            return Said(_("Hint: %(cell)s", cell=shown.name), hint_reason(shown, PERSON))
        if attempt.hint == LOOK:
            return Said(_("Hint"), words.look_for(self.here))
        if last is None:
            return Said(_("Find the move"), words.first_words(self.puzzle))
        if last.verdict is Verdict.WRONG:
            return Said(_("Try again"), words.refusal(last), bad=True)
        return Said(words.praise(last, goal), words.after_right(last, goal))

    @property
    def answer(self) -> tuple[Step, ...]:
        """The solution from the position on the board."""
        return solution(self.puzzle, self.attempt.position)

    @property
    def line(self) -> list[tuple[Mark, str]]:
        """The moves of the solution, once it is found or told: each mark and its cell's name."""
        attempt = self.attempt
        if not attempt.solved and attempt.hint != ANSWER:
            return []
        steps = attempt.right if attempt.solved else self.answer
        return [(move.mark, move.name) for move in moves_of_both(steps)]

    @property
    def steps(self) -> str:
        """The address of a replay that steps through the solution."""
        attempt = self.attempt
        steps = (*attempt.right, *(() if attempt.solved else self.answer))
        moves = tuple(move.cell for move in moves_of_both(steps))
        replay = Replay.of(Record(self.puzzle.position, moves), Players())
        return replay_url(replay.at(self.puzzle.position.ply))

    # Keys.

    @property
    def hint_key(self) -> str:
        """The name of the key for the next hint; empty once the answer is known."""
        attempt = self.attempt
        return "" if attempt.solved or attempt.hint == ANSWER else _(HINTS[attempt.hint])

    @property
    def puzzles_address(self) -> str:
        """The address of the lesson or the set, or of all puzzles."""
        chosen = self.attempt.chosen
        return chosen.address if chosen else address("puzzles.index")

    @property
    def following(self) -> tuple[str, str]:
        """The name and the address of the next puzzle to solve: of the lesson or set, of the
        day before, or by number. Without one left they lead back.
        """
        attempt, puzzle = self.attempt, self.puzzle
        if attempt.day:
            if before := day_before(attempt.day):
                url = address("puzzles.of_day", day=f"{before}")
                return _("Puzzle of %(day)s", day=before), url
            return _("All puzzles"), self.puzzles_address
        chosen = attempt.chosen or PuzzleSet(puzzle.game)
        following = chosen.next_after(puzzle, self.progress)
        if following is None or following == puzzle:
            return chosen.way_back, self.puzzles_address
        return _("Next puzzle"), Attempt(following, chosen=attempt.chosen).url

    # After the solution.

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """Facts of the puzzle that would help to solve it: names and texts."""
        puzzle = self.puzzle
        yield _("Themes"), ", ".join(words.themes_named(puzzle))
        yield (
            _("Difficulty"),
            _(
                "%(grade)s of 5: a beginner fails %(share)s",
                grade=puzzle.grade,
                share=percent(puzzle.difficulty),
            ),
        )
        yield _("Temptations"), words.tempting(puzzle)
        yield _("Who fails it"), words.fooled(puzzle)

    @property
    def streak(self) -> int:
        """The streak today."""
        return self.progress.streak_on(today())

    @property
    def result(self) -> str:
        """The result to share, which gives nothing away: a sign for each try."""
        attempt = self.attempt
        signs = " ".join("✗" if step.verdict is Verdict.WRONG else "✓" for step in attempt.steps)
        told = [f"{_(self.puzzle.game.name)}, {words.whole_task(self.puzzle)}: {signs}"]
        if attempt.helped:
            told.append(_("with a hint"))
        if attempt.day == day_counted(attempt.day) and self.streak > 1:
            told.append(_("streak %(days)s", days=self.streak))
        return f"Tic Tac Why, {self.name}\n{' · '.join(told)}"

    @property
    def place(self) -> tuple[int, int, int] | None:
        """In a series: the place of the puzzle, how many there are, and how many are solved."""
        chosen = self.attempt.chosen
        if not chosen or self.puzzle not in chosen.puzzles:
            return None
        puzzles = chosen.puzzles
        return puzzles.index(self.puzzle) + 1, len(puzzles), self.progress.count(puzzles)
