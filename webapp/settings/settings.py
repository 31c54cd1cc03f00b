"""The settings in their cookie. The cookie is not signed, so its text is checked."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class UnreadableSettings(ValueError):
    """The text holds no settings."""


class Theme(StrEnum):
    """The colours of the pages: light, dark, or the system's choice."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """The *theme*, and whether single *keys* work."""

    theme: Theme = Theme.SYSTEM
    keys: bool = True

    @property
    def text(self) -> str:
        """The settings in two words; :meth:`from_text` reads them."""
        return f"{self.theme}.{'on' if self.keys else 'off'}"

    @property
    def style_sheet(self) -> str:
        """CSS with the colour scheme, unless it is the system's, and a property for static/board.js
        if single keys are off.
        """
        scheme = "" if self.theme is Theme.SYSTEM else f"color-scheme: {self.theme}; "
        keys = "" if self.keys else "--single-keys: off; "
        return f"@layer base {{ :root {{ {scheme}{keys}}} }}\n" if scheme or keys else ""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The settings that :attr:`text` wrote.

        :raises UnreadableSettings: if *text* holds no settings.
        """
        for theme in Theme:
            for keys in (True, False):
                settings = cls(theme, keys)
                if settings.text == text:
                    return settings
        raise UnreadableSettings(f"“{text}” is no theme and “on” or “off”.")
