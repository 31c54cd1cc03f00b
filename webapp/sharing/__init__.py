"""Answers to search engines, phones, sites where links are shared, and browsers without network."""
