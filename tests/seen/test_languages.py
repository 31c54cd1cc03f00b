"""Every kind of page in each language, and from right to left."""

from pathlib import Path

import pytest

from tests.e2e.player import Player
from tests.seen.fitting import IN_FRAMES, LOOKS, TAGS, Measured, faults_of_pages

# German has the longest words: the others are measured where much is new.
LEAST = {"de": 1}


@pytest.mark.parametrize("tag", TAGS)
def test_every_page_fits_in_other_languages(page: Player, tmp_path: Path, tag: str) -> None:
    def measuring(frame: str) -> Measured:
        page.goto(frame)
        return lambda path: list(page.evaluate(IN_FRAMES, [path, *LOOKS]))

    assert faults_of_pages(tag, tmp_path, measuring, LEAST.get(tag, 4)) == {}
