"""Rules that a person can learn: by the hand alone, over boards, over lines; each with what it costs."""
