"""Templates while one works on them."""

import os
import shutil
from pathlib import Path

from tests.conftest import NO_LIMITS
from webapp import create_app

EDITS = (
    ("game/page.html", 'id="setup"', "/"),
    ("game/regions.html", 'id="strip"', "/"),
    ("shared/icons.html", 'class="icon', "/"),
    ("learn/parts.html", 'class="diagrams"', "/learn/terms"),
)


def test_while_debugging_a_template_that_is_edited_is_drawn_anew(checkout: Path) -> None:
    templates = checkout / "templates"
    edited = shutil.copytree(templates, checkout / "edited")
    templates.unlink()
    edited.rename(templates)
    client = create_app(
        {"TESTING": True, "SECRET_KEY": "any", "DEBUG": True, **NO_LIMITS}
    ).test_client()
    assert "Edited" not in client.get("/").text + client.get("/learn/terms").text
    for name, kept, address in EDITS:
        template = templates / name
        text = template.read_text()
        assert kept in text
        template.write_text(text.replace(kept, f'{kept} data-edited="Edited {name}"'))
        later = template.stat().st_mtime + 10
        os.utime(template, (later, later))
        assert f"Edited {name}" in client.get(address).text
