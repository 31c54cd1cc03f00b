"""Boards for pages of other sites and for a projector; oEmbed, by which editors find them."""
