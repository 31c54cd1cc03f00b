"""Exact odds of one player against another, and proofs about one against all."""
