"""English: a table from facts to sentences.

A sentence names all fields of its fact, and nothing else; :mod:`ai.words.telling` lists the forms
of a field. Of several sentences on a fact, the first that names all its fields and fits into the
room tells it. A sentence on a side is written once, with pronouns, or else for each person.
"""

import re

from ai.facts import best as b
from ai.facts import effects as e
from ai.facts import endings as n
from ai.facts import looks as k
from ai.facts import positions as p
from ai.facts import reasons as r
from ai.facts import story as t
from ai.facts import verdicts as v
from ai.facts.fact import Fact
from ai.language import sentence_case
from ai.study.study import Idea
from ai.words.english_voices import VOICES
from ai.words.telling import Alternatives, By, Per, Phrasebook, Said

FIRST, SECOND = ("I", "me", "my", "mine"), ("you", "you", "your", "yours")
SIDE, OTHER = ((name, name, f"{name}'s", f"{name}'s") for name in ("{side}", "{other}"))


def by(sentence: str) -> By:
    """The *sentence* for each person. It has placeholders for pronouns: *i*, *me*, *my* and *mine*
    of the side; *you*, *thee* (the object), *your* and *yours* of the other one. One in upper case
    begins a sentence. What stands after a bar replaces what is before it where the side has a name.

    >>> by("{I} took {your} cell.")
    By(me='I took your cell.', you='You took my cell.', side="{side} took {other}'s cell.")
    >>> by("{I} {win|wins}.")
    By(me='I win.', you='You win.', side='{side} wins.')
    """

    names = "i", "me", "my", "mine", "you", "thee", "your", "yours"

    def told(side: tuple[str, ...], other: tuple[str, ...]) -> str:
        words = dict(zip(names, side + other, strict=True))
        words |= {sentence_case(name): sentence_case(word) for name, word in words.items()}

        def word(found: re.Match[str]) -> str:
            name = found[2] if found[2] and side is SIDE else found[1]
            return words.get(name, name if found[2] else found[0])

        return re.sub(r"{(\w+)\|?(\w*)}", word, sentence)

    return By(told(FIRST, SECOND), told(SECOND, FIRST), told(SIDE, OTHER))


def or_counted(sentence: str | By) -> Alternatives:
    """The *sentence*, and a shorter one with the number of the winning sets or cells that it names.

    >>> or_counted("{cells} {cells:wins|win} at once.")
    ['{cells} {cells:wins|win} at once.', '{cells:count} cells win at once.']
    """

    def counted(text: str) -> str:
        text = re.sub(r"{(lines|blocks)}", r"{\1:count}", text)
        return re.sub(r"{cells:\w+\|(\w+)}", r"\1", text.replace("{cells}", "{cells:count} cells"))

    return [
        sentence,
        By(*map(counted, sentence)) if isinstance(sentence, By) else counted(sentence),
    ]


def of_a_win(why: str, in_short: str = "") -> Alternatives:
    """*why* after the winning sets that it explains; after their number, perhaps *in_short*."""
    return [by(f"{{lines}}: {why}"), by(f"{{lines:count}} won: {in_short or why}")]


