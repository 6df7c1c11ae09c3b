"""Decisions with money: an evening's play, ruin, how much to wager, and what coupons are worth."""
