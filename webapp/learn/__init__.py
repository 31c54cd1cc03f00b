"""The pages that teach: lessons, rules, openings, opponents, strength, terms, testing, and the API.

All but the path, the lessons and the strengths say the same to everybody.
"""
