"""What every page shares: who asks, what may be typed, how it is rendered, signed and sent."""
