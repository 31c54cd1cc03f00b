"""The signing key where processes start together."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from webapp.serving.cookies import kept_key


def test_processes_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        assert other.submit(kept_key, tmp_path).result() == kept_key(tmp_path)
        for number in range(30):
            folder = tmp_path / str(number)
            its = other.submit(kept_key, folder)
            assert kept_key(folder) == its.result() == (folder / "secret_key").read_text()
