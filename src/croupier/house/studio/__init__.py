"""The room where rules are written: drafts with every state of their text, and what leads from one to a table."""
