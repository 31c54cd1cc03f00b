"""A person's own games, which the browser keeps in a signed cookie."""
