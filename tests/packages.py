"""Install packages of the system that the tests need, one process at a time."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

INSTALL_LIMIT = 600  # seconds

# Another may be installing packages: wait for it rather than fail.
APT_GET = ("apt-get", "-o", f"DPkg::Lock::Timeout={INSTALL_LIMIT}")


class Unavailable(Exception):
    """Something that tests need is not to be had here; the text lists what was tried."""


class BrowserUnavailable(Unavailable):
    """A browser does not start here; the text lists what was tried and why it failed."""


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process of this user is in such a block."""
    lock = Path(tempfile.gettempdir(), f"tic-tac-why-browser-{os.getuid()}.lock")
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield


def update(attempts: list[str]) -> bool:
    """Whether the lists of packages are new; if they are not, *attempts* gets the reason."""
    return succeeds([*_apt_get(), "update"], attempts)


def install(packages: Sequence[str], attempts: list[str]) -> bool:
    """Whether these Debian packages are installed; if they are not, *attempts* gets the reason."""
    return succeeds([*_apt_get(), "install", "-y", "--no-install-recommends", *packages], attempts)


def command(name: str, package: str) -> str:
    """The path of the command of that *name*; its Debian *package* is installed if it is missing.

    :raises Unavailable: if it is missing even so.
    """
    attempts: list[str] = []
    with alone():
        if path := shutil.which(name):
            return path
        update(attempts)  # old lists may still do
        install([package], attempts)
    if path := shutil.which(name):
        return path
    raise Unavailable(f"No {name} for these tests. Tried:\n{listed(attempts)}\nInstall {package}.")


def _apt_get() -> list[str]:
    return [*([] if os.geteuid() == 0 else ["sudo", "-n"]), *APT_GET]


def succeeds(command: Sequence[str], attempts: list[str], limit: int = INSTALL_LIMIT) -> bool:
    """Whether *command* succeeds; if it does not, *attempts* gets the reason."""
    line = " ".join(command)
    sys.stderr.write(f"\nSomething these tests need is missing; this may take minutes: {line}\n")
    sys.stderr.flush()
    reason = _run(command, limit)
    if reason is not None:
        attempts.append(f"{line}: {reason}")
    return reason is None


def _run(command: Sequence[str], limit: int) -> str | None:
    """Run *command* unattended for *limit* seconds at most; the reason if it fails, else None."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        try:
            # A session of its own has no terminal to ask for a password on, and ends as one.
            process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            return str(error)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            return f"stopped after {limit} seconds"
        finally:
            if process.returncode is None:
                # What sudo started is not ours to end.
                with suppress(PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        if status == 0:
            return None
        output.seek(0)
        lines = [line.rstrip() for line in output if line.strip()]
    told = [line for line in lines if not line.startswith((" ", "}"))]  # without stack traces
    return indented([f"exit status {status}", *told[-4:]])


def indented(lines: Sequence[str]) -> str:
    """The first of *lines*, and the others below it, as they stand in a list of attempts."""
    return "\n       ".join(lines)


def listed(attempts: Sequence[str]) -> str:
    """The *attempts*, numbered, one below the other."""
    return "\n".join(f"  {number}. {attempt}" for number, attempt in enumerate(attempts, 1))
