"""The director's desk of a live tournament, deals as he tries them, and the clock on the wall."""
