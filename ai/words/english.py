"""English: a table from facts to sentences.

A sentence names all fields of its fact, and nothing else; :mod:`ai.words.telling` lists the forms
of a field. Of several sentences on a fact, the first that names all its fields and fits into the
room tells it. A sentence on a side is written for each person: I, you, or its mark.
"""

from ai.facts import best as b
from ai.facts import effects as e
from ai.facts import endings as n
from ai.facts import looks as k
from ai.facts import positions as p
from ai.facts import reasons as r
from ai.facts import story as t
from ai.facts import verdicts as v
from ai.facts.fact import Fact
from ai.study.study import Idea
from ai.words.english_voices import VOICES
from ai.words.telling import By, Per, Phrasebook, Said

SENTENCES: dict[type[Fact], Said] = {
    e.Completes: "{cell} completes {lines}.",
    e.Blocks: "{cell} blocks {lines}.",
    e.MustBlock: By(
        "I must block {lines} on {answer}.",
        "You must block {lines} on {answer}.",
        "{side} must block {lines} on {answer}.",
    ),
    e.CannotBlock: [
        By(
            "{fork} forks: I can't block {threats} with one move.",
            "{fork} forks: you can't block {threats} with one move.",
            "{fork} forks: {side} can't block {threats} with one move.",
        ),
        By(
            "{fork} forks: {threats:cells} are threatened, and I have one move.",
            "{fork} forks: {threats:cells} are threatened, and you have one move.",
            "{fork} forks: {threats:cells} are threatened, and {side} has one move.",
        ),
        By(
            "I can't block {threats} with one move.",
            "You can't block {threats} with one move.",
            "{side} can't block {threats} with one move.",
        ),
        By(
            "{threats:cells} are threatened, and I have one move.",
            "{threats:cells} are threatened, and you have one move.",
            "{threats:cells} are threatened, and {side} has one move.",
        ),
    ],
    e.Threatens: [
        By(
            "Then {cell} threatens {answer}, which I must take.",
            "Then {cell} threatens {answer}, which you must take.",
            "Then {cell} threatens {answer}, which {side} must take.",
        ),
        By(
            "Then {cell} blocks {blocks} and threatens {answer}, which I must take.",
            "Then {cell} blocks {blocks} and threatens {answer}, which you must take.",
            "Then {cell} blocks {blocks} and threatens {answer}, which {side} must take.",
        ),
        By(
            "Then {cell} blocks {blocks:count} and threatens {answer}, which I must take.",
            "Then {cell} blocks {blocks:count} and threatens {answer}, which you must take.",
            "Then {cell} blocks {blocks:count} and threatens {answer}, which {side} must take.",
        ),
    ],
    e.Decides: [
        By(
            "Then {cell} threatens {answers} at once: I can take only one.",
            "Then {cell} threatens {answers} at once: you can take only one.",
            "Then {cell} threatens {answers} at once: {side} can take only one.",
        ),
        By(
            "Then {cell} blocks {blocks} and threatens {answers}: I can take only one.",
            "Then {cell} blocks {blocks} and threatens {answers}: you can take only one.",
            "Then {cell} blocks {blocks} and threatens {answers}: {side} can take only one.",
        ),
        By(
            "Then {cell} blocks {blocks:count}, and of {answers} I can take only one.",
            "Then {cell} blocks {blocks:count}, and of {answers} you can take only one.",
            "Then {cell} blocks {blocks:count}, and of {answers} {side} can take only one.",
        ),
    ],
    e.CanPlay: [
        By("Then I can play {cell}.", "Then you can play {cell}.", "Then {side} can play {cell}."),
        By(
            "After {lost} I can play {cell}.",
            "After {lost} you can play {cell}.",
            "After {lost} {side} can play {cell}.",
        ),
    ],
    e.LeavesOpen: "It leaves {lines} open on {cell}.",
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
    e.BeatsSlowly: "After {reply}: {cell} wins in {plies} moves of both sides.",
    e.WinsByThreats: [
        "{cell} threatens {answers} at once.",
        "{threats} {threats:threat|threats}, then {cell} threatens {answers} at once.",
    ],
    e.WinsLater: By(
        "I must take {answer}, then {cell} wins.",
        "You must take {answer}, then {cell} wins.",
        "{side} must take {answer}, then {cell} wins.",
    ),
    e.AllowsForks: [
        By(
            "Any reply soon allows me two threats at once.",
            "Any reply soon allows you two threats at once.",
            "Any reply soon allows {side} two threats at once.",
        ),
        By(
            "All replies but {cells} soon allow me two threats at once.",
            "All replies but {cells} soon allow you two threats at once.",
            "All replies but {cells} soon allow {side} two threats at once.",
        ),
        By(
            "All but {cells:count} replies soon allow me two threats at once.",
            "All but {cells:count} replies soon allow you two threats at once.",
            "All but {cells:count} replies soon allow {side} two threats at once.",
        ),
    ],
    e.StopsForks: "It stops the {cells:fork|forks} on {cells}.",
    e.PutsOffForks: "It puts off the {cells:fork|forks} on {cells}.",
    e.StopsThreats: "It stops threats from {first} on, up to a fork on {fork}.",
    e.PutsOffThreats: By(
        "It puts off my win by threats.",
        "It puts off your win by threats.",
        "It puts off {side}'s win by threats.",
    ),
    e.MustTake: By(
        "Then I must take {cell}.", "Then you must take {cell}.", "Then {side} must take {cell}."
    ),
    e.Prepares: [
        "It prepares a fork on {fork}.",
        "It prepares threats from {first} on, up to a fork on {fork}.",
    ],
    e.Keeps: "It keeps a fork on {fork}.",
    r.OnlyCell: "No other cell is empty.",
    r.StillThreatened: [
        By(
            "I still threatened {threats}.",
            "You still threatened {threats}.",
            "{side} still threatened {threats}.",
        ),
        By(
            "I still had threats on {threats:cells}.",
            "You still had threats on {threats:cells}.",
            "{side} still had threats on {threats:cells}.",
        ),
    ],
    r.OneOf: ["One of {cells:count} equal cells: {cells}.", "One of {cells:count} equal cells."],
    r.OncePerThreat: "Picked by lot, a cell once for each threat on it: {chances}.",
    r.WouldHavePlayed: [
        "{opponent} would have played {cells:or}.",
        "{opponent} would have played one of {cells:count} other cells.",
    ],
    r.Rolled: By(
        "I rolled dice: {cells:count} cells, all alike.",
        "You rolled dice: {cells:count} cells, all alike.",
        "{side} rolled dice: {cells:count} cells, all alike.",
    ),
    r.Opened: By(
        "The board was empty: I opened anywhere.",
        "The board was empty: you opened anywhere.",
        "The board was empty: {side} opened anywhere.",
    ),
    r.Looked: By(
        "I looked {depth:in words} {depth:move|moves} ahead.",
        "You looked {depth:in words} {depth:move|moves} ahead.",
        "{side} looked {depth:in words} {depth:move|moves} ahead.",
    ),
    r.SawWin: [
        By(
            "I looked {depth:in words} {depth:move|moves} ahead and found {lines}.",
            "You looked {depth:in words} {depth:move|moves} ahead and found {lines}.",
            "{side} looked {depth:in words} {depth:move|moves} ahead and found {lines}.",
        ),
        By(
            "I looked {depth:in words} {depth:move|moves} ahead and found {lines:count}.",
            "You looked {depth:in words} {depth:move|moves} ahead and found {lines:count}.",
            "{side} looked {depth:in words} {depth:move|moves} ahead and found {lines:count}.",
        ),
        By(
            "I looked {depth:in words} {depth:move|moves} ahead and found a win.",
            "You looked {depth:in words} {depth:move|moves} ahead and found a win.",
            "{side} looked {depth:in words} {depth:move|moves} ahead and found a win.",
        ),
    ],
    r.SawThreats: [
        By(
            "I could have completed {threats}.",
            "You could have completed {threats}.",
            "{side} could have completed {threats}.",
        ),
        By(
            "I could have won on {threats:cells}.",
            "You could have won on {threats:cells}.",
            "{side} could have won on {threats:cells}.",
        ),
    ],
    r.SawLosses: By(
        "Every move loses within {depth} moves. So I picked any of {cells:count} cells.",
        "Every move loses within {depth} moves. So you picked any of {cells:count} cells.",
        "Every move loses within {depth} moves. So {side} picked any of {cells:count} cells.",
    ),
    r.SawOthersLose: "Anything but {cells} loses within {depth} moves.",
    r.SawDraws: "{cells:both} moves end in a draw.",
    r.SawNothing: By(
        "I looked {depth:in words} {depth:move|moves} ahead, saw no win or loss, and picked any of"
        " {cells:count} cells.",
        "You looked {depth:in words} {depth:move|moves} ahead, saw no win or loss, and picked any"
        " of {cells:count} cells.",
        "{side} looked {depth:in words} {depth:move|moves} ahead, saw no win or loss, and picked"
        " any of {cells:count} cells.",
    ),
    r.OnlyBest: "Only this move {value:loses|draws|wins}.",
    r.FirstBest: By(
        "{cells:count} moves {value:lose|draw|win}; I took the first.",
        "{cells:count} moves {value:lose|draw|win}; you took the first.",
        "{cells:count} moves {value:lose|draw|win}; {side} took the first.",
    ),
    r.FirstOfAll: By(
        "{cells:both} moves {value:lose|draw|win}; I took the first.",
        "{cells:both} moves {value:lose|draw|win}; you took the first.",
        "{cells:both} moves {value:lose|draw|win}; {side} took the first.",
    ),
    r.Visited: [
        By(
            "I visited {nodes} boards, all different.",
            "You visited {nodes} boards, all different.",
            "{side} visited {nodes} boards, all different.",
        ),
        By(
            "I visited boards {nodes} times, {positions} different ones.",
            "You visited boards {nodes} times, {positions} different ones.",
            "{side} visited boards {nodes} times, {positions} different ones.",
        ),
        By(
            "I visited boards {nodes} times instead of {tree}.",
            "You visited boards {nodes} times instead of {tree}.",
            "{side} visited boards {nodes} times instead of {tree}.",
        ),
    ],
    r.Skipped: By(
        "I found each move's value, and {times:times} skipped replies that couldn't change it.",
        "You found each move's value, and {times:times} skipped replies that couldn't change it.",
        "{side} found each move's value, and {times:times} skipped replies that couldn't change"
        " it.",
    ),
    r.Expected: By(
        "The game I expected: {moves}.",
        "The game you expected: {moves}.",
        "The game {side} expected: {moves}.",
    ),
    r.TookTheirs: By(
        "Your best cell had {theirs} {theirs:point|points}, mine only {own}. So I took yours.",
        "My best cell had {theirs} {theirs:point|points}, yours only {own}. So you took mine.",
        "{other}'s best cell had {theirs} {theirs:point|points}, {side}'s only {own}."
        " So {side} took {other}'s.",
    ),
    r.TookOwn: By(
        "My best cell had {own} {own:point|points}, yours only {theirs}. So I took mine.",
        "Your best cell had {own} {own:point|points}, mine only {theirs}. So you took yours.",
        "{side}'s best cell had {own} {own:point|points}, {other}'s only {theirs}."
        " So {side} took {side}'s.",
    ),
    r.WeighedAlike: By(
        "My best cell had {points} {points:point|points}, yours too. So I took mine.",
        "Your best cell had {points} {points:point|points}, mine too. So you took yours.",
        "{side}'s best cell had {points} {points:point|points}, {other}'s too."
        " So {side} took {side}'s.",
    ),
    r.EarnsPoints: (
        "A cell has points for what is live through it:"
        " empty {empty}, with one mark {one}, with two {two}."
    ),
    r.HelpsToo: By(
        "Of my best cells it had most points for you too: {points}.",
        "Of your best cells it had most points for me too: {points}.",
        "Of {side}'s best cells it had most points for {other} too: {points}.",
    ),
    r.NothingLive: By(
        "Nothing can be completed any more, so I picked any of {cells:count} cells.",
        "Nothing can be completed any more, so you picked any of {cells:count} cells.",
        "Nothing can be completed any more, so {side} picked any of {cells:count} cells.",
    ),
    r.Rule: Per(
        "number",
        {
            1: "Rule {number} of 8: complete {lines}.",
            2: "Rule {number} of 8: block {lines}.",
            3: "Rule {number} of 8: fork, by threats on {lines}.",
            4: [
                By(
                    "Rule {number} of 8: take the cell of your fork.",
                    "Rule {number} of 8: take the cell of my fork.",
                    "Rule {number} of 8: take the cell of {other}'s fork.",
                ),
                By(
                    "Rule {number} of 8: the threat of {lines} left you no time to fork.",
                    "Rule {number} of 8: the threat of {lines} left me no time to fork.",
                    "Rule {number} of 8: the threat of {lines} left {other} no time to fork.",
                ),
            ],
            5: "Rule {number} of 8: take the centre.",
            6: By(
                "Rule {number} of 8: take the corner opposite yours.",
                "Rule {number} of 8: take the corner opposite mine.",
                "Rule {number} of 8: take the corner opposite {other}'s.",
            ),
            7: "Rule {number} of 8: take a corner.",
            8: "Rule {number} of 8: take a side.",
        },
    ),
    r.NoEarlierRule: "No earlier rule applied.",
    r.CouldFork: [
        By(
            "I could have forked on {cells:or}.",
            "You could have forked on {cells:or}.",
            "{side} could have forked on {cells:or}.",
        ),
        By(
            "I could have forked on {cells}, by threats on {lines}.",
            "You could have forked on {cells}, by threats on {lines}.",
            "{side} could have forked on {cells}, by threats on {lines}.",
        ),
    ],
    r.Diverted: By(
        "I had to answer on {answer}, which is no fork.",
        "You had to answer on {answer}, which is no fork.",
        "{side} had to answer on {answer}, which is no fork.",
    ),
    r.BreaksFork: By(
        "It broke up the fork that I could have made from the corner {corner}.",
        "It broke up the fork that you could have made from the corner {corner}.",
        "It broke up the fork that {side} could have made from the corner {corner}.",
    ),
    r.ForkNeeds: "The fork needs {row} and {column}. A mark in {row} spoils it.",
    r.MostLive: By(
        "I saw no corner fork, so I took a cell on most live lines: {many}.",
        "You saw no corner fork, so you took a cell on most live lines: {many}.",
        "{side} saw no corner fork, so {side} took a cell on most live lines: {many}.",
    ),
    r.NoLineLive: By(
        "No line is live for either side, so I took the first empty cell.",
        "No line is live for either side, so you took the first empty cell.",
        "No line is live for either side, so {side} took the first empty cell.",
    ),
    r.NothingElse: "There was nothing to win or to block. Of equal cells the first counts.",
    r.WinsIn: [
        "The only win: {plies} moves of both sides.",
        "The fastest win: {plies} moves of both sides; {slower} {slower:is|are} slower.",
        "One of {equal} fastest wins: {plies} moves of both sides.",
    ],
    r.LosesIn: "Every move loses. None holds out longer than this: {plies} moves of both sides.",
    r.HardestDraw: [
        By(
            "{moves} moves draw. One is the hardest for me: it trips {share:of beginners}.",
            "{moves} moves draw. I took the hardest for you: it trips {share:of beginners}.",
            "{moves} moves draw. This is the hardest for {side}: it trips {share:of beginners}.",
        ),
        By(
            "{moves} moves draw, {equal} hardest for me: it trips {share:of beginners}.",
            "{moves} moves draw, {equal} hardest for you: it trips {share:of beginners}.",
            "{moves} moves draw, {equal} hardest for {side}: it trips {share:of beginners}.",
        ),
    ],
    r.AllDrawsAsHard: By(
        "{moves} moves draw, all as hard for me: they trip {share:of beginners}.",
        "{moves} moves draw, all as hard for you: they trip {share:of beginners}.",
        "{moves} moves draw, all as hard for {side}: they trip {share:of beginners}.",
    ),
    r.DeadDraws: By(
        "{moves} moves draw. After none would a beginner in my place lose.",
        "{moves} moves draw. After none would a beginner in your place lose.",
        "{moves} moves draw. After none would a beginner in {side}'s place lose.",
    ),
    b.EveryCell: "Every cell loses {plies:soon}.",
    b.WinsFirst: [
        "{cells} {cells:wins|win} at once.",
        By(
            "{cells} {cells:wins|win} in {moves} of my moves.",
            "{cells} {cells:wins|win} in {moves} of your moves.",
            "{cells} {cells:wins|win} in {moves} moves of {side}.",
        ),
        "{cells:count} cells win at once.",
        By(
            "{cells:count} cells win in {moves} of my moves.",
            "{cells:count} cells win in {moves} of your moves.",
            "{cells:count} cells win in {moves} moves of {side}.",
        ),
    ],
    b.EveryDraw: "Every move draws.",
    b.Draws: "{moves} moves draw.",
    b.LastCell: "{cell} is the only empty cell.",
    b.WouldDraw: By(
        "{cells} would give me a draw.",
        "{cells} would give you a draw.",
        "{cells} would give {side} a draw.",
    ),
    b.Longest: [
        "Every move loses; {cells} {cells:holds|hold} out longest: {plies} moves of both sides.",
        "Every move loses; {cells:count} cells hold out longest: {plies} moves of both sides.",
    ],
    b.OnlyDraws: [
        "Only {cells} {cells:keeps|keep} the draw.",
        "Only {cells:count} cells keep the draw.",
    ],
    b.BeginnerLoses: [
        By(
            "{cells:or} trips {share:of beginners} in my place.",
            "{cells:or} trips {share:of beginners} in your place.",
            "{cells:or} trips {share:of beginners} in {side}'s place.",
        ),
        By(
            "Each of the best {cells:count} trips {share:of beginners} in my place.",
            "Each of the best {cells:count} trips {share:of beginners} in your place.",
            "Each of the best {cells:count} trips {share:of beginners} in {side}'s place.",
        ),
        By(
            "Any of them trips {share:of beginners} in my place.",
            "Any of them trips {share:of beginners} in your place.",
            "Any of them trips {share:of beginners} in {side}'s place.",
        ),
    ],
    v.HeldOutLonger: "Lost already; {cell} would have held out longer.",
    v.OnlyWin: "Wins {plies:within}; everything else threw the win away.",
    v.FastestWin: "Wins {plies:within}, and nothing was faster.",
    v.SlowerWin: "Wins {plies:within}, but {cell} wins {fewer:within}.",
    v.OthersLost: "Everything else lost.",
    v.KeepsDraw: "Keeps the draw.",
    v.NoHarderDraw: By(
        "No draw is harder for me: a beginner would lose {share}.",
        "No draw is harder for you: a beginner would lose {share}.",
        "No draw is harder for {side}: a beginner would lose {share}.",
    ),
    v.HarderDraw: By(
        "{cell} was harder for me: a beginner would lose {shares:first}, here {shares:second}.",
        "{cell} was harder for you: a beginner would lose {shares:first}, here {shares:second}.",
        "{cell} was harder for {side}: a beginner would lose {shares:first}, here {shares:second}.",
    ),
    v.ThrewAway: "{cell} threw the {value:loss|draw|win} away.",
    v.CouldHaveWon: By(
        "I could have won {idea:by}.",
        "You could have won {idea:by}.",
        "{side} could have won {idea:by}.",
    ),
    v.Allowed: [
        By(
            "It let me win {idea:by}.",
            "It let you win {idea:by}.",
            "It let {side} win {idea:by}.",
        ),
        By(
            "It let me win {idea:by}, with {cell}.",
            "It let you win {idea:by}, with {cell}.",
            "It let {side} win {idea:by}, with {cell}.",
        ),
    ],
    v.OnlyCellKept: "Only one cell kept the {value:loss|draw|win}.",
    v.OthersLose: "All other moves lose.",
    v.Better: ["Better: {cell}, a draw.", "Better: {cell} wins {plies:within}."],
    v.TryDraws: [
        "Not {cell}. It only draws.",
        By(
            "Not {cell}. It only draws, for I could answer {answer}.",
            "Not {cell}. It only draws, for you could answer {answer}.",
            "Not {cell}. It only draws, for {side} could answer {answer}.",
        ),
    ],
    v.TryLeavesOpen: By(
        "Not {cell}. Then I put the last mark on {answer}, and the {set} is mine.",
        "Not {cell}. Then you put the last mark on {answer}, and the {set} is yours.",
        "Not {cell}. Then {side} puts the last mark on {answer}, and the {set} is {side}'s.",
    ),
    v.TryLoses: [
        By(
            "Not {cell}. Then I could win {idea:by}.",
            "Not {cell}. Then you could win {idea:by}.",
            "Not {cell}. Then {side} could win {idea:by}.",
        ),
        By(
            "Not {cell}. Then I could win {idea:by}, with {answer}.",
            "Not {cell}. Then you could win {idea:by}, with {answer}.",
            "Not {cell}. Then {side} could win {idea:by}, with {answer}.",
        ),
    ],
    v.CanWin: By(
        "I can win here, {idea:by}.",
        "You can win here, {idea:by}.",
        "{side} can win here, {idea:by}.",
    ),
    k.NeedsOneMore: By(
        "{lines:all but one} of my marks there need one more.",
        "{lines:all but one} of your marks there need one more.",
        "{lines:all but one} marks of {side} there need one more.",
    ),
    k.CanFork: By(
        "I can make two threats at once there.",
        "You can make two threats at once there.",
        "{side} can make two threats at once there.",
    ),
    k.CanForce: By(
        "A threat of mine there leads to the next, up to a win.",
        "A threat of yours there leads to the next, up to a win.",
        "A threat of {side} there leads to the next, up to a win.",
    ),
    k.CanWinQuietly: By(
        "I win there, though I threaten nothing: every reply loses.",
        "You win there, though you threaten nothing: every reply loses.",
        "{side} wins there, though it threatens nothing: every reply loses.",
    ),
    k.WouldFork: By(
        "I could make two threats at once there next.",
        "You could make two threats at once there next.",
        "{side} could make two threats at once there next.",
    ),
    k.WouldForce: By(
        "I could begin threat after threat there next.",
        "You could begin threat after threat there next.",
        "{side} could begin threat after threat there next.",
    ),
    k.CanThreaten: By(
        "A threat of mine there comes first.",
        "A threat of yours there comes first.",
        "A threat of {side} there comes first.",
    ),
    k.CanPrepare: By(
        "I can prepare threats there.",
        "You can prepare threats there.",
        "{side} can prepare threats there.",
    ),
    k.IsHardest: By(
        "No draw is harder for me than one there.",
        "No draw is harder for you than one there.",
        "No draw is harder for {side} than one there.",
    ),
    k.LastsLongest: "Every cell loses, and none lasts longer than one there.",
    k.NoneBetter: "No cell is better than one there: it draws.",
    p.Wins: ["{cells} {cells:wins|win} {idea:by}.", "{cells:count} cells win {idea:by}."],
    p.Fastest: [
        "{cells} {cells:wins|win} {plies:soon}.",
        "{cells:count} cells win {plies:soon}.",
    ],
    p.Loses: ["{cells} {cells:loses|lose} {idea:to}.", "{cells:count} moves lose {idea:to}."],
    p.NobodyCanWin: "Nobody can win any more.",
    p.StillLive: By(
        "Live {sets}: {own} for me, {others} for you.",
        "Live {sets}: {own} for you, {others} for me.",
        "Live {sets}: {own} for {side}, {others} for {other}.",
    ),
    p.CannotComplete: By(
        "I can't complete one any more.",
        "You can't complete one any more.",
        "{side} can't complete one any more.",
    ),
    p.NeitherCanComplete: "Neither side can complete one any more.",
    p.StoppedInTime: By(
        "Best play stops mine in time.",
        "Best play stops yours in time.",
        "Best play stops {side}'s in time.",
    ),
    p.BothStoppedInTime: "Best play stops both sides in time.",
    p.MustNotAllowLines: By(
        "I must not let you complete {lines} on {cell}.",
        "You must not let me complete {lines} on {cell}.",
        "{side} must not let {other} complete {lines} on {cell}.",
    ),
    p.MustNotAllowForks: By(
        "I must not let you fork on {cells:or}.",
        "You must not let me fork on {cells:or}.",
        "{side} must not let {other} fork on {cells:or}.",
    ),
    p.MustNotAllowThreats: By(
        "I must not allow threats from {first} on, up to a fork on {fork}.",
        "You must not allow threats from {first} on, up to a fork on {fork}.",
        "{side} must not allow threats from {first} on, up to a fork on {fork}.",
    ),
    p.MustTakeCare: By(
        "After {cell} I must take care.",
        "After {cell} you must take care.",
        "After {cell} {side} must take care.",
    ),
    p.GoesOn: [
        By(
            "I could go on with a fork on {fork}.",
            "You could go on with a fork on {fork}.",
            "{side} could go on with a fork on {fork}.",
        ),
        By(
            "I could go on with threats from {first} on, up to a fork on {fork}.",
            "You could go on with threats from {first} on, up to a fork on {fork}.",
            "{side} could go on with threats from {first} on, up to a fork on {fork}.",
        ),
    ],
    p.TakingFails: "Taking {cell} first fails: then {answer} wins {idea:by}.",
    p.ThreatFails: "The threat {cell} fails: then {answer} wins {idea:by}.",
    p.StrongCellFails: "Taking {cell}, a strong cell, fails: then {answer} wins {idea:by}.",
    n.AreComplete: [
        "{lines} {lines:is|are} complete.",
        "{lines:count} {lines:is|are} complete.",
    ],
    n.PassedUp: [
        By(
            "{lines}: my {cell} passed up a win at move {number}.",
            "{lines}: your {cell} passed up a win at move {number}.",
            "{lines}: {side}'s {cell} passed up a win at move {number}.",
        ),
        By(
            "{lines:count}: my {cell} passed up a win at move {number}.",
            "{lines:count}: your {cell} passed up a win at move {number}.",
            "{lines:count}: {side}'s {cell} passed up a win at move {number}.",
        ),
    ],
    n.BlockedOne: [
        By(
            "{lines}: I could block only one cell of {cells:in words}.",
            "{lines}: you could block only one cell of {cells:in words}.",
            "{lines}: {side} could block only one cell of {cells:in words}.",
        ),
        By(
            "{lines:count}: I could block one cell of {cells:in words}.",
            "{lines:count}: you could block one cell of {cells:in words}.",
            "{lines:count}: {side} could block one cell of {cells:in words}.",
        ),
    ],
    n.DidNotBlock: [
        By(
            "{lines}: my {cell} didn't block.",
            "{lines}: your {cell} didn't block.",
            "{lines}: {side}'s {cell} didn't block.",
        ),
        By(
            "{lines:count}: my {cell} didn't block.",
            "{lines:count}: your {cell} didn't block.",
            "{lines:count}: {side}'s {cell} didn't block.",
        ),
    ],
    n.Had: By(
        "I had a {value:loss|draw|win} at move {number}.",
        "You had a {value:loss|draw|win} at move {number}.",
        "{side} had a {value:loss|draw|win} at move {number}.",
    ),
    n.HadFromStart: By(
        "I had the win from the start.",
        "You had the win from the start.",
        "{side} had the win from the start.",
    ),
    n.FullBoard: "{drawn}",
    n.NobodySlipped: "Nobody slipped.",
    n.NobodySlippedNow: "This time nobody slipped.",
    n.Withstood: "{times:times} a wrong cell could have lost.",
    n.TookNone: By("I took none.", "You took none.", "{side} took none."),
    n.NobodyTookOne: "Nobody took one.",
    n.DoesNotCount: "A retry doesn't count.",
    t.AloneKept: [
        By(
            "I blocked {lines}: only {cell} kept the {value:loss|draw|win}.",
            "You blocked {lines}: only {cell} kept the {value:loss|draw|win}.",
            "{side} blocked {lines}: only {cell} kept the {value:loss|draw|win}.",
        ),
        By(
            "I blocked {lines:count}: only {cell} kept the {value:loss|draw|win}.",
            "You blocked {lines:count}: only {cell} kept the {value:loss|draw|win}.",
            "{side} blocked {lines:count}: only {cell} kept the {value:loss|draw|win}.",
        ),
        By(
            "Only {cell} kept the {value:loss|draw|win}, and I found it.",
            "Only {cell} kept the {value:loss|draw|win}, and you found it.",
            "Only {cell} kept the {value:loss|draw|win}, and {side} found it.",
        ),
    ],
    t.WereComing: Per(
        "lines",
        {
            1: By(
                "{lines:count} of mine was coming, and {cell} let it.",
                "{lines:count} of yours was coming, and {cell} let it.",
                "{lines:count} of {side}'s was coming, and {cell} let it.",
            ),
            ...: By(
                "{lines:count} of mine were coming, and {cell} let them.",
                "{lines:count} of yours were coming, and {cell} let them.",
                "{lines:count} of {side}'s were coming, and {cell} let them.",
            ),
        },
    ),
    t.Threatened: [
        By(
            "I threatened {lines}: you had to take {answer}.",
            "You threatened {lines}: I had to take {answer}.",
            "{side} threatened {lines}: {other} had to take {answer}.",
        ),
        By(
            "I threatened {lines:count}: you had to take {answer}.",
            "You threatened {lines:count}: I had to take {answer}.",
            "{side} threatened {lines:count}: {other} had to take {answer}.",
        ),
    ],
    t.Forked: By(
        "{cell} threatened {lines:count}, open on {answers}: you had one move.",
        "{cell} threatened {lines:count}, open on {answers}: I had one move.",
        "{cell} threatened {lines:count}, open on {answers}: {other} had one move.",
    ),
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
        "soon": ("at once", "in {} moves of both sides"),
        "within": ("at once", "in {}"),
    },
    ideas={
        "by": {
            Idea.LINE: "at once",
            Idea.FORK: "by a fork",
            Idea.THREATS: "by threat after threat",
            Idea.BLOCK: "by a block",
            Idea.THREAT: "by a threat",
            Idea.QUIET: "by a quiet move",
        },
        "to": {
            Idea.LINE: "at once",
            Idea.FORK: "to a fork",
            Idea.THREATS: "to threat after threat",
            Idea.BLOCK: "to a block",
            Idea.THREAT: "to a threat",
            Idea.QUIET: "to a quiet move",
        },
    },
    voices=VOICES,
)
