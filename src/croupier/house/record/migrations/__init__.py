"""Alembic's revisions of the floor's database; Storage.migrate runs them.

They begin with 0011, which is all that came before in one. Those since stay as they are: the recorded days of
`tests/golden` lie in databases of 0011 and their upgrade is what they prove, and a copy or a backup of any version
since opens only by the revisions that follow it.
"""
