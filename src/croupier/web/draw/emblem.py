"""Our mark: a chip seen from above with the letter C."""

from croupier.web.draw.svg import circle, n, path, ring_sector, text


def emblem(size: int, ink: str = "currentColor", ground: str = "none") -> str:
    spots = "".join(ring_sector(16, 16, 11.4, 14.6, k * 45 - 11, k * 45 + 11) for k in range(8))
    inside = (
        circle(16, 16, 15, fill=ground, stroke=ink, stroke_width=1.6)
        + path(spots, fill=ink)
        + circle(16, 16, 9.2, fill="none", stroke=ink, stroke_width=1.2)
        + text("C", 16, 20.5, 12.5, font_weight=800, fill=ink, font_family="Manrope, sans-serif")
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{n(size)}" height="{n(size)}" '
        f'aria-hidden="true" focusable="false">{inside}</svg>'
    )
