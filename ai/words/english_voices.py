"""English: how each computer player says why it moved, to the person it plays.

A sentence is true whenever the fact holds that it stands for, and implies no more. It need not
name all fields of the fact, as those of :mod:`ai.words.english` do: these follow on demand. It may
name fields of the other facts of the reason too, and `{here}`, the cell of the move. They take
turns, so there are at least four on each fact, and more if most moves of a player have it.
"""

from collections.abc import Mapping

from ai.facts import effects as e
from ai.facts import reasons as r
from ai.facts.fact import Fact
from ai.words.telling import Per, Voice

# Of any player.
ANYBODY: Mapping[type[Fact], Voice] = {
    r.OnlyCell: [
        "One cell was left.",
        "One cell, no choice.",
        "{here}, for want of others.",
        "Last seat in the house: {here}.",
    ],
    r.Opened: [
        "An empty board, so no search: {here}, by lot.",
        "I open anywhere. Today: {here}.",
        "First move, and every cell will do. {here} came up.",
        "I read nothing before {here}: the board was empty.",
    ],
    e.Completes: Per(
        "lines",
        {
            1: [
                "That's {lines}, and it's mine.",
                "One cell was missing. I had it: {cell}.",
                "{cell} completes {lines}. Well played, me.",
                "{cell} stood open. I'm not polite about that.",
            ],
            ...: [
                "{lines:count} with one mark: {cell}.",
                "{cell} was missing more than once. Now it isn't.",
                "{cell} stood open, and it counts more than once.",
                "{cell} completes {lines:count} at once. Greedy, I know.",
            ],
        },
    ),
    e.Blocks: Per(
        "lines",
        {
            1: [
                "You had {lines:all but one} in {lines}. I had to block.",
                "{cell} was your win. Now it's my cell.",
                "You needed only {cell}. So I took it first.",
                "Your {lines} lacked {cell}. I took it.",
            ],
            ...: [
                "You needed {cell} more than once. I needed it once.",
                "{lines:count} of yours lacked {cell}. I had to block.",
                "{cell} would have won for you more than one way. No more.",
                "{lines:count} lacked one and the same cell: {cell}.",
            ],
        },
    ),
    r.StillThreatened: [
        "I blocked {here}. I saw {threats:cells} too.",
        "One cork, and more holes than one. I put it in {here}.",
        "I could stop only one of your threats: {here}.",
        "{here} is stopped. For {threats:cells} I had no move.",
    ],
}

EASY: Mapping[type[Fact], Voice] = {
    r.Rolled: [
        "{cells:count} cells, one die, no plan. It came to rest on {here}.",
        "Don't look at me. {cells:count} cells, and the die liked {here}.",
        "I rolled. {here}. Any questions?",
        "Thinking is for others. The die said {here}.",
        "{here}? That was the die's idea.",
        "I shrugged, and rolled {here}.",
        "One chance in {cells:count}, and it fell on {here}.",
        "{cells:count} cells and no opinion. So I rolled.",
        "Plan? I own a die. It showed {here}.",
        "All cells look alike to me. The die picked {here}.",
    ],
}

MEDIUM: Mapping[type[Fact], Voice] = {
    r.SawWin: [
        "I peeked, and there it was: {here} wins.",
        "One look ahead was enough: {here}.",
        "My peek paid: {here} is a win.",
        "{here} wins. Even I can see that.",
    ],
    r.SawThreats: [
        "You'd have won on {threats:cells}. I peeked, and took it.",
        "One peek was enough: you had {here} next.",
        "Your next move scared me. Hence {here}.",
        "I tried the others in my head: you'd take {here}, and win.",
        "{here} was your win. I peeked, and sat on it.",
        "You were one move from winning on {threats:cells}. I had to block.",
    ],
    r.SawOthersLose: [
        "I peeked: some cells lose. {here} doesn't, as far as I see.",
        "I tried the cells in my head. Some lose; {here} doesn't yet.",
        "As far as I see, others lose, and {here} doesn't.",
        "I looked {depth:in words} {depth:move|moves} ahead, and away from the cells that lose.",
    ],
    r.SawLosses: [
        "I peeked, and wish I hadn't: you win wherever I go.",
        "None of my {cells:count} cells stops you. I picked one.",
        "Whatever I play, you can win. Will you?",
        "I saw it coming. Seeing didn't help.",
    ],
    r.SawDraws: [
        "I saw the end from here: a draw.",
        "I peeked as far as the last cell: {here} draws.",
        "The end is near enough to see. {here} draws.",
        "Few cells, and I saw them all: a draw.",
    ],
    r.SawNothing: [
        "My peek shows no end. {here}, one of {cells:count}.",
        "{depth:in words} {depth:move|moves} deep I saw no win. I took any of {cells:count} cells.",
        "{here}. I can't see how it ends from here.",
        "I looked round one corner, no further. So {here}.",
        "I peeked, and saw no end of it. {here} it is.",
        "A short look told me little. {here} was one of {cells:count}.",
        "My look told no cell from another. Chance chose {here}.",
        "I see {depth:in words} {depth:move|moves} ahead, and all cells look alike. {here}.",
        "My peek settled little. {here}, at random.",
        "Past {depth:in words} {depth:move|moves} I'm blind. I picked {here} by lot.",
    ],
}

