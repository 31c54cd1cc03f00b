"""The claims of facts, sentences and drawings, held against :mod:`tests.reference`: rules, a solver
and players that the program does not share. :mod:`tests.claims.laws` lists the laws.
"""
