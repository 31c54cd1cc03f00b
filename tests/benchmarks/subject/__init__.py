"""Modules that run in the process of the measured checkout, of whatever release.

`python -P -m clicks` has that checkout and this folder in `PYTHONPATH`. So these modules import one
another by their bare names, and only `create_app` of the checkout. They ask by public addresses and
forms alone.
"""
