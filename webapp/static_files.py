"""Static files under an address that changes with their contents, so that they may be kept.

Compressed copies lie beside copies of the files, in a folder that is named for their contents too:
copies of other contents are never served.
"""

from hashlib import sha256
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from flask import Flask
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor


def digest(folder: Path) -> str:
    """A short name for all that is in *folder*, compiled code apart."""
    contents = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            name = path.relative_to(folder).as_posix()
            contents.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return contents.hexdigest()[:12]


def compressed_folder(root: Path) -> Path:
    """Where the compressed files of the checkout at *root* are kept, if they are."""
    return root / "instance" / "static" / digest(root / "static")


def serve(app: Flask, root: Path) -> None:
    """Let WhiteNoise answer for the static files of the checkout at *root*, compressed if they are
    there so.

    It stands before Flask, and the addresses are Flask's own. While debugging Flask serves them,
    which looks for changes.
    """
    if app.debug:
        return
    folder = compressed_folder(root)
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=folder if folder.is_dir() else root / "static",
        prefix=app.static_url_path,
        allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True,
    )


def compress(root: Path) -> None:
    """Write the compressed files of the checkout at *root*, unless they are there.

    :raises OSError: if they cannot be written.
    """
    folder = compressed_folder(root)
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    compressor = Compressor(quiet=True)
    with TemporaryDirectory(dir=folder.parent) as made:
        copy = copytree(root / "static", Path(made, "static"))
        for path in (root / "static").iterdir():
            compressor.compress(str(copy / path.name))
        # All at once: who sees the folder sees all of it.
        copy.rename(folder)
