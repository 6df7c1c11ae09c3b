"""Side bets of other houses as their rulebooks would describe them, with the edges that are published for them."""

from tests.made_up import wager

BASE = '["blackjack"]'
PERFECT_PAIRS = wager(
    "perfect-pairs",
    "first-two",
    {
        "perfect-pair": "same-card = 2",
        "coloured-pair": "same-rank = 2, same-colour = 2",
        "mixed-pair": "same-rank = 2",
    },
    {"perfect-pair": "25 to 1", "coloured-pair": "12 to 1", "mixed-pair": "6 to 1"},
    requires=BASE,
)
MATCH_THE_DEALER = wager(
    "match-the-dealer",
    "first-two + up-card",
    {
        "two-suited": "suited-matches = 2",
        "suited-and-other": "suited-matches = 1, rank-matches = 2",
        "suited": "suited-matches = 1",
        "two-others": "rank-matches = 2",
        "other": "rank-matches = 1",
    },
    {"two-suited": "22 to 1", "suited-and-other": "15 to 1", "suited": "11 to 1", "two-others": "8 to 1",
     "other": "4 to 1"},
    requires=BASE,
)  # fmt: skip
LUCKY_LADIES = wager(
    "lucky-ladies",
    "first-two + dealer-two",
    {
        "ladies-and-dealer-blackjack": 'first-two = { cards = ["Qh", "Qh"] }, dealer-two = { blackjack = true }',
        "ladies": 'first-two = { cards = ["Qh", "Qh"] }',
        "matched-20": "first-two = { total = 20, same-card = 2 }",
        "suited-20": "first-two = { total = 20, same-suit = 2 }",
        "any-20": "first-two = { total = 20 }",
    },
    {"ladies-and-dealer-blackjack": "1000 to 1", "ladies": "200 to 1", "matched-20": "25 to 1", "suited-20": "10 to 1",
     "any-20": "4 to 1"},
    requires=BASE,
)  # fmt: skip
TWENTY_ONE_PLUS_THREE = wager(
    "21-plus-3",
    "first-two + up-card",
    {"win": "any = [{ same-suit = 3 }, { in-sequence = true }, { same-rank = 3 }]"},
    {"win": "9 to 1"},
    requires=BASE,
)
THREE_OUTCOMES = {
    "suited-trips": "same-card = 3",
    "straight-flush": "same-suit = 3, in-sequence = true",
    "three-of-a-kind": "same-rank = 3",
    "straight": "in-sequence = true",
    "flush": "same-suit = 3",
}
TOP_THREE = wager(
    "top-3",
    "first-two + up-card",
    THREE_OUTCOMES,
    {"suited-trips": "100 to 1", "straight-flush": "40 to 1", "three-of-a-kind": "30 to 1", "straight": "10 to 1",
     "flush": "5 to 1"},
    requires=BASE,
)  # fmt: skip
TWENTY_ONE_PLUS_THREE_BY_HANDS = wager(
    "21-plus-3-by-hands",
    "first-two + up-card",
    {"win": 'hand = ["straight-flush", "three-of-a-kind", "straight", "flush"]'},
    {"win": "9 to 1"},
    requires=BASE,
)
LUCKY_LUCKY = wager(
    "lucky-lucky",
    "first-two + up-card",
    {
        "suited-777": 'only-ranks = ["7"], same-suit = 3',
        "suited-678": 'ranks = ["6", "7", "8"], same-suit = 3',
        "any-777": 'only-ranks = ["7"]',
        "any-678": 'ranks = ["6", "7", "8"]',
        "suited-21": "total = 21, same-suit = 3",
        **{f"any-{total}": f"total = {total}" for total in (21, 20, 19)},
    },
    {"suited-777": "200 to 1", "suited-678": "100 to 1", "any-777": "50 to 1", "any-678": "30 to 1",
     "suited-21": "15 to 1", "any-21": "3 to 1", "any-20": "2 to 1", "any-19": "2 to 1"},
    requires=BASE,
)  # fmt: skip
ROYAL_MATCH = wager(
    "royal-match-of-the-house",
    "first-two",
    {"royal": 'ranks = ["K", "Q"], same-suit = 2', "suited": "same-suit = 2"},
    {"royal": "25 to 1", "suited": "5 to 2"},
    requires=BASE,
)
BUSTER = wager(
    "dealer-busts",
    "dealer-hand",
    {
        "eight": "bust = true, number-of-cards = { least = 8 }",
        **{word: f"bust = true, number-of-cards = {n}" for n, word in ((7, "seven"), (6, "six"), (5, "five"))},
        "fewer": "bust = true",
    },
    {"eight": "250 to 1", "seven": "50 to 1", "six": "18 to 1", "five": "4 to 1", "fewer": "2 to 1"},
    requires=BASE,
)
BUST_BONUS = wager(
    "bust-bonus",
    "up-card + dealer-hand",
    {
        "ace": 'up-card = { ranks = ["A"] }, dealer-hand = { bust = true }',
        "high": 'up-card = { only-ranks = ["7", "8", "9", "T", "J", "Q", "K"] }, dealer-hand = { bust = true }',
        "low": "dealer-hand = { bust = true }",
    },
    {"ace": "5 to 1", "high": "2 to 1", "low": "1 to 1"},
    requires=BASE,
)
OVER_13 = wager("over-13", "first-two", {"over": "hard-total = { least = 14 }"}, {"over": "1 to 1"}, requires=BASE)
UNDER_13 = wager("under-13", "first-two", {"under": "hard-total = { most = 12 }"}, {"under": "1 to 1"}, requires=BASE)
IN_BETWEEN = wager(
    "in-between",
    "first-two + up-card",
    {"three-alike": "same-rank = 3", "between": "up-card-between = true"},
    {"three-alike": "30 to 1", "between": "2 to 1"},
    requires=BASE,
)

