"""Values that a request makes: dataclasses that are frozen to the type checker alone."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make *cls* a dataclass whose values are compared and hashed by their fields.

    Python does not keep anyone from changing them: that would make them four times as dear.
    """
    return dataclass(unsafe_hash=True)(cls)
