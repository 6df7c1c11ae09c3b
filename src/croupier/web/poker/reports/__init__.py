"""Results and hours of a poker room: pages, rows, programs."""
