"""Facts on moves and positions in the terms of the rules, without words."""
