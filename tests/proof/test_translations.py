"""The sentences on facts in each language, on more boards than the quick tier has."""

import pytest

from tests.claims.boards import many
from tests.claims.translations import TAGS, expect_told


@pytest.mark.parametrize("tag", TAGS)
def test_each_fact_and_reason_fits_into_its_room(tag: str) -> None:
    for board in many()[::20]:
        expect_told(tag, board)
