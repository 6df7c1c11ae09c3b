"""Tests of randomness for shuffles, dice and wheels, and what they say of a property's records."""
