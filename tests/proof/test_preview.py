"""Every picture of a page that may be shared."""

import pytest
from flask.testing import FlaskClient

from tests.pictures import PATHS, expect_picture_at


@pytest.mark.parametrize("path", PATHS)
def test_the_words_of_every_kind_have_room(client: FlaskClient, path: str) -> None:
    expect_picture_at(client, path)
