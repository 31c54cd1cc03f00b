"""JSON Schema for OpenAPI 3.1, made from the types of answers."""

from collections.abc import Iterable
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

PLAIN: dict[object, str] = {
    bool: "boolean",
    float: "number",
    int: "integer",
    str: "string",
    NoneType: "null",
}


def schemas(kinds: Iterable[type]) -> dict[str, Schema]:
    """The schemas of these typed dictionaries, and of those they refer to, by their names.

    :raises TypeError: if the type of a field has no schema here.
    """
    found: dict[str, Schema] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind.__name__ not in found:
            hints = get_type_hints(kind, include_extras=True)
            found[kind.__name__] = {
                "type": "object",
                "description": " ".join((kind.__doc__ or "").split()),
                "properties": {name: _schema(hint, waiting) for name, hint in hints.items()},
                "required": list(hints),
            }
    return dict(sorted(found.items()))


def _schema(hint: Any, waiting: list[type]) -> Schema:
    """The schema of a field; adds the typed dictionaries in it to *waiting*."""
    arguments = get_args(hint)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if is_typeddict(hint):
        waiting.append(hint)
        return {"$ref": f"#/components/schemas/{hint.__name__}"}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    match get_origin(hint):
        case origin if origin is Annotated:
            kind, description = arguments
            return _schema(kind, waiting) | {"description": description}
        case origin if origin is Literal:
            return {"type": "string", "enum": list(arguments)}
        case origin if origin is list:
            return {"type": "array", "items": _schema(arguments[0], waiting)}
        case origin if origin in {Union, UnionType}:
            return {"anyOf": [_schema(one, waiting) for one in arguments]}
    raise TypeError(f"There is no schema for {hint}.")
