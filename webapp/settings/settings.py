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

    @property
    def style_sheet(self) -> str:
        """What asks for these colours; tokens of the style sheet know both."""
        return "" if self is Theme.SYSTEM else f":root {{ color-scheme: {self} }}\n"


@dataclass(frozen=True, slots=True)
class Settings:
    """The *theme*, and whether single *keys* do something."""

    theme: Theme = Theme.SYSTEM
    keys: bool = True

    @property
    def text(self) -> str:
        """The settings in two words; :meth:`from_text` reads them, and so does static/board.js."""
        return f"{self.theme}.{'on' if self.keys else 'off'}"

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
