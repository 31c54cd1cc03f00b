"""The pages that teach: rules, openings, opponents, terms, a practice ground for tests, the API.

They say the same to everybody, so each is one part of the page.
"""