SENTENCES: dict[type[Fact], Said] = {
    e.Completes: or_counted("{cell} completes {lines}."),
    e.Blocks: or_counted("{cell} blocks {lines}."),
    e.MustBlock: [
        *or_counted(by("{I} must block {lines} on {answer}.")),
        by("{You} {threaten|threatens} {lines:count} on {answer}."),
    ],
    e.CannotBlock: [
        by("{fork} forks: {i} can't block {threats} with one move."),
        by("{fork} forks: {threats:cells} are threatened, and {i} {have|has} one move."),
        by("{I} can't block {threats} with one move."),
        by("{threats:cells} are threatened, and {i} {have|has} one move."),
        by("{fork} forks: {you} {threaten|threatens} {threats:cells}."),
        by("{You} {threaten|threatens} {threats:cells}."),
        by("{fork} forks: {you} {threaten|threatens} {threats:count} cells."),
        by("{You} {threaten|threatens} {threats:count} cells."),
    ],
    e.Threatens: [
        by("Then {cell} threatens {answer}, which {i} must take."),
        *or_counted(by("Then {cell} blocks {blocks} and threatens {answer}, which {i} must take.")),
    ],
    e.Decides: [
        by("Then {cell} threatens {answers} at once: {i} can take only one."),
        by("Then {cell} blocks {blocks} and threatens {answers}: {i} can take only one."),
        by("Then {cell} blocks {blocks:count}, and of {answers} {i} can take only one."),
        by("Then {cell} threatens {answers:count} cells at once: {i} can take only one."),
        by("Then {cell} blocks {blocks:count}, and of {answers:count} cells {i} can take one."),
    ],
    e.CanPlay: [
        by("Then {i} can play {cell}."),
        by("After {lost} {i} can play {cell}."),
    ],
    e.LeavesOpen: or_counted("It leaves {lines} open on {cell}."),
    e.EveryReplyLoses: "Every reply loses.",
    e.QuietWin: "It is quiet, but every reply loses.",
    e.Beats: [
        "After {replies:or}: {cell} threatens {answers} at once.",
        "After {replies:count} replies: {cell} threatens {answers} at once.",
        "After {replies:or}: {course}, then {cell} threatens {answers} at once.",
        "After {replies:count} replies: {course}, then {cell} threatens {answers} at once.",
        "After any other reply: {cell} threatens {answers} at once.",
        "After any other reply: {course}, then {cell} threatens {answers} at once.",
    ],
    e.BeatsSlowly: "After {reply}: {cell} wins {plies:soon}.",
    e.WinsByThreats: [
        "{cell} threatens {answers} at once.",
        "{threats} {threats:threat|threats}, then {cell} threatens {answers} at once.",
    ],
    e.WinsLater: by("{I} must take {answer}, then {cell} wins."),
    e.AllowsForks: [
        by("Any reply soon allows {me} two threats at once."),
        by("All replies but {cells} soon allow {me} two threats at once."),
        by("All but {cells:count} replies soon allow {me} two threats at once."),
    ],
    e.StopsForks: "It stops the {cells:fork|forks} on {cells}.",
    e.PutsOffForks: "It puts off the {cells:fork|forks} on {cells}.",
    e.StopsThreats: "It stops threats from {first} on, up to a fork on {fork}.",
    e.PutsOffThreats: by("{I} can't win by threats yet."),
    e.MustTake: by("Then {i} must take {cell}."),
    e.Prepares: [
        "It prepares a fork on {fork}.",
        "It prepares threats from {first} on, up to a fork on {fork}.",
    ],
    e.Keeps: "It keeps a fork on {fork}.",
    r.OnlyCell: "No other cell is empty.",
    r.StillThreatened: [
        by("{I} still {threaten|threatens} {threats}."),
        by("{I} can still win on {threats:cells}."),
    ],
    r.ThreatensToo: [
        by("{I} also {threaten|threatens} {threats}."),
        by("{I} also {threaten|threatens} {threats:cells}."),
        by("{I} also {threaten|threatens} {threats:count} cells."),
    ],
    r.OneOf: ["One of {cells:count} equal cells: {cells}.", "One of {cells:count} equal cells."],
    r.OncePerThreat: [
        "Picked by lot. A cell had one lot for each threat on it: {chances}.",
        "Picked by lot from {chances:count} cells. Each had one lot for each threat on it.",
    ],
    r.WouldHavePlayed: [
        "{opponent} would have played {cells:or}.",
        "{opponent} would have played one of {cells:count} other cells.",
    ],
    r.Rolled: by("{I} rolled dice: {cells:count} cells, all alike."),
    r.Opened: by("The board was empty: {i} opened anywhere."),
    r.Looked: by("{I} looked {depth:in words} {depth:move|moves} ahead."),
    r.SawWin: [
        *or_counted(by("{I} looked {depth:in words} {depth:move|moves} ahead and found {lines}.")),
        by("{I} looked {depth:in words} {depth:move|moves} ahead and found a win."),
    ],
    r.SawThreats: [
        by("{I} could have completed {threats}."),
        by("{I} could have won on {threats:cells}."),
    ],
    r.SawLosses: by("Every move loses {depth:within}. So {i} picked any of {cells:count} cells."),
    r.SawOthersLose: "Anything but {cells} loses {depth:within}.",
    r.SawDraws: "{cells:both} moves end in a draw.",
    r.SawNothing: by(
        "{I} looked {depth:in words} {depth:move|moves} ahead, saw no win or loss, and picked any"
        " of {cells:count} cells."
    ),
    r.OnlyBest: "Only this move {value:loses|draws|wins}.",
    r.FirstBest: by("{cells:count} moves {value:lose|draw|win}; {i} took the first."),
    r.FirstOfAll: by("{cells:both} moves {value:lose|draw|win}; {i} took the first."),
    r.Visited: [
        by("{I} visited {nodes} boards, all different."),
        by("{I} visited boards {nodes} times, {positions} different ones."),
        by("{I} visited boards {nodes} times instead of {tree}."),
    ],
    r.Skipped: by(
        "{I} found each move's value, and {times:times} skipped replies that couldn't change it."
    ),
    r.Expected: by("The game {i} expected: {moves}."),
    r.TookTheirs: by(
        "{Your} best cell had {theirs} {theirs:point|points}, {mine} only {own}."
        " So {i} took {yours}."
    ),
    r.TookOwn: by(
        "{My} best cell had {own} {own:point|points}, {yours} only {theirs}. So {i} took {mine}."
    ),
    r.WeighedAlike: by(
        "{My} best cell had {points} {points:point|points}, {yours} too. So {i} took {mine}."
    ),
    r.EarnsPoints: [
        (
            "A cell has points for what is live through it:"
            " empty {empty}, with one mark {one}, with two {two}."
        ),
        (
            "Points for what is live through a cell:"
            " empty {empty}, one mark {one}, two {two}, three {three}, and so on."
        ),
    ],
    r.HelpsToo: by("Of {my} best cells it had most points for {thee} too: {points}."),
    r.NothingLive: by(
        "Nothing can be completed any more, so {i} picked any of {cells:count} cells."
    ),
    r.Rule: Per(
        "number",
        {
            1: "Rule {number} of 8: complete {lines}.",
            2: "Rule {number} of 8: block {lines}.",
            3: "Rule {number} of 8: fork, by threats on {lines}.",
            4: [
                by("Rule {number} of 8: take the cell of {your} fork."),
                by("Rule {number} of 8: the threat of {lines} leaves {thee} no time to fork."),
            ],
            5: "Rule {number} of 8: take the centre.",
            6: by("Rule {number} of 8: take the corner opposite {yours}."),
            7: "Rule {number} of 8: take a corner.",
            8: "Rule {number} of 8: take a side.",
        },
    ),
    r.NoEarlierRule: "No earlier rule applied.",
    r.CouldFork: [
        by("{I} could have forked on {cells:or}."),
        by("{I} could have forked on {cells}, by threats on {lines}."),
    ],
    r.Diverted: by("{I} must answer on {answer}, which is no fork."),
    r.BreaksFork: by(
        "It spoils a line of the fork that {i} could have made from the corner {corner}."
    ),
    r.ForkNeeds: "The fork needs {row} and {column}, and now {row} is dead.",
    r.MostLive: by(
        "{I} saw no corner fork, so {i} took a cell on {many} live {many:line|lines}: none is on"
        " more."
    ),
    r.NoLineLive: by("No line is live for either side, so {i} took the first empty cell."),
    r.NothingElse: "There was nothing to win or to block. Of equal cells the first counts.",
    r.WinsIn: [
        "The only win, {plies:soon}.",
        "The fastest win, {plies:soon}; {slower} {slower:is|are} slower.",
        "One of {equal} fastest wins, {plies:soon}.",
    ],
    r.LosesIn: "Every move loses, this one {plies:soon}. None holds out longer.",
    r.HardestDraw: [
        By(
            "{moves} moves draw. This one is the hardest for me: then {share:beginners slip}.",
            "{moves} moves draw. I took the hardest for you: then {share:beginners slip}.",
            "{moves} moves draw. This is the hardest for {side}: then {share:beginners slip}.",
        ),
        by("{moves} moves draw, {equal} are hardest for {me}: then {share:beginners slip}."),
    ],
    r.AllDrawsAsHard: by("{moves} moves draw, all as hard for {me}: then {share:beginners slip}."),
    r.DeadDraws: by("{moves} moves draw. After each, even a beginner in {my} place would hold."),
    b.EveryCell: "Every cell loses {plies:soon}.",
    b.WinsFirst: [
        *or_counted("{cells} {cells:wins|win} at once."),
        *or_counted("{cells} {cells:wins|win} in {moves} moves."),
    ],
    b.EveryDraw: "Every move draws.",
    b.Draws: "{moves} moves draw.",
    b.LastCell: "{cell} is the only empty cell.",
    b.WouldDraw: by("{cells} would give {me} a draw."),
    b.Longest: or_counted("Every move loses, {cells} last: {plies:soon}."),
    b.OnlyDraws: or_counted("Only {cells} {cells:keeps|keep} the draw."),
    b.BeginnerLoses: [
        by("After {cells:or}, {share:beginners slip} in {my} place."),
        by("After each of the best {cells:count}, {share:beginners slip} in {my} place."),
        by("After any of them, {share:beginners slip} in {my} place."),
    ],
    v.HeldOutLonger: "Lost already; {cell} would have held out longer.",
    v.OnlyWin: "Wins {plies:soon}; everything else threw the win away.",
    v.FastestWin: "Wins {plies:soon}, and nothing was faster.",
    v.SlowerWin: "Wins {plies:soon}, but {cell} wins {fewer:soon}.",
    v.OthersLost: "Everything else lost.",
    v.KeepsDraw: "Keeps the draw.",
    v.NoHarderDraw: by("No draw is harder for {me}: then {share:beginners slip}."),
    v.HarderDraw: by(
        "{cell} was harder for {me}: {shares:first} of beginners slip there, {shares:second} here."
    ),
    v.ThrewAway: "{cell} threw the {value:loss|draw|win} away.",
    v.CouldHaveWon: by("{I} could have won {idea:by}."),
    v.Allowed: [
        by("It let {me} win {idea:by}."),
        by("It let {me} win {idea:by}, with {cell}."),
    ],
    v.OnlyCellKept: "Only one cell kept the {value:loss|draw|win}.",
    v.OthersLose: "All other moves lose.",
    v.Better: ["Better: {cell}, a draw.", "Better: {cell} wins {plies:soon}."],
    v.TryDraws: by("Not {cell}. It only draws, for {i} could answer {answer}."),
    v.TryLeavesOpen: by(
        "Not {cell}. Then {i} {put|puts} the last mark on {answer}, and the {set} is {mine}."
    ),
    v.TryLoses: by("Not {cell}. Then {i} could win {idea:by}, with {answer}."),
    v.CanWin: by("{I} can win here, {idea:by}."),
    k.NeedsOneMore: by("{I} {have|has} {lines:all but one} there, and {need|needs} one more."),
    k.CanFork: by("{I} can make two threats at once there."),
    k.CanForce: by("A threat of {mine|me} there leads to the next, up to a win."),
    k.CanWinQuietly: by(
        "{I} {win|wins} there, though {i|it} {threaten|threatens} nothing: every reply loses."
    ),
    k.WouldFork: by("{I} could make two threats at once there next."),
    k.WouldForce: by("{I} could begin threat after threat there next."),
    k.CanThreaten: by("A threat of {mine|me} there gives nothing away."),
    k.CanPrepare: by("{I} can prepare threats there."),
    k.IsHardest: by("No draw is harder for {me} than one there."),
    k.LastsLongest: "Every cell loses, and none lasts longer than one there.",
    k.NoneBetter: "No cell is better than one there: it draws.",
    p.Wins: or_counted("{cells} {cells:wins|win} {idea:by}."),
    p.Fastest: or_counted("{cells} {cells:wins|win} {plies:soon}."),
    p.Loses: ["{cells} {cells:loses|lose} {idea:to}.", "{cells:count} moves lose {idea:to}."],
    p.NobodyCanWin: "Nobody can win any more.",
    p.StillLive: by("Live {sets}: {own} for {me}, {others} for {thee}."),
    p.CannotComplete: by("{I} can't complete one any more."),
    p.NeitherCanComplete: "Neither side can complete one any more.",
    p.StoppedInTime: by("Best play stops {mine} in time."),
    p.BothStoppedInTime: "Best play stops either side in time.",
    p.MustNotAllowLines: or_counted(by("{I} must not let {thee} complete {lines} on {cell}.")),
    p.MustNotAllowForks: by("{I} must not let {thee} fork on {cells:or}."),
    p.MustNotAllowThreats: by(
        "{I} must not allow threats from {first} on, up to a fork on {fork}."
    ),
    p.MustTakeCare: by("After {cell} {i} must take care."),
    p.GoesOn: [
        by("{I} could go on with a fork on {fork}."),
        by("{I} could go on with threats from {first} on, up to a fork on {fork}."),
    ],
    p.TakingFails: "Taking {cell} first fails: then {answer} wins {idea:by}.",
    p.ThreatFails: "The threat {cell} fails: then {answer} wins {idea:by}.",
    p.StrongCellFails: "Taking {cell}, a strong cell, fails: then {answer} wins {idea:by}.",
    n.AreComplete: or_counted("{lines} {lines:is|are} complete."),
    n.PassedUp: of_a_win("{my} {cell} passed up a win at move {number}."),
    n.BlockedOne: of_a_win(
        "{i} could block one of {cells:in words} open cells.", "{i} could block 1 of {cells} cells."
    ),
    n.DidNotBlock: of_a_win("{my} {cell} didn't block."),
    n.Had: by("{I} had a {value:loss|draw|win} at move {number}."),
    n.HadFromStart: by("{I} had the win from the start."),
    n.FullBoard: "{drawn}",
    n.NobodySlipped: "Nobody slipped.",
    n.NobodySlippedNow: "This time nobody slipped.",
    n.Withstood: "{times:times} a wrong cell could have lost.",
    n.TookNone: by("{I} took none."),
    n.NobodyTookOne: "Nobody took one.",
    n.DoesNotCount: "A retry doesn't count.",
    t.AloneKept: [
        *or_counted(by("{I} blocked {lines}: only {cell} kept the {value:loss|draw|win}.")),
        by("Only {cell} kept the {value:loss|draw|win}, and {i} found it."),
    ],
    t.WereComing: Per(
        "lines",
        {
            1: by("{lines:count} of {mine} was coming: {cell} let it come."),
            ...: by("{lines:count} of {mine} were coming: {cell} let them come."),
        },
    ),
    t.Threatened: or_counted(by("{I} threatened {lines}: {you} had to take {answer}.")),
    t.Forked: [
        by("{cell} threatened {lines:count}, open on {answers}: {you} had one move."),
        by("{cell} threatened {lines:count} on {answers:count} cells: {you} had one move."),
    ],
}

