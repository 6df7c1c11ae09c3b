"""Very many rounds: compiled kernels, streams of random numbers, shards on cores or a cluster."""
