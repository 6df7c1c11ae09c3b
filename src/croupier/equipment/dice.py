"""Dice: pairs for craps, three for the starting position of pai gow."""

from croupier.equipment.entropy import Entropy


def throw(entropy: Entropy, count: int = 2) -> tuple[int, ...]:
    return tuple([entropy.below(6) + 1 for _ in range(count)])


def parse_dice(text: str, count: int = 2) -> tuple[int, ...]:
    """Read `6-5`, `6 5`, `65`."""
    faces = [c for c in text if not (c.isspace() or c in "-,/+")]
    if len(faces) != count or any(c not in "123456" for c in faces):
        example = "-".join("65432"[:count])
        raise ValueError(f"{text!r} is no throw of {count} dice: key their faces, such as {example}")
    return tuple(int(c) for c in faces)


def dice_name(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))
