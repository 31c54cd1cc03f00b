"""Markup as lines that a person can compare: an innermost block a line, indented."""

import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from xml.etree import ElementTree as ET

from werkzeug.test import TestResponse

from tests.page import read

WIDTH = 600
BLOCK = re.compile(
    "html|head|body|meta|link|script|noscript|header|nav|main|footer|section|aside|article|"
    "div|form|fieldset|details|summary|dialog|figure|table|thead|tbody|tr|ul|ol|dl|li|p|pre|h[1-4]|"
    "symbol"
)
# Digests of files, the version, and the code of a seat, which holds for minutes.
CHANGING = re.compile(
    r'(?<=/static/)[0-9a-f]{12}/|(?<=data-version=")\w+|(?<=/here#)\w{10}|'
    r'(?<=class="pass">)\w{5} \w{5}'
)


class Printer:
    """Prints responses. Long drawings appear by class and digest; :attr:`drawings` spells out the
    first of each kind, as those of a kind differ in numbers alone.
    """

    def __init__(self) -> None:
        self.drawings: dict[str, str] = {}
        self._kinds: set[str] = set()

    def lines(self, response: TestResponse) -> list[str]:
        """The lines of *response*, without what changes by itself."""
        text = CHANGING.sub("", response.text)
        if response.is_json:
            return json.dumps(json.loads(text), indent=1, ensure_ascii=False).splitlines()
        if response.mimetype == "text/html":
            (root,) = read(text).node
            return [*self._block(root, 0)]
        return [line for line in text.splitlines() if line.strip()]

    def _block(self, node: ET.Element, depth: int, outside: str = "") -> Iterator[str]:
        """The lines of *node*, which stands at that *depth*, alone in what is *outside*."""
        line, texts = self._inline(node), _texts(node)
        is_innermost = not any(BLOCK.fullmatch(below.tag) for below in [*node.iter()][1:])
        if len(node) == 0 or (is_innermost and (any(texts) or len(line) <= WIDTH)):
            yield " " * depth + outside + line
        elif len(node) == 1 and not any(texts):
            yield from self._block(node[0], depth, outside + _opening(node))
        else:
            yield " " * depth + outside + _opening(node)
            for child, text in zip([None, *node], texts, strict=True):
                if child is not None:
                    yield from self._block(child, depth + 1)
                if text:
                    yield " " * (depth + 1) + text

    def _inline(self, node: ET.Element) -> str:
        """The *node* on one line."""
        if node.tag != "svg" or any("id" in below.attrib for below in node.iter()):
            inner = (self._inline(child) + (child.tail or "") for child in node)
            return _opening(node) + (node.text or "") + "".join(inner) + _closing(node)
        if node.get("class") == "qr":
            return "[qr]"  # of an address, some of which change
        drawing = _whole(node)
        if len(drawing) <= 70:
            return drawing
        name = f"[{node.get('class', 'svg')} {sha256(drawing.encode()).hexdigest()[:5]}]"
        if (kind := re.sub(r"[\d.]+", "", drawing)) not in self._kinds:
            self._kinds.add(kind)
            self.drawings[name] = drawing if len(drawing) <= WIDTH else f"{drawing[:WIDTH]}…"
        return name


def _texts(node: ET.Element) -> list[str]:
    """The pieces of text in *node*, before its first child and after each; empty for none."""
    return [(text or "").strip() for text in (node.text, *(child.tail for child in node))]


def _opening(node: ET.Element) -> str:
    """The tag that opens *node*; attributes without quotation marks where they need none."""
    words = [node.tag]
    for name, value in node.attrib.items():
        words.append(f'{name}="{value}"' if re.search(r"[\s<>=]", value) else f"{name}={value}")
    return f"<{' '.join(words)}>"


def _closing(node: ET.Element) -> str:
    """The tag that closes *node*, if anything is in it."""
    return f"</{node.tag}>" if len(node) or node.text else ""


def _whole(node: ET.Element) -> str:
    """The *node* with all that is in it."""
    inner = (_whole(child) + (child.tail or "") for child in node)
    return _opening(node) + (node.text or "") + "".join(inner) + _closing(node)


def changes(base: Sequence[str], page: Sequence[str]) -> list[str]:
    """How *page* differs from *base*: its own lines, below `@`, how many lines of the base they
    replace, and the line before these.
    """
    found = []
    for kind, start, end, first, last in SequenceMatcher(None, base, page, False).get_opcodes():
        if kind != "equal":
            before = base[start - 1].strip()[:60] if start else ""
            found += [f"@ {end - start} {before}".rstrip(), *page[first:last]]
    return found
