"""Every kind of page from right to left, in Firefox and in WebKit."""

from pathlib import Path

from tests.seen.browsers.player import Player
from tests.seen.fitting import IN_FRAMES, LOOKS, Measured, faults_of_pages

MEASURE = f"const [at, done] = arguments; ({IN_FRAMES})(at).then(done);"


def test_every_page_fits_from_right_to_left(player: Player, tmp_path: Path) -> None:
    def measuring(frame: str) -> Measured:
        player.driver.get(frame)
        return lambda path: list(player.driver.execute_async_script(MEASURE, [path, *LOOKS]))

    assert faults_of_pages("ar", tmp_path, measuring, least=8) == {}
