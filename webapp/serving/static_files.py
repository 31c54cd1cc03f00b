"""Static files under an address that changes with their contents, so that browsers may cache them.

A folder named by a digest of the contents holds copies, plain and compressed: old copies are never
served.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

PREFIX = "/static/"
VERSIONS = 2  # that are kept
PRESENT = f"{PREFIX}present/"  # an address without a digest
CODINGS = ["br", "zstd", "gzip"]  # the fewest bytes first


def digest(folder: Path) -> str:
    """Twelve hexadecimal digits of the SHA-256 of all files in *folder*, except compiled code."""
    contents = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            name = path.relative_to(folder).as_posix()
            contents.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return contents.hexdigest()[:12]


def compressed_folder(root: Path) -> Path:
    """The folder for compressed static files of the checkout at *root*; it may not exist."""
    return root / "instance" / "static" / digest(root / "static")


def serve(app: Flask, root: Path) -> None:
    """Let WhiteNoise serve the static files of the checkout at *root*, compressed ones if they
    exist, at Flask's own addresses.

    While debugging Flask serves them, because it notices changes.
    """
    if app.debug:
        return
    compressed = compressed_folder(root)
    folder = compressed if compressed.is_dir() else root / "static"
    files = WhiteNoise(
        app.wsgi_app,
        root=folder,
        prefix=app.static_url_path,
        allow_all_origins=False,
        max_age=None,
        immutable_file_test=lambda _path, url: not url.startswith(PRESENT),
    )
    files.add_files(folder, PRESENT)
    app.wsgi_app = for_all_versions(files)  # type: ignore[assignment,method-assign]


def for_all_versions(files: WhiteNoise) -> WSGIApplication:
    """*files*, with the present ones also under the addresses of other versions, uncached: pages of
    those versions still get a style sheet and scripts.
    """

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        if path.startswith(PREFIX):  # for other addresses the request of Flask does it
            environ["HTTP_ACCEPT_ENCODING"] = known_codings(environ.get("HTTP_ACCEPT_ENCODING", ""))
            present = PRESENT + path.removeprefix(PREFIX).partition("/")[2]
            if path not in files.files and present in files.files:
                environ = {**environ, "PATH_INFO": present}
        response: Iterable[bytes] = files(environ, start_response)
        return response

    return respond


@lru_cache(maxsize=64)
def known_codings(asked: str) -> str:
    """The codings of the site among those *asked* for, with their weights. Those that serve and
    compress do not all know `q=0` and `*`.

    >>> known_codings("gzip; q=0, br;q=0.5, *")
    'br;q=0.5, zstd;q=1, identity;q=1'
    """
    weights = parse_accept_header(asked, Accept)
    taken = ((coding, weights.quality(coding)) for coding in (*CODINGS, "identity"))
    return ", ".join(f"{coding};q={weight:g}" for coding, weight in taken if weight)


def lean(sheet: bytes) -> bytes:
    """The style *sheet* without comments, indents and empty lines, a tenth of its compressed bytes.

    >>> lean(b"a {\\n  /* Why */\\n  margin: 0;\\n}\\n")
    b'a {\\nmargin: 0;\\n}\\n'
    """
    return re.sub(rb"/\*.*?\*/|^\s+", b"", sheet, flags=re.DOTALL | re.MULTILINE)


def compress(root: Path) -> None:
    """Write the compressed files of the checkout at *root*, style sheets lean, unless they exist.
    Of other versions the last one stays: processes that end may still serve it.

    :raises OSError: if they cannot be written.
    """
    folder = compressed_folder(root)
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        compressor = Compressor(quiet=True)
        with TemporaryDirectory(dir=folder.parent) as made:
            copy = copytree(root / "static", Path(made, "static"))
            for sheet in copy.glob("*.css"):
                sheet.write_bytes(lean(sheet.read_bytes()))
            for path in (root / "static").iterdir():
                compressor.compress(str(copy / path.name))
            # A rename is atomic: the folder is never incomplete.
            copy.rename(folder)
    folder.touch()
    versions = [path for path in folder.parent.iterdir() if re.fullmatch("[0-9a-f]{12}", path.name)]
    for old in sorted(versions, key=lambda path: path.stat().st_mtime)[:-VERSIONS]:
        rmtree(old)
