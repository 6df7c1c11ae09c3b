"""Measurements, beside the peers where there are any. `python -m bench` runs all, `python -m bench hands` one."""
