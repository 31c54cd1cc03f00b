"""Rules of addresses, added in little time."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]  # of the domain and path of an address


class LazyRule(Rule):
    """A rule whose builders of addresses are compiled at their first use: that takes most of the
    time of adding it, and most of them are never used.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        made = cache(partial(super()._compile_builder, append_unknown))

        def build(*values: Any, **named: Any) -> tuple[str, str]:
            return made()(*values, **named)

        return build
