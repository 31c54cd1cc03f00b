"""The application with one more address, which answers a click without playing it.

It measures the framework alone: extensions, headers, session, form and an answer of equal size.
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
    """The fragment that answers a first move of Square."""
    browser = app.test_client()
    browser.post("/matches", data={"game": "square", "x": "human", "o": "medium", "first": "x"})
    click = {"cell": "5", "ply": "0"}
    return browser.post("/moves", data=click, headers={"HX-Request": "true"}).text


ANSWER = first_move()
