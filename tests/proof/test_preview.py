"""Every picture of a page that may be shared."""

import pytest
from flask.testing import FlaskClient

from tests.pictures import PATHS, expect_text_in_place, read_picture


@pytest.mark.parametrize("path", PATHS)
def test_the_words_of_every_kind_have_room(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.mimetype) == (200, "image/png")
    assert "Set-Cookie" not in response.headers
    expect_text_in_place(read_picture(response.data))
