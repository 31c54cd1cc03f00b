"""Programs of the system that tests run."""

import os
import shutil

import click


class MissingProgram(click.ClickException):
    """A program that tests need does not run here; the text says how to install it."""


def program(name: str) -> str:
    """The path of the command *name*.

    :raises MissingProgram: if it is not installed.
    """
    path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if path is None:
        raise MissingProgram(f"No {name} on the PATH: `.ci/install` tells how to install it.")
    return path