HARD: Mapping[type[Fact], Voice] = {
    r.TookTheirs: [
        "{here} was worth {theirs} to you, my best {own} to me. I took yours.",
        "On the scales: you {theirs}, me {own}. I took your weight away.",
        "No cell weighed more for you than {here}. Now it's mine.",
        "Your best cell had {theirs} points, mine {own}. Yours is mine now.",
        "{here} was your best cell, at {theirs}; mine was at {own}. I took yours.",
        "Your best cell weighs {theirs}, mine only {own}. I sat on yours.",
        "I'd have {own} at best. Taking {here} costs you {theirs}.",
    ],
    r.TookOwn: [
        "I put {here} on the scales: {own} for me. Yours stopped at {theirs}.",
        "My {own} outweighed your {theirs}. So {here}.",
        "Nothing of yours weighed {own}. {here} did, for me.",
        "No cell weighs more for me than {here}: {own}.",
        "The scales tip my way, {own} to {theirs}.",
        "{here} earns me {own} points. You had nothing above {theirs}.",
        "{own} points for me beat {theirs} for you. I served myself.",
    ],
    r.WeighedAlike: [
        "{points} each: in doubt I serve myself. {here}.",
        "The scales stood level at {points}. I took mine.",
        "Our best cells weigh {points} each. A tie goes to me.",
        "Even weights. My side of the scales is nearer.",
        "{here} weighs {points}, and nothing of yours weighs more.",
        "Neither side outweighs the other. I chose my own: {here}.",
        "Level at {points}, so I had the pick: {here}.",
    ],
    r.NothingLive: [
        "Nothing left to complete. Any of {cells:count} cells will do.",
        "The scales are empty. I put {here} on them.",
        "No cell weighs anything now. I picked {here}.",
        "Nobody can win any more. I just sit down.",
    ],
}

UNBEATABLE: Mapping[type[Fact], Voice] = {
    e.Blocks: [
        "“Block, or lose.” So {here}.",
        "You were one cell short. The book gives one answer: {here}.",
    ],
    r.OnlyBest: [
        "“One cell keeps the draw.” {here} is that cell.",
        "Chapter one: all but {here} lose.",
        "I had no choice here: the book has one line.",
        "“Elsewhere, the game is lost.” So {here}.",
        "The book has a page of errors here. {here} isn't on it.",
    ],
    r.HardestDraw: [
        "“{moves} moves draw. Take the steepest.” So {here}.",
        "I know {moves} ways to draw. After this one {share} of beginners slip.",
        "“The draw is safe; make it steep.” {share} of beginners slip.",
        "“Give the guest a hard draw.” {here} is as hard as they come.",
        "Of {moves} draws the book marks {here}: none is harder for you.",
        "“A draw is no reason to be kind.” {here}.",
    ],
    r.AllDrawsAsHard: [
        "“One draw is as hard as another.” I had {moves}.",
        "My {moves} draws are all as hard for you. {here}, by lot.",
        "“Where all draws are equal, take any.” So {here}.",
        "{moves} moves draw. After each {share} of beginners slip.",
    ],
    r.DeadDraws: [
        "“Dead drawn”, says the book. {here}.",
        "{moves} moves draw, and no trap is left in any.",
        "The last chapter: even a beginner holds this.",
        "“Nothing left to teach.” {here} draws.",
    ],
    r.WinsIn: [
        "“Won.” I'd show you the page, but you'll see.",
        "I've read how this ends. For me, well.",
        "“Won {plies:soon}.” I don't argue.",
        "“{here} wins.” The rest is reading.",
    ],
    r.LosesIn: [
        "“Lost, with best play.” No move takes longer.",
        "This is the page where I lose.",
        "No cell saves me. None takes you longer than {here}.",
        "“Lost.” I can only make it last.",
    ],
}

