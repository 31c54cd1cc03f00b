"""A class at work on a set of puzzles: the teacher's pages, the wall, and the pupils' way in."""
