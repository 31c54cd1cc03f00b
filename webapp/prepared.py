"""Work that a release does once, so that no visitor waits for it: `flask --app webapp prepare`.

The instance folder keeps its results for all processes. A missing one is made when it is first
needed; if that folder cannot be written, by each process.
"""

from contextlib import suppress
from hashlib import sha1
from pathlib import Path

import click
from flask import Flask
from flask.cli import with_appcontext
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from ai.commands.command import Command
from webapp.complete import require_complete
from webapp.serving.caching import sources
from webapp.serving.static_files import compress


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in a *folder*, valid for one *version* of what they are compiled by."""

    def __init__(self, folder: Path, version: str) -> None:
        super().__init__(f"{folder}", "%s")
        self.version = version

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002
        """*name*, in every checkout."""
        return name.replace("/", "-")

    def get_source_checksum(self, source: str) -> str:
        """A digest of *source* and the version."""
        return sha1(f"{self.version} {source}".encode()).hexdigest()  # noqa: S324 - no secret

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find a template, if the folder can be read."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, if the folder can be written."""
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)
            # The server may run as another user.
            Path(self.directory, bucket.key).chmod(0o644)


def init_app(app: Flask, root: Path) -> None:
    """Keep the compiled templates of the checkout at *root*, and give *app* the command. While
    debugging nothing is kept, because templates change.
    """

    @app.cli.command(cls=Command)
    @with_appcontext
    def prepare() -> None:
        """Compress static files and compile the program and its templates, once for a release."""
        from compileall import compile_dir  # noqa: PLC0415 - for this alone

        require_complete()
        compress(root)
        for folder in ("ai", "webapp"):
            compile_dir(root / folder, quiet=2)
        names = app.jinja_env.list_templates()
        with click.progressbar(names, label="Templates") as bar:
            for name in bar:
                app.jinja_env.get_template(name)

    if not app.debug:
        folder = Path(app.instance_path) / "templates"
        app.jinja_env.bytecode_cache = CompiledTemplates(folder, sources(root))
