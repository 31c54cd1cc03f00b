"""Time and memory of solving games of one's own, by kind of board.

`python -m tests.benchmarks.bench_solves` prints them. It is no part of the tests.
"""

import resource
from multiprocessing import get_context
from time import process_time

from ai.exact.retrograde import solve
from ai.rules import SQUARE, game_for

KINDS = {
    "Square": SQUARE.key,
    "4×4, all symmetries": "4x4-a1b1c1a2",
    "4×4, half of them": "4x4-a1b1c1-!a1d4",
    "8×2": "8x2-a1b1c1d1",
    "5×3": "5x3-a1b1c1b2",
    "7×2": "7x2-a1b1c1",
    "4×3": "4x3-a1b1c1",
    "4×4, no symmetry": "4x4-!a1b1c1d1-!a1b2c3d4-!a2b2c2",
    "4×4, no symmetry, many draws": "4x4-a1b1a2b2-a1c1a3c3-b1a2c2b3-!a1b1c1d2-!a3a4b4d1",
}


def measured(text: str) -> tuple[float, float, int]:
    """Seconds of processor time, megabytes and slots of a solve, in a process of its own."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_measured, (text,))


def _measured(text: str) -> tuple[float, float, int]:
    game = game_for(text)
    began = process_time()
    table = solve(game)
    seconds = process_time() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return seconds, most, len(table.codes)


def main() -> None:
    """Print a table."""
    print("| board | such as | processor time | memory | table |")  # noqa: T201 - a program
    print("| --- | --- | ---: | ---: | ---: |")  # noqa: T201
    for name, text in KINDS.items():
        seconds, most, slots = measured(text)
        size = f"{2 * slots / 1e6:.1f} MB"
        print(f"| {name} | `{text}` | {seconds:.1f} s | {most:.0f} MB | {size} |")  # noqa: T201


if __name__ == "__main__":
    main()
