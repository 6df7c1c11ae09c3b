"""Casino War: one card each, the higher wins; who ties may go to war."""
