"""What a strategy for Riftforce may use: the table's verbs, its numbers, `imagine` and the search.

Everything here works compiled and in plain Python. The fields of ``table``, ``hand`` and ``rules`` are described where
they stand: ``state.py`` and ``effects.py``.
"""

__all__ = [name for name in globals() if not name.startswith("_")]
