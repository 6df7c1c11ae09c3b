"""The board of a poker room: an evening run by the brush and the floor, and the screen that everybody reads."""
