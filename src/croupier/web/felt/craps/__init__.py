"""The craps layout: the boxes of one end, the centre, and the felt put together."""
