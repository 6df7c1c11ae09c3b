"""The cage: cash against chips, and tickets."""