# Of threats that stood right after a move that others followed.
PAST: dict[type[Fact], Said] = {
    e.MustBlock: [
        *or_counted(by("{I} had to block {lines} on {answer}.")),
        by("{You} threatened {lines:count} on {answer}."),
    ],
    e.CannotBlock: [
        by("{fork} forked: {i} couldn't block on {threats:cells} with one move."),
        by("{I} couldn't block on {threats:cells} with one move."),
        by("{fork} forked: {you} threatened {threats:cells}."),
        by("{You} threatened {threats:cells}."),
        by("{fork} forked: {you} threatened {threats:count} cells."),
        by("{You} threatened {threats:count} cells."),
    ],
    r.StillThreatened: by("{I} could still have won on {threats:cells}."),
    r.ThreatensToo: [
        by("{I} also threatened {threats:cells}."),
        by("{I} also threatened {threats:count} cells."),
    ],
    r.Diverted: by("{I} had to answer on {answer}, which is no fork."),
}

ENGLISH = Phrasebook(
    SENTENCES,
    plural=lambda number: int(number != 1),
    numbers={
        "in words": (
            *["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
            "{}",
        ),
        "times": ("once", "twice", "{} times"),
        "both": ("The one", "Both", "All {}"),
        "soon": ("at once", "in {} moves"),
        "within": ("at once", "within {} moves"),
    },
    ideas={
        "by": {
            Idea.LINE: "at once",
            Idea.FORK: "by a fork",
            Idea.THREATS: "by threat after threat",
            Idea.BLOCK: "by a move that also blocks",
            Idea.THREAT: "by a threat",
            Idea.QUIET: "by a quiet move",
        },
        "to": {
            Idea.LINE: "at once",
            Idea.FORK: "to a fork",
            Idea.THREATS: "to threat after threat",
            Idea.BLOCK: "to a move that also blocks",
            Idea.THREAT: "to a threat",
            Idea.QUIET: "to a quiet move",
        },
    },
    past=PAST,
    voices=VOICES,
)
