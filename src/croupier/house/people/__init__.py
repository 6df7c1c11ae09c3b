"""Who people are: accounts, sessions, permissions, passwords and second factors."""
