"""From the table, the floor and the rulebooks to what pages show. Nothing here decides anything."""
