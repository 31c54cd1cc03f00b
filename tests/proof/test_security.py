"""The signing key where processes and threads start together."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from webapp.serving.cookies import kept_key


def test_processes_and_threads_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    keys = set()
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other,
        ThreadPoolExecutor(4) as threads,
    ):
        other.submit(kept_key, tmp_path).result()
        for number in range(30):
            folder = tmp_path / f"{number}"
            its, ours = other.submit(kept_key, folder), threads.map(kept_key, [folder] * 4)
            keys.add(key := (kept_key(folder)))
            assert {its.result(), *ours} == {key} == {(folder / "secret_key").read_text()}
            assert [path.name for path in folder.iterdir()] == ["secret_key"]
    assert len(keys) == 30, "another machine"
