"""The application with one more address, which answers a click as it is, without playing it.

So it is seen what the framework alone takes, with the extensions, the headers, the session, the
form and the size of a click.
"""

from flask import request, session

from webapp import create_app

app = create_app()


@app.post("/floor")
def floor() -> str:
    """Read the form, change the session, and say what a first move of Square was answered."""
    session["seed"] += len(request.form)
    return ANSWER


def first_move() -> str:
    """What turns the page of a new game into the next."""
    browser = app.test_client()
    browser.post("/matches", data={"game": "square", "x": "human", "o": "medium", "first": "x"})
    click = {"cell": "5", "ply": "0"}
    return browser.post("/moves", data=click, headers={"HX-Request": "true"}).text


ANSWER = first_move()
