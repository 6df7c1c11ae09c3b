"""The lists of a poker room: who waits, who is called, who must move, and the seats that open."""
