"""Gaming periods: handed out whole, so that they can be proved without the house; what may be left out after that."""