NEWELL_SIMON: Mapping[type[Fact], Voice] = {
    r.Rule: Per(
        "number",
        {
            1: [
                "Rule {number} of 8: complete. Completed.",
                "Rule {number} applies. No further rule was read.",
                "Checked: {number} of 8. {here} wins.",
                "Rule {number}, and the program halts: {here}.",
            ],
            2: [
                "Rule 1: no. Rule {number}: you were one cell short. Blocked.",
                "Rule {number} of 8: block. {here} blocks.",
                "Checked: {number} of 8. Your line lacked {here}.",
                "Rule {number} applies. It is not negotiable: {here}.",
            ],
            3: [
                "Rules 1 and 2: silent. Rule {number}: fork. {here} forks.",
                "Rule {number} of 8: more threats than you have moves.",
                "Checked: {number} of 8. {here} is a fork.",
                "Rule {number} applies. Please choose what to stop.",
            ],
            4: [
                "Rules 1 to 3 do not apply. Rule {number}: stop a fork.",
                "Rule {number} of 8: against a fork of yours. {here}.",
                "Checked: {number} of 8. Your fork has been noted.",
                "Rule {number} applies: a fork of yours was possible.",
            ],
            5: [
                "Rules 1 to 4 do not apply. Rule {number}: centre free, centre taken.",
                "Rule {number} of 8: the centre. It was free.",
                "Checked: {number} of 8. {here} is the centre.",
                "Rule {number} applies. The middle is the middle.",
            ],
            6: [
                "Earlier rules: silent. Rule {number}: the opposite corner.",
                "Rule {number} of 8: your corner, so my corner across.",
                "Checked: {number} of 8. {here} faces your corner.",
                "Rule {number} applies. You have a corner; I have the far one.",
            ],
            7: [
                "Rule {number} of 8: take a corner. I took a corner.",
                "Checked: {number} of 8. {here} is a corner.",
                "Rules 1 to 6: silent. Rule {number}: a corner.",
                "Rule {number} applies. Corner found: {here}.",
            ],
            8: [
                "I checked {number} of 8. The last one fits: a side.",
                "Rule {number} of 8: a side. Nothing else applied.",
                "Rules 1 to 7: silent. Rule {number}: {here}.",
                "Rule {number}, the last: take a side. Taken.",
            ],
        },
    ),
}

CHAIN: Mapping[type[Fact], Voice] = {
    e.Completes: [
        "Helper 1 saw it at once: I win.",
        "Win? Yes. The chain stops there.",
    ],
    e.Blocks: [
        "Win? No. Block? Yes. The chain stops there.",
        "Helper 1 passed it on. Helper 2 did not: {here}.",
    ],
    r.BreaksFork: [
        "Helpers 1 and 2: no. Helper 3: your fork from {corner}.",
        "Two helpers passed it on. The third saw a fork: {corner}.",
        "Helper 3 answers: from {corner} you could have forked.",
        "Win? No. Block? No. Fork? Yours, from {corner}.",
    ],
    r.MostLive: [
        "Three helpers passed it on. Helper 4: {here}, {many} live {many:line|lines}.",
        "Helper 4 counts: no cell has more live lines than {here}.",
        "Win? No. Block? No. Corner fork? No. Lines? {many}.",
        "Helper 4 takes whatever is left. It chose {here}.",
    ],
    r.NoLineLive: [
        "Four helpers, no live line. The first empty cell: {here}.",
        "The last helper counted, and found nothing. {here}.",
        "No line is live. The chain ends at {here}.",
        "Nothing to win, block or break. First come: {here}.",
    ],
}

MINIMAX: Mapping[type[Fact], Voice] = {
    r.OnlyBest: [
        "I visited boards {nodes} times. Only {here} {value:loses|draws|wins}.",
        "{nodes} visits, one answer: {here}.",
        "{here} {value:loses|draws|wins}, and nothing else does. I checked.",
        "Every game read to its end: {here} is best.",
        "I read all that can follow. {here} ends best for me.",
        "{here}, and no second thought: nothing else is as good.",
    ],
    r.FirstBest: [
        "{cells:count} moves {value:lose|draw|win}. I took the first: I'm orderly.",
        "{here} is the first of {cells:count} that {value:lose|draw|win}. I skip nothing.",
        "I visited boards {nodes} times. {here} comes first of the best.",
        "Read to the end: {cells:count} cells {value:lose|draw|win}. In order, then.",
    ],
    r.FirstOfAll: [
        "{cells:both} moves {value:lose|draw|win}. I took the first: I'm orderly.",
        "{cells:count} moves, one value. I read each to the end: {here}.",
        "No cell is better than another. {here} is first.",
        "I read every game to its end. All alike: {here}.",
    ],
}

ALPHA_BETA: Mapping[type[Fact], Voice] = {
    fact: Per(
        "tree",
        {
            ...: [
                "{nodes} visits, not {tree}: what cannot matter is cut. {here}.",
                "Minimax's move, but {nodes} visits in place of its {tree}.",
                "I could stop early: {nodes} visits instead of {tree}. {here}.",
                "{here}. I skipped the replies that could not change it.",
                "{here}. Once a reply refutes a move, I stop reading it.",
                "{nodes} visits were enough to find {here}.",
            ],
            None: [
                "{nodes} visits, and nothing to cut. {here}.",
                "Nothing could be skipped here. {here}.",
                "I looked for a short cut and found none: {here}.",
                "{here}, after {nodes} visits: I left nothing out.",
                "Each of {nodes} visits could matter. So {here}.",
                "No reply was worth leaving out. {here}.",
            ],
        },
    )
    for fact in (r.OnlyBest, r.FirstBest, r.FirstOfAll)
}

VOICES: Mapping[str, Mapping[type[Fact], Voice]] = {
    "": ANYBODY,
    "easy": EASY,
    "medium": MEDIUM,
    "hard": HARD,
    "unbeatable": UNBEATABLE,
    "rules": NEWELL_SIMON,
    "chain": CHAIN,
    "minimax": MINIMAX,
    "alpha-beta": ALPHA_BETA,
}
