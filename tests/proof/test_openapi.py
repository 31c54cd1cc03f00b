"""The description of the API: OpenAPI allows it, and a server answers as it says."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from schemathesis import openapi

from tests.hosted import HOST, hosted
from tests.proof.fuzz import without_limits
from webapp import create_app


@pytest.fixture(scope="module")
def description() -> Any:
    """The description."""
    return create_app({"SECRET_KEY": "any"}).test_client().get("/api/openapi.json").json


def test_the_description_is_of_the_standard(description: Any) -> None:
    openapi.from_dict(description).validate()
    wrong: dict[str, Any]
    for wrong in ({"info": {}}, {"paths": {"/": {"get": {"responses": {"any": {}}}}}}):
        with pytest.raises(ValueError, match="is a required property"):
            openapi.from_dict(description | wrong).validate()


def test_requests_of_the_description_and_others_are_answered_as_it_says(tmp_path: Path) -> None:
    program = str(Path(sys.executable).with_name("schemathesis"))
    with hosted(**without_limits()) as server:
        address = f"http://{HOST}:{server.port}/api/openapi.json"
        line = [program, "run", address, "--max-examples=20", "--seed=1", "--no-color"]
        ran = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
        assert ran.returncode == 0, ran.stdout
        assert not server.complaints()
