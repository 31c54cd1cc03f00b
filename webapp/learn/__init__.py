"""The pages that teach: rules, openings, opponents, strength, terms, a practice ground, the API.

They say the same to everybody but for one's own row of the strengths, so each is one part.
"""
