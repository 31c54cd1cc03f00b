"""Messages for people: English text, marked for translators' tools."""


class Message(str):
    """An English text; the caller that shows it translates it."""

    __slots__ = ()


N_ = Message  # the mark that tools for translators look for


class Refusal(ValueError):
    """A breach of the rules or a bad request: a *message* with named placeholders, such as
    `%(cell)s`, and the *values* that fill them. ``str`` gives it in English.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message % values)
        self.message = message
        self.values = values
