"""Static files under an address that changes with their contents, so that they may be kept."""

from hashlib import sha256
from pathlib import Path

from flask import Flask
from whitenoise import WhiteNoise

COMPRESSED = {".br", ".gz"}


def digest(folder: Path) -> str:
    """A short name for the contents of *folder*, the compressed copies apart."""
    contents = sha256()
    for path in sorted(folder.iterdir()):
        if path.suffix not in COMPRESSED:
            contents.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return contents.hexdigest()[:12]


def serve(app: Flask) -> None:
    """Let WhiteNoise answer for the static files, compressed where a compressed copy lies beside.

    It stands before Flask, and the addresses are Flask's own. While debugging Flask serves them,
    which looks for changes.
    """
    if app.debug:
        return
    remove_stale_copies(Path(app.static_folder or ""))
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=app.static_folder,
        prefix=app.static_url_path,
        allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True,
    )


def remove_stale_copies(folder: Path) -> None:
    """Remove the compressed copies in *folder* that are older than what they are copies of."""
    for path in folder.iterdir():
        original = path.with_suffix("")
        if path.suffix in COMPRESSED and (
            not original.exists() or path.stat().st_mtime < original.stat().st_mtime
        ):
            path.unlink(missing_ok=True)
