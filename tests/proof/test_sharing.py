"""Every page of the sitemap as those who share or index it see it."""

from flask.testing import FlaskClient

from tests.public_pages import expect_one_address, expect_picture, expect_unlike, in_sitemap


def test_the_sitemap_lists_pages_by_their_own_addresses_and_no_two_alike(
    client: FlaskClient,
) -> None:
    pages = [expect_one_address(client, path) for path in in_sitemap(client)]
    expect_unlike(pages)
    for page in pages:
        expect_picture(client, page)
