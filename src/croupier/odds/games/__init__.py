"""One analysis a game, in the family it belongs to; the progressives beside the games they are linked to."""
