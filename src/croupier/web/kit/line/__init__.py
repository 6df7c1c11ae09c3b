"""The line between the house and a caller: connections, how much one of them may hold, the short way to a route."""
