"""What dealers call a wager beside its title: typed so, it is found as well."""

CALLED = {
    "three-numbers": "street",
    "four-numbers": "corner",
    "six-numbers": "line",
    "first-five-numbers": "basket",
    "1-18": "1 to 18, low",
    "19-36": "19 to 36, high",
    "craps-eleven": "c and e",
    "craps-two": "aces, hop 1 1",
    "craps-three": "ace deuce, hop 1 2",
    "craps-twelve": "boxcars, hop 6 6",
    "eleven": "yo, hop 5 6",  # one wager, wherever the layout has its box
}
