"""The settings as their cookie keeps them. It is not signed: whatever it says is checked."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class UnreadableSettings(ValueError):
    """A text is not that of any settings."""


class Theme(StrEnum):
    """The colours of the pages: those that the system asks for, light, or dark."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """The *theme*, and whether single *keys* do something."""

    theme: Theme = Theme.SYSTEM
    keys: bool = True

    @property
    def text(self) -> str:
        """The settings in two words; :meth:`from_text` reads them."""
        return f"{self.theme}.{'on' if self.keys else 'off'}"

    @property
    def style_sheet(self) -> str:
        """CSS that chooses the colour scheme, unless it is the system's, and tells static/board.js
        if single keys are off.
        """
        scheme = "" if self.theme is Theme.SYSTEM else f"color-scheme: {self.theme}; "
        keys = "" if self.keys else "--single-keys: off; "
        return f":root {{ {scheme}{keys}}}\n" if scheme or keys else ""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The settings of which *text* is the :attr:`text`.

        :raises UnreadableSettings: if it is that of none.
        """
        for theme in Theme:
            for keys in (True, False):
                settings = cls(theme, keys)
                if settings.text == text:
                    return settings
        raise UnreadableSettings(f"“{text}” is no theme and “on” or “off”.")
