"""The mark of the house: a chip seen from above with its letters, ours with a C."""

from croupier.web.draw.svg import circle, n, path, ring_sector, text

SIZES = {1: 12.5, 2: 8.6, 3: 6.4}  # of the letters, by how many there are


def emblem(size: int, letters: str = "C", ink: str = "currentColor", ground: str = "none") -> str:
    high = SIZES.get(len(letters), 4.9)
    spots = "".join(ring_sector(16, 16, 11.4, 14.6, k * 45 - 11, k * 45 + 11) for k in range(8))
    inside = (
        circle(16, 16, 15, fill=ground, stroke=ink, stroke_width=1.6)
        + path(spots, fill=ink)
        + circle(16, 16, 9.2, fill="none", stroke=ink, stroke_width=1.2)
        + text(letters, 16, 16 + 0.36 * high, high, font_weight=800, fill=ink, font_family="Manrope, sans-serif")
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{n(size)}" height="{n(size)}" '
        f'aria-hidden="true" focusable="false">{inside}</svg>'
    )
