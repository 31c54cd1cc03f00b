"""The server: `python -m webapp`, which takes options of gunicorn too."""

import os
import sys

from webapp.serving import variables

if __name__ == "__main__":
    # gunicorn reads this variable when it is imported, and names it in no error.
    settings = {variables.PREFIX + name: it for name, it in variables.SETTINGS.items()}
    values = variables.read(variables.SERVER | settings)
    os.environ["WEB_CONCURRENCY"] = f"{values['WEB_CONCURRENCY']}"
    try:
        from gunicorn.app.wsgiapp import run
    except ImportError as error:  # such as fcntl, on Windows
        sys.exit(f"gunicorn does not run here: {error}. Use flask --app webapp run instead.")

    sys.argv[1:1] = ["--config", "python:webapp.server"]
    run()
