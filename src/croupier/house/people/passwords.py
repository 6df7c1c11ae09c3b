"""Passwords that stand at the top of every list of guesses: rows of keys, repetitions, one common word and digits.

No list of leaked passwords is carried along; this catches the shapes that fill most of such a list.
"""

from croupier.house.record.errors import Refused

PASSWORD_CHARS_MIN = 12
PASSWORD_CHARS_MAX = 200
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p",
)
WORDS = [
    "admin",
    "administrator",
    "baccarat",
    "blackjack",
    "cage",
    "casino",
    "changeme",
    "chips",
    "craps",
    "croupier",
    "dealer",
    "demo",
    "default",
    "football",
    "guest",
    "hello",
    "holdem",
    "house",
    "iloveyou",
    "jackpot",
    "letmein",
    "login",
    "lucky",
    "manager",
    "master",
    "monday",
    "monkey",
    "newpassword",
    "passphrase",
    "password",
    "passwort",
    "player",
    "poker",
    "princess",
    "qwerty",
    "root",
    "roulette",
    "secret",
    "security",
    "spring",
    "summer",
    "sunshine",
    "superuser",
    "supervisor",
    "surveillance",
    "temp",
    "test",
    "trustno",
    "user",
    "vegas",
    "welcome",
    "winter",
]
SWAPS = str.maketrans("013457@$!", "oieastasi")
DISTINCT_MIN = 5
LEFT_MIN = 5  # letters that must be left when common words are taken out


def guessable(password: str) -> bool:
    plain = "".join(password.lower().split())
    if len(set(plain)) < DISTINCT_MIN or plain.isdecimal() or _repeats(plain) or _row(plain):
        return True
    return any(_one_word(letters) for letters in (plain, plain.translate(SWAPS)))


def _repeats(plain: str) -> bool:
    """The same few characters over and over."""
    return any(plain == (plain[:size] * len(plain))[: len(plain)] for size in range(1, len(plain) // 2 + 1))


def _row(plain: str) -> bool:
    """Along the keyboard or the alphabet, forward or backward, whatever pieces it is made of."""
    left = plain
    for row in ROWS:
        for line in (row, row[::-1]):
            for size in range(min(len(line), len(left)), 3, -1):
                for at in range(len(line) - size + 1):
                    left = left.replace(line[at : at + size], "")
    return len(left) < LEFT_MIN


def _one_word(plain: str) -> bool:
    """Common words, and hardly a letter beside them."""
    left = plain
    for word in sorted(WORDS, key=len, reverse=True):
        left = left.replace(word, " ")
    return left != plain and sum(letter.isalpha() for letter in left) < LEFT_MIN


def check_password(password: str, badge: str) -> None:
    """Refuse what is too short, holds the badge or would be tried first."""
    if not PASSWORD_CHARS_MIN <= len(password) <= PASSWORD_CHARS_MAX:
        raise Refused("The password is too short.", f"It has at least {PASSWORD_CHARS_MIN} characters.")
    if badge.lower() in password.lower() and len(password) < len(badge) + PASSWORD_CHARS_MIN:
        raise Refused("The password holds the badge.", "Choose words that nobody would try first.")
    if guessable(password):
        raise Refused("The password is one of the first that anybody would try.", "Choose several unrelated words.")