BOTH = "player-hand + banker-hand"
PANDA_8 = wager(
    "panda-8", BOTH, {"win": 'winner = "player", player-hand = { total = 8, number-of-cards = 3 }'}, {"win": "25 to 1"}
)
DRAGON_7 = wager(
    "dragon-7", BOTH, {"win": 'winner = "banker", banker-hand = { total = 7, number-of-cards = 3 }'}, {"win": "40 to 1"}
)
PLAYER_PAIR = wager("player-pair", "player-two", {"pair": "same-rank = 2"}, {"pair": "11 to 1"})
EITHER_PAIR = wager(
    "either-pair",
    "player-two + banker-two",
    {"pair": "any = [{ player-two = { same-rank = 2 } }, { banker-two = { same-rank = 2 } }]"},
    {"pair": "5 to 1"},
)
LUCKY_SIX = wager(
    "lucky-6",
    BOTH,
    {
        "three-cards": 'winner = "banker", banker-hand = { total = 6, number-of-cards = 3 }',
        "two-cards": 'winner = "banker", banker-hand = { total = 6 }',
    },
    {"three-cards": "20 to 1", "two-cards": "12 to 1"},
)
BIG = wager("big", BOTH, {"big": "number-of-cards = { least = 5 }"}, {"big": "54 to 100"})
MARGINS = wager(
    "margin",
    BOTH,
    {
        "push": 'winner = "tie", player-hand = { natural = true }',
        "natural": 'winner = "player", player-hand = { natural = true }',
        **{f"by-{n}": f'winner = "player", margin = {n}' for n in range(9, 3, -1)},
    },
    {"natural": "1 to 1", "by-9": "30 to 1", "by-8": "10 to 1", "by-7": "6 to 1", "by-6": "4 to 1", "by-5": "2 to 1",
     "by-4": "1 to 1"},
)  # fmt: skip

