"""Orca at a desk of its own: a screen in memory, a session bus, and speech that is written down."""

import fcntl
import gettext
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from ai.language import spoken
from tests.programs import MissingProgram, program
from tests.seen.browsers.engines import screen

START_LIMIT = 30  # seconds until Orca speaks
HEARING_LIMIT = 15  # seconds of speech after which a desk gives up
OFTEN = 0.05  # seconds between two looks at the log
SILENCE = 0.8  # seconds without speech after which nothing more comes; Orca waits 0.1
PATIENCE = 6  # seconds, where what should be said has not come

# Below /usr/libexec on Debian and Fedora, below /usr/lib elsewhere.
BUS_LAUNCHER = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
NEEDED = ("Xvfb", "dbus-daemon", "openbox", "speech-dispatcher", "xdotool", "orca")

TRANSLATIONS = "/usr/share/locale"  # of Orca

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
        last, silence = time.monotonic(), PATIENCE if wanted else 2 * SILENCE
        while time.monotonic() < min(end, last + silence):
            time.sleep(OFTEN)
            if more := self._spoken():
                said += more
                last = time.monotonic()
            if any(re.search(wanted, one) for one in said):
                silence = SILENCE
        return said

    def press(self, key: str) -> None:
        """Press *key*, named as X names it, in the window that has the focus."""
        line = [program("xdotool"), "key", "--clearmodifiers", key]
        subprocess.run(line, env=self.environment, check=True)  # noqa: S603

    def _spoken(self) -> list[str]:
        """The new utterances in the log. Its last entry may be unfinished, so it waits."""
        text = self.log.read_text(errors="replace")[self.read :]
        new = text[: text.rfind("\n") + 1]
        self.read += len(new)
        found = map(SPOKEN.match, ENTRY.split(new))
        return [" ".join(one[1].split()) for one in found if one and one[1].strip()]


@contextmanager
def desk(language: str, *, reading: bool = False) -> Iterator[Desk]:
    """A desk at which Orca has started, in this *language*. It reads whole pages if *reading*, else
    keys go to them.

    :raises MissingProgram: if a program is missing or does not start.
    """
    launcher = next((path for path in BUS_LAUNCHER if Path(path).exists()), BUS_LAUNCHER[0])
    missing = [name for name in (*NEEDED, launcher) if not shutil.which(name)]
    if missing:
        raise MissingProgram(
            f"Missing: {', '.join(missing)}. `.ci/install hearing` installs what Orca needs."
        )
    with ExitStack() as stack:
        # No two processes of these tests have a desk: Orca runs once a user.
        lock = Path(gettempdir(), f"hearing-{os.getuid()}.lock")
        fcntl.flock(stack.enter_context(lock.open("w")), fcntl.LOCK_EX)
        place = Path(stack.enter_context(TemporaryDirectory()))
        environment = furnished(place, language, CUSTOM if reading else CUSTOM + FOCUS_MODE)
        environment["DISPLAY"] = stack.enter_context(screen())

        def run(name: str, *arguments: str) -> subprocess.Popen[str]:
            """A process of this command, until the desk is left."""
            process = subprocess.Popen(  # noqa: S603
                [program(name), *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if name == "dbus-daemon" else subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        bus = run("dbus-daemon", "--session", "--nofork", "--print-address")
        assert bus.stdout
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        run("openbox")
        run(launcher, "--launch-immediately", "--a11y=1")
        run("speech-dispatcher", "-s", "-t", "0")
        (log := place / "orca.log").touch()
        orca = run("orca", f"--debug-file={log}")
        own = Desk(environment, log)
        end = time.monotonic() + START_LIMIT
        while not own.heard():
            if orca.poll() is not None or time.monotonic() > end:
                raise MissingProgram(f"Orca is silent (exit status {orca.returncode}).")
        yield own


def furnished(place: Path, language: str, custom: str) -> dict[str, str]:
    """The environment of a user of this *language* whose home is *place*, with settings of Orca and
    of its speech.
    """
    for path, text in (
        ("data/orca/orca-customizations.py", custom),
        ("config/speech-dispatcher/speechd.conf", SPEECHD),
    ):
        (place / path).parent.mkdir(parents=True)
        (place / path).write_text(text)
    (place / "run").mkdir(mode=0o700)
    return {
        "LANG": os.environ.get("LANG", "C.UTF-8"),
        "LANGUAGE": language,
        "PATH": os.environ["PATH"],
        "HOME": f"{place}",
        "XDG_DATA_HOME": f"{place}/data",
        "XDG_CONFIG_HOME": f"{place}/config",
        "XDG_CACHE_HOME": f"{place}/cache",
        "XDG_RUNTIME_DIR": f"{place}/run",
        "GDK_BACKEND": "x11",
        "GSETTINGS_BACKEND": "memory",
        "GNOME_ACCESSIBILITY": "1",
        "NO_AT_BRIDGE": "0",
    }


def orcas(message: str, context: str = "") -> str:
    """What Orca says for *message*, one of its own, in the language spoken here."""
    own = gettext.translation("orca", TRANSLATIONS, [spoken()], fallback=True)
    return own.pgettext(context, message) if context else own.gettext(message)
