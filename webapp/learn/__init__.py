"""The pages that teach: the rules, how each opponent thinks, and what the words mean.

They say the same to everybody, so each is one part without fields: it is made when it is first
drawn, and kept.
"""
