"""The page of a puzzle, made of the attempt in its address and the progress in the cookie."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple

from ai.facts.looks import look
from ai.language import N_, _, listed, ngettext
from ai.puzzles.days import DAY, FIRST_DAY, puzzle_of_day, today
from ai.puzzles.puzzle import GRADES, Puzzle
from ai.puzzles.solving import Step, moves_of_both, solution
from ai.rules import GAMES, Record
from ai.study.study import JudgedMove, Study, study
from ai.words.persons import PERSON
from ai.words.phrases import cells_listed
from ai.words.told import hint_reason, wrong_try
from webapp.address.frames import FramedBoard, StepLink
from webapp.address.kinds import BadAddress
from webapp.board.about import About
from webapp.board.board import Stage
from webapp.board.parts import absolute, address
from webapp.board.pointer import NOTHING, Pointer, hint_pointer, region_pointer, wrong_try_pointer
from webapp.honours.kept import current_honours
from webapp.honours.told import after_puzzle, trips
from webapp.puzzles import questions, words
from webapp.puzzles.address import ANSWER, CELL, LOOK, Attempt, puzzle_path
from webapp.puzzles.fitting import untried
from webapp.puzzles.progress import Progress, day_counted
from webapp.puzzles.sets import LESSON_STEPS, WANTED, LessonSet, PuzzleSet
from webapp.replay.page import headline
from webapp.replay.replay import Replay, replay_url

HINTS = {LOOK: N_("Hint"), CELL: N_("Cell"), ANSWER: N_("Answer")}
"""The keys for hints."""

ABOUT = N_("A puzzle of %(game)s. I defend as well as anyone can, and say why a wrong cell fails.")
ABOUT_QUESTIONS = N_("A question about %(game)s, with a true answer. I say why a wrong one fails.")
ALIKE = 5  # more puzzles like one


class Display(NamedTuple):
    """The board of a puzzle, what is *seen* of the status, and the text of the room. The *line*
    holds the moves of the solution, once it is found or told, and *steps* is the address of a
    replay of it.
    """

    stage: Stage
    seen: str
    said: words.Said
    line: Sequence[JudgedMove] = ()
    steps: str = ""


def puzzle_page(attempt: Attempt, progress: Progress) -> dict[str, Any]:
    """The values of the page of *attempt* for a browser with *progress*. The status is *heard* at
    once. *hint_key* names the next hint; it is empty once the answer is known. *following* is the
    name and the address of the next puzzle to solve; the form *skips* to it if that is to be kept.
    Once this one is solved, *more* are others, *facts* are names and texts, and *result* is to be
    shared. *code* is that of the class that works on it.
    """
    solved, shown, name = attempt.solved, display(attempt), _name(attempt)
    honours = current_honours()
    level = after_puzzle(attempt.puzzle, honours) if solved else None
    streak = honours.streak.on(today())
    return {
        "attempt": attempt,
        "progress": progress,
        "streak": streak,
        "level": level,
        "trips": trips(attempt.puzzle) if solved and attempt.puzzle.number else "",
        "name": name,
        "code": attempt.chosen.query.get("class", "") if attempt.chosen else "",
        "about": _about(attempt),
        "week": _week(attempt.day, progress) if attempt.day else None,
        "heard": _heard(attempt, shown),
        "shown": shown,
        "hint_key": _hint_key(attempt),
        "winners": questions.winners(attempt),
        "following": following_of(attempt, progress),
        "skips": bool(attempt.puzzle.number) and not (solved or attempt.day or attempt.chosen),
        "more": _more(attempt, progress) if solved else [],
        "facts": [*words.facts(attempt.puzzle)] if solved else [],
        "result": _result(attempt, name, streak) if solved else "",
        "hardest": GRADES[-1],
    }


def _name(attempt: Attempt, *, with_year: bool | None = None) -> str:
    """The day or the number of the puzzle; of one without a number, whence it comes."""
    if attempt.day:
        return words.date_in_words(attempt.day, with_year=with_year)
    number = attempt.puzzle.number
    return _("Puzzle %(number)s", number=number) if number else _("One of my mistakes")


def _hint_key(attempt: Attempt) -> str:
    return "" if attempt.is_told else _(HINTS[attempt.ask(attempt.hint + 1).hint])


def display(attempt: Attempt) -> Display:
    """The board and the words."""
    puzzle, here = attempt.puzzle, study(attempt.position)
    solved, right = attempt.solved, attempt.right
    if puzzle.is_question:
        shown = questions.stage(attempt), questions.how_far(attempt), questions.said(attempt)
        if not attempt.is_told:
            return Display(*shown)
        return Display(*shown, questions.line(puzzle), replay_url(questions.replay_of(puzzle)))
    steps = right if solved else solution(puzzle, attempt.position) if attempt.is_told else ()
    line = moves_of_both(steps)
    cells = [move.cell for move in (line if solved else [*moves_of_both(right), *line])]
    stage = Stage(
        attempt.position,
        last=(right[-1].reply or right[-1].move).cell if right else None,
        playable=not solved,
        inert=True,
        hint=words.pointed_at(here).cell if attempt.hint >= CELL and not solved else None,
        tried=attempt.tried,
        pointer=_pointer(attempt, here),
    )
    seen, said = words.move_seen(len(right), here), _said(attempt, here, steps)
    return Display(stage, seen, said, line, _steps_url(puzzle, cells) if attempt.is_told else "")


def _pointer(attempt: Attempt, here: Study) -> Pointer:
    """The drawing of the hint, or of the last wrong try."""
    if attempt.solved or (attempt.hint == LOOK and words.every_cell_holds(here)):
        return NOTHING
    move = words.pointed_at(here)
    if attempt.hint == LOOK:
        return region_pointer(look(move), here.position.game)
    if attempt.hint:
        return hint_pointer(move)
    return wrong_try_pointer(here.moves[attempt.tried[-1]]) if attempt.tried else NOTHING


def puzzle_board(attempt: Attempt) -> FramedBoard:
    """The board of an attempt at a puzzle: an empty cell leads to the attempt with it."""
    shown, keys = display(attempt), []
    if attempt.cells or attempt.hint:
        keys.append(StepLink("again", _("Again"), f"{attempt.anew.url}#hint"))
    keys += [
        StepLink(f"winner-{number}", winner, attempt.marked(number).url)
        for number, winner, tried in questions.winners(attempt)
        if not tried
    ]
    if hint_key := _hint_key(attempt):
        focused = "again" if attempt.hint == CELL else "hint"  # the answer is the last hint
        url = f"{attempt.ask(attempt.hint + 1).url}#{focused}"
        keys.append(StepLink("hint", hint_key, url))
    following, url = following_of(attempt, Progress())
    if attempt.solved and url != attempt.series_address:
        keys.append(StepLink("next", following, url))
    open_cells = [cell.number for cell in shown.stage.cells if cell.playable]
    asked = shown.seen if attempt.puzzle.is_question else words.task(attempt.puzzle)
    return FramedBoard(
        attempt.url,
        _about(attempt).title,
        _heard(attempt, shown),
        _("Solved") if attempt.solved else asked,
        shown.said.lead,
        shown.said.text,
        shown.stage,
        tuple(keys),
        is_played=True,
        cells={cell: f"{attempt.marked(cell).url}#cell-{cell}" for cell in open_cells},
        line=shown.line,
        bad=shown.said.bad,
        solved=attempt.solved,
        tries=len(attempt.steps) - len(attempt.right),
    )


def first_board(chosen: PuzzleSet | None) -> FramedBoard:
    """The board of the first puzzle of the set that was *chosen*; raises BadAddress without one."""
    if not (chosen and chosen.puzzles):
        raise BadAddress(N_("There is no puzzle to show at this address."))
    return puzzle_board(Attempt(chosen.puzzles[0], chosen=chosen))


def _about(attempt: Attempt) -> About:
    """The metadata; the canonical page has the number, and no moves."""
    puzzle, shared = attempt.puzzle, absolute(attempt.path)
    picture = f"{attempt.path}.png" if attempt.day else puzzle_path(puzzle, "puzzles.picture")
    title = f"{words.task_in_game(puzzle)} – {_name(attempt, with_year=True)}"
    text = _(ABOUT_QUESTIONS if puzzle.is_question else ABOUT, game=_(puzzle.game.name))
    page, picture = absolute(puzzle_path(puzzle)), absolute(picture)
    return About(title, text, shared, page, picture, puzzle.position, endless=True, embed=shared)


def _week(day: date, progress: Progress) -> dict[str, object]:
    """The week of *day*, which is its *weekday*, from 0: the names and grades of its *days*, those
    whose puzzles are *solved*, and the same *in_words*. Later days are not out.
    """
    days, names = [day + (it - day.weekday()) * DAY for it in range(7)], words.weekdays()
    puzzles = [puzzle_of_day(it) for it in days]
    out = [number for number, it in enumerate(days) if FIRST_DAY <= it <= today()]
    solved = [number for number in out if progress.has(puzzles[number])]
    told = _(
        "Difficulty %(grade)s of %(most)s, on a week from Monday, %(first)s, to Sunday, %(last)s.",
        grade=puzzles[day.weekday()].grade,
        most=GRADES[-1],
        first=puzzles[0].grade,
        last=puzzles[-1].grade,
    )
    if solved:
        told = _("%(week)s Solved: %(days)s.", week=told, days=listed(names[it] for it in solved))
    return {
        "weekday": day.weekday(),
        "days": [(name, it.grade) for name, it in zip(names, puzzles, strict=True)],
        "solved": solved,
        "in_words": told,
    }


def _heard(attempt: Attempt, shown: Display) -> str:
    """The status for screen readers, all at once; the task only at the start, cells in the loop."""
    position, said, loop = attempt.position, shown.said, shown.stage.pointer.region
    status = headline(position)
    if attempt.solved:
        solved = _("Solved.")  # Babel finds no message in an f-string
        lead = f" {said.lead}" if attempt.puzzle.is_question else ""
        return f"{status}. {solved}{lead} {said.text}".rstrip()
    if attempt.cells or attempt.hint:
        told = f"{status}. {shown.seen}. {said.lead} {said.text}"
        listed = cells_listed(position.game, loop) if loop else ""
        in_loop = _("Loop: %(cells)s.", cells=listed)
        return f"{told} {in_loop}" if loop else told
    return f"{status}. {said.lead}"


def _said(attempt: Attempt, here: Study, steps: Sequence[Step]) -> words.Said:
    """The text of the room; *steps* are those of the solution, once it is found or told."""
    goal = attempt.puzzle.goal
    if attempt.solved:
        return words.Said(words.solved(steps, goal), words.how_it_went(steps, goal))
    if attempt.hint == ANSWER:
        return words.Said(_("The answer"), words.how_it_goes(steps[0].move))
    if attempt.hint == CELL:
        shown = words.pointed_at(here)
        return words.Said(_("Hint: %(cell)s", cell=shown.name), hint_reason(shown, PERSON))
    if attempt.hint == LOOK:
        return words.Said(_("Hint"), words.look_for(here))
    if not attempt.steps:
        right = words.how_many(attempt.puzzle.study)
        sides = _("You are X; Unbeatable answers. %(right)s", right=right)
        return words.Said(words.task(attempt.puzzle), sides)
    last = attempt.steps[-1]
    if not last.is_right:
        return words.Said(_("Try again"), wrong_try(last.move, PERSON), bad=True)
    return words.Said(words.praise(last, goal), words.after_right(last, goal))


def _steps_url(puzzle: Puzzle, cells: Iterable[int], made: int = 0) -> str:
    """The address of a replay that steps through moves on *cells*, of which some are *made*."""
    record = Record(puzzle.position, tuple(cells))
    return replay_url(Replay.of(record).at(puzzle.position.ply + made))


def following_of(attempt: Attempt, progress: Progress) -> tuple[str, str]:
    """The name and the address of the next puzzle to solve: the first of its series without a
    result, else one of those after it to be mended, else they lead back, as after the last step of
    a lesson and in a ticked one. Without a series it is a little harder; the next number if nothing
    is known of the solver, or in a game that is not of the first two.
    """
    puzzle, chosen = attempt.puzzle, attempt.chosen or PuzzleSet(attempt.puzzle.game)
    if attempt.day and attempt.day != FIRST_DAY and not attempt.solved:
        before = attempt.day - DAY
        name = _("Puzzle of %(day)s", day=words.date_in_words(before))
        return name, address("puzzles.of_day", day=f"{before}")
    if not attempt.chosen and puzzle.game.key in GAMES and (attempt.day or progress.tried):
        return _("A little harder next"), address("puzzles.a_little_harder", after=puzzle.game.key)
    following = progress.next_after(puzzle, chosen.puzzles)
    lesson = chosen if isinstance(chosen, LessonSet) else None
    at_end = lesson and (puzzle == lesson.puzzles[WANTED - 1] or lesson.is_done(progress))
    if following and following != puzzle and not at_end:
        return _("Next puzzle"), Attempt(following, chosen=attempt.chosen).url
    if attempt.chosen is None:
        return _("All puzzles"), address("puzzles.index")
    if lesson:
        return _("Back to the lesson"), f"{lesson.address}?step={LESSON_STEPS}"
    return _("See how it went"), chosen.address


def _more(attempt: Attempt, progress: Progress) -> list[tuple[str, str]]:
    """The names and addresses of what else a solved puzzle leads to: what would have happened after
    the wrong cell that was tried first, and more puzzles like it.
    """
    puzzle, found = attempt.puzzle, []
    for at, step in enumerate(attempt.steps):
        if not puzzle.is_question and not step.is_right:
            name = _("After your %(cell)s", cell=step.move.name)
            cells = [move.cell for move in moves_of_both(attempt.steps[:at])]
            found.append((name, _steps_url(puzzle, [*cells, *step.move.variation], len(cells))))
            break
    kind = puzzle.game, puzzle.theme
    alike = (it for it in untried(progress) if it != puzzle and (it.game, it.theme) == kind)
    nearest = sorted(alike, key=lambda it: abs(it.level - puzzle.level))[:ALIKE]
    if nearest:
        name = ngettext("%(num)s more like this", "%(num)s more like this", len(nearest))
        found.append((name, Attempt(nearest[0], chosen=PuzzleSet(listed=tuple(nearest))).url))
    return found


def _result(attempt: Attempt, name: str, streak: int) -> str:
    """The result to share, which gives nothing away: a sign for each try."""
    signs = " ".join("✓" if step.is_right else "✗" for step in attempt.steps)
    told = [f"{words.task_in_game(attempt.puzzle)} {signs}"]
    if attempt.helped:
        told.append(_("with a hint"))
    if attempt.day == day_counted(attempt.day) and streak > 1:
        told.append(_("%(days)s days in a row", days=streak))
    return f"Tic Tac Why, {name}\n{' · '.join(told)}"
