"""Pay tables as printed in the documents, and common ones of other houses, for the tests of the analyses."""

from fractions import Fraction

from croupier.equipment.cards import JACK, SIX, TEN

HALF3 = Fraction(3, 2)

ANTE_BONUS3 = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
PAIR_PLUS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1}
SIX_CARD = {
    "royal-flush": 1000,
    "straight-flush": 200,
    "four-of-a-kind": 100,
    "full-house": 20,
    "flush": 15,
    "straight": 10,
    "three-of-a-kind": 7,
}

ANTE_BONUS4 = {"four-of-a-kind": 25, "straight-flush": 20, "three-of-a-kind": 2}
ACES_UP = {
    "four-of-a-kind": 50,
    "straight-flush": 40,
    "three-of-a-kind": 8,
    "flush": 5,
    "straight": 4,
    "two-pair": 3,
    "pair": 1,
}
SUPER_BONUS = {
    "four-aces": 200,
    "four-of-a-kind": 30,
    "straight-flush": 15,
    "three-of-a-kind": 2,
    "flush": HALF3,
    "straight": 1,
}
QUEENS_UP = {
    "four-of-a-kind": 50,
    "straight-flush": 30,
    "three-of-a-kind": 8,
    "flush": 4,
    "straight": 3,
    "two-pair": 2,
    "pair": 1,
}

LET_IT_RIDE = {
    "royal-flush": 1000,
    "straight-flush": 200,
    "four-of-a-kind": 50,
    "full-house": 11,
    "flush": 8,
    "straight": 5,
    "three-of-a-kind": 3,
    "two-pair": 2,
}
LET_IT_RIDE_PAIRS = {TEN: 1}
RIDE_BONUS = {
    "royal-flush": 19999,
    "straight-flush": 1999,
    "four-of-a-kind": 299,
    "full-house": 149,
    "flush": 49,
    "straight": 24,
    "three-of-a-kind": 2,
}
MISSISSIPPI = {
    "royal-flush": 500,
    "straight-flush": 100,
    "four-of-a-kind": 40,
    "full-house": 10,
    "flush": 6,
    "straight": 4,
    "three-of-a-kind": 3,
    "two-pair": 2,
}
STUD_PAIRS = {JACK: 1, SIX: 0}
CRISS_CROSS = {**MISSISSIPPI, "full-house": 12, "flush": 8, "straight": 5}
FIVE_CARD_BONUS = {
    "royal-flush": 250,
    "straight-flush": 100,
    "four-of-a-kind": 40,
    "full-house": 15,
    "flush": 10,
    "straight": 6,
    "three-of-a-kind": 4,
    "two-pair": 3,
}

BLIND = {"royal-flush": 500, "straight-flush": 50, "four-of-a-kind": 10, "full-house": 3, "flush": HALF3, "straight": 1}
TRIPS = {
    "royal-flush": 50,
    "straight-flush": 40,
    "four-of-a-kind": 30,
    "full-house": 8,
    "flush": 7,
    "straight": 4,
    "three-of-a-kind": 3,
}
HOLE_BONUS = {
    "pair-of-aces": 30,
    "ace-king-suited": 25,
    "ace-queen-or-jack-suited": 20,
    "ace-king-unsuited": 15,
    "pair-of-jacks-to-kings": 10,
    "ace-queen-or-jack-unsuited": 5,
    "pair-of-twos-to-tens": 3,
}

WILD_BLIND = {
    "five-wilds": 1000,
    "royal-flush": 50,
    "five-of-a-kind": 10,
    "straight-flush": 9,
    "four-of-a-kind": 4,
    "full-house": 3,
    "flush": 2,
    "straight": 1,
}
WILD_TRIPS = {
    "five-wilds": 2000,
    "royal-flush": 90,
    "five-of-a-kind": 70,
    "straight-flush": 25,
    "four-of-a-kind": 6,
    "full-house": 5,
    "flush": 4,
    "straight": 3,
    "three-of-a-kind": 1,
}
NATURAL_TRIPS = {
    "five-wilds": 2000,
    "royal-flush": 1000,
    "five-of-a-kind": 70,
    "straight-flush": 200,
    "four-of-a-kind": 60,
    "full-house": 30,
    "flush": 25,
    "straight": 20,
    "three-of-a-kind": 6,
}
BAD_BEAT = {
    "royal-flush": 500,
    "five-of-a-kind": 500,
    "straight-flush": 500,
    "four-of-a-kind": 300,
    "full-house": 200,
    "flush": 100,
    "straight": 50,
    "three-of-a-kind": 15,
}

RAISES = {2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}
FLUSH_BONUS = {"flush-7": 300, "flush-6": 100, "flush-5": 10, "flush-4": 1}
RUN_BONUS = {
    "straight-flush-7": 8000,
    "straight-flush-6": 1000,
    "straight-flush-5": 100,
    "straight-flush-4": 60,
    "straight-flush-3": 7,
}

FORTUNE = {
    "seven-card-straight-flush": 8000,
    "royal-match": 2000,
    "seven-card-straight-flush-joker": 1000,
    "five-aces": 400,
    "royal-flush": 150,
    "straight-flush": 50,
    "four-of-a-kind": 25,
    "full-house": 5,
    "flush": 4,
    "three-of-a-kind": 3,
    "straight": 2,
}
ENVY = {
    "seven-card-straight-flush": 5000,
    "royal-match": 1000,
    "seven-card-straight-flush-joker": 500,
    "five-aces": 250,
    "royal-flush": 50,
    "straight-flush": 20,
    "four-of-a-kind": 5,
}
ACE_HIGH = {"dealer-and-player": 40, "dealer-with-joker": 12, "dealer-without-joker": 5}
