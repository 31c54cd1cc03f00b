"""Messages for people: English here, and marked, so that whoever translates them finds them."""


class Message(str):
    """A text that is translated where it is shown."""

    __slots__ = ()


N_ = Message  # the mark that tools for translators look for


class Refusal(ValueError):
    """Something that the rules or a request do not allow: a *message* with named placeholders, such
    as `%(cell)s`, and the *values* that fill them. As a text it is English.
    """

    def __init__(self, message: str, /, **values: object) -> None:
        super().__init__(message % values)
        self.message = message
        self.values = values
