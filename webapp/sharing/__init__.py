"""Answers to search engines, phones, and sites where links are shared."""
