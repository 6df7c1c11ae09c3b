"""What is done with rulebooks from a shell: the shelf, drafts, checks, approvals."""
