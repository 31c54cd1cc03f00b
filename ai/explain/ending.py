"""How games end."""


def ending(record, persons=None):
    return "A tilted square, b1 d2 c4 a3: I could stop only one corner of two."
