"""Who is told what was written: those who listen in this server, and the other servers."""
