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

from ai.facts.fact import Fact, every_fact
from ai.plain_data import FACT_FIELDS, FactData

Schema = dict[str, Any]

PLAIN: dict[object, str] = {
    bool: "boolean",
    float: "number",
    int: "integer",
    str: "string",
    NoneType: "null",
}


def reference(kind: type) -> Schema:
    """The reference to the schema of *kind*."""
    return {"$ref": f"#/components/schemas/{component(kind)}"}


def component(kind: type) -> str:
    """The name of the schema of *kind*, a typed dictionary or a fact."""
    return f"{kind.__name__}Fact" if issubclass(kind, Fact) else kind.__name__.removesuffix("Data")


def schemas(kinds: Iterable[type]) -> dict[str, Schema]:
    """The schemas of these typed dictionaries, and of those they refer to, by their names.

    :raises TypeError: if the type of a field has no schema here.
    """
    found: dict[str, Schema] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if component(kind) not in found:
            found[component(kind)] = _component(kind, waiting)
    return dict(sorted(found.items()))


def _component(kind: type, waiting: list[type]) -> Schema:
    """The schema of a typed dictionary or a fact; adds the types in it to *waiting*."""
    if kind is FactData:
        facts = [*every_fact()]
        waiting += facts
        return {"oneOf": [reference(fact) for fact in facts]}
    if issubclass(kind, Fact):
        properties: Schema = {"kind": {"const": kind.name()}}
        hints: dict[str, Any] = {name: FACT_FIELDS[it][0] for name, it in kind.kinds().items()}
    else:
        properties, hints = {}, get_type_hints(kind, include_extras=True)
    properties |= {name: _schema(hint, waiting) for name, hint in hints.items()}
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": properties,
        "required": list(properties),
    }


def _schema(hint: Any, waiting: list[type]) -> Schema:
    """The schema of a field; adds the typed dictionaries in it to *waiting*."""
    arguments = get_args(hint)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if is_typeddict(hint):
        waiting.append(hint)
        return reference(hint)
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