SMALL = wager(
    "small", "rolls", {"win": "made = [2, 3, 4, 5, 6]", "lose": "total = 7"}, {"win": "34 to 1"}, placed='"after-seven"'
)
TALL = wager(
    "tall",
    "rolls",
    {"win": "made = [8, 9, 10, 11, 12]", "lose": "total = 7"},
    {"win": "34 to 1"},
    placed='"after-seven"',
)
ALL = wager(
    "all",
    "rolls",
    {"win": "made = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]", "lose": "total = 7"},
    {"win": "175 to 1"},
    placed='"after-seven"',
)
BIG_SIX = wager("big-6", "rolls", {"win": "total = 6", "lose": "total = 7"}, {"win": "1 to 1"})
PLACE_TO_LOSE = wager(
    "place-to-lose",
    "rolls",
    {
        "four-or-ten": 'total = 7, on = ["4", "10"]',
        "five-or-nine": 'total = 7, on = ["5", "9"]',
        "six-or-eight": 'total = 7, on = ["6", "8"]',
        "lose": 'total = "on"',
    },
    {"four-or-ten": "5 to 11", "five-or-nine": "5 to 8", "six-or-eight": "4 to 5"},
    on='["4", "5", "6", "8", "9", "10"]',
)
POINTS = wager(
    "hot-shooter",
    "rolls",
    {
        "six": "seven-out = true, different-points = 6",
        "five": "seven-out = true, different-points = 5",
        "four": "seven-out = true, different-points = 4",
        "lose": "seven-out = true",
    },
    {"six": "999 to 1", "five": "249 to 1", "four": "24 to 1"},
    placed='"new-shooter"',
)
DIFFERENT_DOUBLES = wager(
    "different-doubles",
    "rolls",
    {
        "six": "different-doubles = 6",
        "five": "total = 7, different-doubles = 5",
        "four": "total = 7, different-doubles = 4",
        "three": "total = 7, different-doubles = 3",
        "lose": "total = 7",
    },
    {"six": "100 to 1", "five": "15 to 1", "four": "8 to 1", "three": "4 to 1"},
    placed='"new-shooter"',
)
MUGGSYS_CORNER = wager(
    "muggsys-corner",
    "rolls",
    {
        "at-once": "come-out = true, total = 7",
        "next": "throws = 2, total = 7",
        "lose": "any = [{ throws = 2 }, { come-out = true, total = [2, 3, 11, 12] }]",
    },
    {"at-once": "2 to 1", "next": "3 to 1"},
    placed='"come-out"',
)
OVER_SEVEN = wager("over-7", "roll", {"win": "total = { least = 8 }"}, {"win": "1 to 1"})

SIX_CARDS = wager(
    "six-cards",
    "own-cards + dealer-cards",
    {name: f'hand = "{name}"' for name in ("royal-flush", "straight-flush", "four-of-a-kind", "full-house")},
    {"royal-flush": "1000 to 1", "straight-flush": "200 to 1", "four-of-a-kind": "100 to 1", "full-house": "20 to 1"},
)
THREE_CARDS = wager(
    "three-cards",
    "own-cards",
    {name: f'hand = "{name}"' for name in ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")},
    {"straight-flush": "40 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1", "flush": "3 to 1",
     "pair": "1 to 1"},
)  # fmt: skip
PRIME = wager(
    "prime",
    "own-cards + dealer-cards",
    {"all-six": "same-colour = 6", "own-three": "own-cards = { same-colour = 3 }"},
    {"all-six": "4 to 1", "own-three": "3 to 1"},
)
NEIGHBOURS = wager("top-line", "spin", {"win": 'numbers = ["0", "00", "1", "2", "3"]'}, {"win": "6 to 1"})
SUPER_SEVENS = wager(
    "super-sevens",
    "first-card + first-two + third-card",
    {
        "three-suited": 'only-ranks = ["7"], same-suit = true, number-of-cards = 3',
        "three": 'only-ranks = ["7"], number-of-cards = 3',
        "two-suited": 'first-two = { only-ranks = ["7"], same-suit = true }',
        "two": 'first-two = { only-ranks = ["7"] }',
        "one": 'first-card = { ranks = ["7"] }',
    },
    {"three-suited": "5000 to 1", "three": "500 to 1", "two-suited": "100 to 1", "two": "50 to 1", "one": "3 to 1"},
    requires=BASE,
)
PAI_GOW_INSURANCE = wager(
    "insurance",
    "own-cards",
    {
        "nine-high": 'pai-gow = true, highest = "9"',
        "low-card": 'pai-gow = true, highest = ["T", "J", "Q"]',
        "king-high": 'pai-gow = true, highest = "K"',
        "ace-high": "pai-gow = true",
    },
    {"nine-high": "100 to 1", "low-card": "25 to 1", "king-high": "7 to 1", "ace-high": "3 to 1"},
    requires='["pai-gow"]',
)
JOKER_AND_ACES = wager(
    "joker-and-aces",
    "own-cards",
    {"three": 'ranks = ["A", "A", "A"]', "joker": "joker = true"},
    {"three": "20 to 1", "joker": "4 to 1"},
    requires='["pai-gow"]',
)
BOTH_LOWS = wager(
    "both-lows",
    "high-hand + low-hand + dealer-high + dealer-low",
    {
        "pairs-and-won": 'result = "win", low-hand = { hand = "pair" }, dealer-low = { hand = "pair" }',
        "won": 'result = "win"',
        "push": 'result = "push"',
    },
    {"pairs-and-won": "30 to 1", "won": "2 to 1"},
    requires='["pai-gow"]',
)
