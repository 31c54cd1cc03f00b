"""Orca at a desk of its own: a screen in memory, a session bus, and speech that is written down."""

import fcntl
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from tests.programs import MissingProgram, program
from tests.seen.browsers.engines import screen

START_LIMIT = 30  # seconds until Orca speaks
HEARING_LIMIT = 15  # seconds of speech after which a desk gives up
OFTEN = 0.05  # seconds between two looks at the log
SILENCE = 0.8  # seconds without speech after which nothing more comes; Orca waits 0.1
PATIENCE = 2.5  # seconds, where what should be said has not come

# Below /usr/libexec on Debian and Fedora, below /usr/lib elsewhere.
BUS_LAUNCHER = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
NEEDED = ("Xvfb", "dbus-daemon", "openbox", "speech-dispatcher", "xdotool", "orca")

SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:\{|None|$)", re.DOTALL)
ENTRY = re.compile(r"^\d\d:\d\d:\d\d\.\d+ - ", re.MULTILINE)

# Orca runs this file of its user at its start. The log comes line by line, and keys are not echoed.
CUSTOM = """from orca import debug, settings

debug.debugFile.reconfigure(line_buffering=True)
debug.debugLevel = debug.LEVEL_INFO
settings.enableKeyEcho = False
"""

# All keys go to the page, as in Orca's focus mode, and a page that is opened is not read whole.
FOCUS_MODE = """settings.caretNavigationEnabled = False
settings.structuralNavigationEnabled = False
settings.sayAllOnLoad = False
"""

SPEECHD = """AudioOutputMethod "none"
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
"""


@dataclass
class Desk:
    """A place with a running Orca. Programs started with *environment* are heard."""

    environment: Mapping[str, str]
    log: Path
    read: int = 0  # characters of the log

    def heard(self, wanted: str = "") -> list[str]:
        """The speech since the last call, one string an utterance, once Orca is silent.

        If no utterance matches the pattern *wanted*, silence takes longer to be believed.
        """
        said: list[str] = []
        end = time.monotonic() + HEARING_LIMIT
        last = time.monotonic()
        silence = PATIENCE
        while time.monotonic() < min(end, last + silence):
            time.sleep(OFTEN)
            if more := self._spoken():
                said += more
                last = time.monotonic()
            if any(re.search(wanted, one) for one in said):
                silence = SILENCE
        return said

    def press(self, *keys: str) -> None:
        """Press *keys*, named as X names them, in the window that has the focus."""
        self.xdotool("key", "--clearmodifiers", *keys)

    def write(self, text: str) -> None:
        """Type *text*."""
        self.xdotool("type", text)

    def xdotool(self, *arguments: str) -> str:
        """The output of this command of xdotool."""
        done = subprocess.run(  # noqa: S603
            [program("xdotool"), *arguments],
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def _spoken(self) -> list[str]:
        """The new utterances in the log. Its last entry may be unfinished, so it waits."""
        text = self.log.read_text(errors="replace")[self.read :]
        *whole, _last = text.rpartition("\n")
        new = "".join(whole)
        self.read += len(new)
        entries = ENTRY.split(new)
        found = [SPOKEN.match(entry) for entry in entries]
        return [" ".join(one[1].split()) for one in found if one and one[1].strip()]


@contextmanager
def desk(*, reading: bool = False) -> Iterator[Desk]:
    """A desk at which Orca has started. It reads whole pages if *reading*, else keys go to them.

    :raises MissingProgram: if a program is missing or does not start.
    """
    launcher = next((path for path in BUS_LAUNCHER if Path(path).exists()), BUS_LAUNCHER[0])
    missing = [name for name in (*NEEDED, launcher) if not shutil.which(name)]
    if missing:
        raise MissingProgram(
            f"Missing: {', '.join(missing)}. `.ci/install hearing` installs what Orca needs."
        )
    with in_turn(), TemporaryDirectory() as home, screen() as display:
        place = Path(home)
        environment = furnished(place, display, CUSTOM if reading else CUSTOM + FOCUS_MODE)
        with (
            bus(environment) as address,
            running(["openbox"], environment | {"DBUS_SESSION_BUS_ADDRESS": address}),
        ):
            environment["DBUS_SESSION_BUS_ADDRESS"] = address
            log = place / "orca.log"
            log.touch()
            speech = ["speech-dispatcher", "-s", "-t", "0"]
            with (
                running([launcher, "--launch-immediately", "--a11y=1"], environment),
                running(speech, environment),
                running(["orca", f"--debug-file={log}"], environment) as orca,
            ):
                desk = Desk(environment, log)
                await_start(desk, orca)
                yield desk


@contextmanager
def in_turn() -> Iterator[None]:
    """Wait until no other process of these tests has a desk: Orca runs once a user."""
    with Path(gettempdir(), f"hearing-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def furnished(place: Path, display: str, custom: str) -> dict[str, str]:
    """The environment of a user whose home is *place*, with settings of Orca and of its speech."""
    prefs = place / "data" / "orca"
    prefs.mkdir(parents=True)
    (prefs / "orca-customizations.py").write_text(custom)
    speech = place / "config" / "speech-dispatcher"
    speech.mkdir(parents=True)
    (speech / "speechd.conf").write_text(SPEECHD)
    runtime = place / "run"
    runtime.mkdir(mode=0o700)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        "LANG": "C.UTF-8",
        **kept,
        "HOME": str(place),
        "XDG_DATA_HOME": str(place / "data"),
        "XDG_CONFIG_HOME": str(place / "config"),
        "XDG_CACHE_HOME": str(place / "cache"),
        "XDG_RUNTIME_DIR": str(runtime),
        "DISPLAY": display,
        "GDK_BACKEND": "x11",
        "GSETTINGS_BACKEND": "memory",
        "GNOME_ACCESSIBILITY": "1",
        "NO_AT_BRIDGE": "0",
    }


@contextmanager
def bus(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a session bus that serves nobody else."""
    command = [program("dbus-daemon"), "--session", "--nofork", "--print-address"]
    with subprocess.Popen(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as daemon:
        try:
            assert daemon.stdout
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()


@contextmanager
def running(
    command: Sequence[str], environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """The process of *command*, until the block ends."""
    name, *arguments = command
    with subprocess.Popen(  # noqa: S603
        [program(name), *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def await_start(desk: Desk, orca: subprocess.Popen[bytes]) -> None:
    """Wait until Orca says that its screen reader is on.

    :raises MissingProgram: if it ends or stays silent.
    """
    end = time.monotonic() + START_LIMIT
    while not desk.heard():
        if orca.poll() is not None:
            raise MissingProgram(f"Orca ended with {orca.returncode}: is another one running?")
        if time.monotonic() > end:
            raise MissingProgram(f"Orca says nothing for {START_LIMIT} seconds.")
