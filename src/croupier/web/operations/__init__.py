"""What the machine's keepers read: readiness, and figures for their instruments."""
