"""Votes as a bar: a segment a member, with the mark of how many carry."""

from markupsafe import Markup

from croupier.web.draw.svg import el

WIDE, HIGH, GAP = 360, 14, 3


def vote_bar(support: int, oppose: int, members: int, carries: int) -> Markup:
    """Supporters first, then opponents, then who has not replied; nothing where nobody votes."""
    if not members:
        return Markup()
    each = (WIDE - GAP * (members - 1)) / members
    fills = ["var(--pos)"] * support + ["var(--neg)"] * oppose
    fills += ["var(--s3)"] * (members - len(fills))
    drawn = ""
    for place, fill in enumerate(fills):
        drawn += el("rect", x=place * (each + GAP), y=2, width=each, height=HIGH, rx=3, fill=fill)
    at = carries * (each + GAP) - GAP / 2
    drawn += el("line", x1=at, x2=at, y1=0, y2=HIGH + 4, stroke="var(--text)", stroke_width=2.5)
    words = f"{support} of {members} support, {oppose} oppose; {carries} carry"
    return Markup(
        f'<svg class="vote-bar" viewBox="0 0 {WIDE} {HIGH + 4}" role="img" aria-label="{words}">{drawn}</svg>'
    )
