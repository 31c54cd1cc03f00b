"""The outline of a page: what is heard of it, line by line, and the ids of the contract.

`# ` begins a heading, `[Rules](/learn/games)` is a link, `<Undo>` a button or cell, `<x: Human*>` a
list with what is chosen, `{Square}` a picture or a group with its name. Short things that stand
beside each other share a line.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree as ET

WIDTH = 100
HEADING = re.compile("h[1-6]")
BLOCK = re.compile(
    "header|nav|main|footer|section|aside|article|div|form|fieldset|details|summary|dialog|figure|"
    "figcaption|table|thead|tbody|tr|ul|ol|dl|li|p|pre|dt|dd|caption|legend|noscript|h[1-6]"
)
SILENT = {"script", "style", "link", "meta", "template", "head"}
PLACE = re.compile(r"Row \d+, column \d+: |(?<=[XOy]), [a-h]\d(?=,|\s*$)")


def outline(body: ET.Element) -> Iterator[str]:
    """The lines of *body*, and of all below it that is not hidden from screen readers."""
    told = _told(body)
    below = [node for node in body.iter() if node is not body and BLOCK.fullmatch(node.tag)]
    if told and (not below or (len(told) <= WIDTH and not _has_heading(body))):
        yield told
    elif told:
        if name := _named(body):
            yield name
        yield from _beside(body)


def headings(body: ET.Element) -> Iterator[str]:
    """The headings in *body*, some on each line."""
    line = ""
    for told in (_told(node) for node in body.iter() if HEADING.fullmatch(node.tag)):
        if line and len(line) + len(told) + 3 > WIDTH:
            yield line
            line = ""
        line = f"{line} · {told}" if line else told
    yield line


def _beside(body: ET.Element) -> Iterator[str]:
    """The lines of what is in *body*; short things share one."""
    line = (body.text or "").strip()
    for node in body:
        told, is_short = _told(node), False
        if told:
            is_short = len(told) <= WIDTH and not _has_heading(node)
            if line and not (is_short and len(line) + len(told) + 3 <= WIDTH):
                yield line
                line = ""
            if is_short:
                line = f"{line} · {told}" if line else told
            else:
                yield from outline(node)
        line = f"{line} {(node.tail or '').strip()}".strip()
    if line:
        yield line


def _has_heading(node: ET.Element) -> bool:
    return any(HEADING.fullmatch(it.tag) for it in node.iter())


def _named(node: ET.Element) -> str:
    """The id and the name of what holds other things."""
    name = node.get("aria-label", "")
    return " ".join(
        filter(None, [f"#{node.get('id')}" if node.get("id") else "", name and f"{{{name}}}"])
    )


@lru_cache(1024)  # asked again at each level
def _told(node: ET.Element) -> str:
    """All that is heard of *node* on one line; empty if it is nothing."""
    if node.get("aria-hidden") == "true" or node.tag in SILENT:
        return ""
    pieces = [node.text or "", *(it for child in node for it in (_told(child), child.tail or ""))]
    inner = " ".join(piece.strip() for piece in pieces if piece.strip())
    name, label = node.get("name", ""), PLACE.sub("", node.get("aria-label", ""))
    match node.tag:
        case "svg" | "img":
            return f"{{{label or node.get('alt', '')}}}" if label or node.get("alt") else ""
        case "a":
            address, query, _ = node.get("href", "").partition("?")
            return f"[{label or inner}]({address}{query})"
        case "button":
            return f"<{label or inner}>"
        case "input" if node.get("type") == "hidden":
            return ""
        case "input":
            chosen = "*" if "checked" in node.attrib else ""
            return f"<{label} {name}={node.get('value', '')}{chosen}>".replace("< ", "<")
        case "option":
            return f"{inner}*" if "selected" in node.attrib else inner
        case "select" | "textarea":
            return f"<{name}: {inner}>"
        case tag if HEADING.fullmatch(tag):
            return f"{'#' * int(tag[1])} {label or inner}"
    said = " ".join(filter(None, [_named(node), inner]))
    return said if inner or label else ""
