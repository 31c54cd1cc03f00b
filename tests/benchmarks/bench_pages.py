"""Cost of each page as a ratio to the page of a new match, in one run.

It is no part of the tests. This runs it:
python -m pytest -p benchmark -n0 tests/benchmarks/bench_pages.py --benchmark-columns=median,rounds
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from webapp import create_app

GAME = "/replay/tic-tac-toe/a1b1b2c3a3?first=x&x=human&o=hard&ply=4"
SQUARE_GAME = "/replay/square/b2c3c2a1d4b3a2d1c1d2?first=o&x=unbeatable&o=human&ply=10"

PAGES = {
    "a new match": "/",
    "an empty replay": "/replay/square/",
    "a replay": GAME,
    "a replay with values": f"{GAME}&values=on",
    "a replay with all programs": f"{GAME}&programs=on",
    "a replay of Square": SQUARE_GAME,
    "a replay of Square with values": f"{SQUARE_GAME}&values=on",
    "how the opponents think": "/learn/opponents",
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page(benchmark: BenchmarkFixture, page: str) -> None:
    client = create_app({"TESTING": True, "SECRET_KEY": "benchmark"}).test_client()
    assert client.get(PAGES[page]).status_code == 200
    benchmark(client.get, PAGES[page])
