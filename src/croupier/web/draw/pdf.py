"""Papers as PDF, written plainly: lines of text in the house's font, rules between them, a place for a signature."""

import io
import logging
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

from croupier.house.anchors.papers import FREE, RANGE
from croupier.web.kit.assets import LETTERS

WIDE, HIGH = 595, 842  # A4 upright, in points
SUITS = {"♣": "\xa8", "♦": "\xa9", "♥": "\xaa", "♠": "\xab"}  # of a font that every reader of PDF has
INK, GREY, RED = (0.07, 0.09, 0.12), (0.27, 0.32, 0.38), (0.70, 0.15, 0.12)


class Face:
    """One weight of the page font: widths of letters, and the file as it is embedded."""

    def __init__(self, weight: int) -> None:
        from fontTools import subset
        from fontTools.ttLib import TTFont
        from fontTools.varLib import instancer

        logging.getLogger("fontTools").setLevel(logging.ERROR)
        whole = files("font_manrope") / "files" / "Manrope-VariableFont_wght.ttf"
        face = TTFont(io.BytesIO(whole.read_bytes()))
        options = subset.Options()
        options.layout_features, options.notdef_outline = [], True
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=LETTERS)
        cutter.subset(face)
        instancer.instantiateVariableFont(face, {"wght": weight}, inplace=True)
        out = io.BytesIO()
        face.save(out)
        self.file = out.getvalue()
        self.name = f"Manrope-{weight}"
        self._units, self._advance = int(face["head"].unitsPerEm), face["hmtx"]
        self._order, self._known = face.getGlyphOrder(), face.getBestCmap()
        self._number = {name: at for at, name in enumerate(self._order)}
        self.rises, self.falls = self._scaled(face["hhea"].ascent), self._scaled(face["hhea"].descent)

    def _scaled(self, units: int) -> int:
        return round(1000 * units / self._units)

    def glyphs(self, words: str) -> list[int]:
        missing = self._known.get(ord("?"), ".notdef")
        return [self._number[self._known.get(ord(letter), missing)] for letter in words]

    def width(self, words: str, size: float) -> float:
        found = (self._advance[self._order[number]][0] for number in self.glyphs(words))
        return float(sum(found) * size / self._units)

    def widths(self) -> str:
        return " ".join(str(self._scaled(self._advance[name][0])) for name in self._order)

    def letters(self) -> dict[int, int]:
        """Which letter each drawn form stands for, so that the text can be searched and copied."""
        return {self._number[name]: letter for letter, name in self._known.items()}


@cache
def face(weight: int) -> Face:
    return Face(weight)


class Paper:
    """Pages that are written from top to bottom; y is measured from the top."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.pages: list[list[str]] = []
        self.plain, self.bold = face(500), face(800)
        self.turn()

    def turn(self) -> None:
        """Begin another page."""
        self.pages.append([])

    def rule(self, y: float, x: float = 40, end: float = WIDE - 40) -> None:
        self.pages[-1].append(f"0.87 0.89 0.91 RG 0.6 w {x:.1f} {HIGH - y:.1f} m {end:.1f} {HIGH - y:.1f} l S")

    def write(
        self, words: str, x: float, y: float, size: float = 9, *, bold: bool = False, ink: Any = INK, page: int = -1
    ) -> float:
        """Words on one line; where they end."""
        used = self.bold if bold else self.plain
        red, green, blue = ink
        put = self.pages[page].append
        put(f"{red} {green} {blue} rg")
        run = ""
        for letter in (*words, ""):
            if letter and letter not in SUITS:
                run += letter
                continue
            if run:
                drawn = "".join(f"{number:04x}" for number in used.glyphs(run))
                put(f"BT /{'B' if bold else 'P'} {size} Tf {x:.2f} {HIGH - y:.2f} Td <{drawn}> Tj ET")
                x, run = x + used.width(run, size), ""
            if letter:
                put(f"BT /Z {size} Tf {x:.2f} {HIGH - y:.2f} Td <{ord(SUITS[letter]):02x}> Tj ET")
                x += size * 0.8
        return x

    def wrapped(self, words: str, width: float, size: float = 9) -> list[str]:
        """Words broken into lines that fit; a word that alone is wider is cut."""
        used, lines, line = self.plain, [], ""
        for word in words.split():
            while used.width(word, size) > width:
                fits = next(n for n in range(len(word), 0, -1) if n == 1 or used.width(word[:n], size) <= width)
                lines += [line, word[:fits]] if line else [word[:fits]]
                line, word = "", word[fits:]
            longer = f"{line} {word}".strip()
            if used.width(longer, size) > width:
                lines.append(line)
                longer = word
            line = longer
        return [*lines, line] if line else lines

    # ---- the file

    def file(self) -> bytes:
        """The whole as a PDF with a free place for a signature."""
        made = _File()
        fonts = {"P": made.font(self.plain), "B": made.font(self.bold)}
        dingbats = made.add("<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>")
        named = " ".join(f"/{name} {number} 0 R" for name, number in fonts.items()) + f" /Z {dingbats} 0 R"
        tree, signature = made.reserve(), made.reserve()
        field = made.reserve()
        numbers: list[int] = []
        for drawn in self.pages:
            content = made.stream("\n".join(drawn).encode())
            marks = f" /Annots [{field} 0 R]" if not numbers else ""
            numbers.append(
                made.add(
                    f"<< /Type /Page /Parent {tree} 0 R /MediaBox [0 0 {WIDE} {HIGH}]{marks} "
                    f"/Resources << /Font << {named} >> >> /Contents {content} 0 R >>"
                )
            )
        kids = " ".join(f"{number} 0 R" for number in numbers)
        made.put(tree, f"<< /Type /Pages /Kids [{kids}] /Count {len(numbers)} >>")
        made.put(
            field,
            f"<< /Type /Annot /Subtype /Widget /FT /Sig /T {_text('The house')} /Rect [0 0 0 0] /F 132 "
            f"/P {numbers[0]} 0 R /V {signature} 0 R >>",
        )
        made.put(
            signature,
            "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached "
            f"/ByteRange {RANGE.decode()} /Contents {FREE.decode()} >>",
        )
        root = made.add(
            f"<< /Type /Catalog /Pages {tree} 0 R /Lang (en) /AcroForm << /Fields [{field} 0 R] /SigFlags 3 >> >>"
        )
        about = made.add(f"<< /Title {_text(self.title)} /Producer (Croupier) >>")
        return made.written(root, about)


class _File:
    """Objects of a PDF under their numbers."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        self._objects.append(b"")
        return len(self._objects)

    def put(self, number: int, body: str | bytes) -> None:
        self._objects[number - 1] = body if isinstance(body, bytes) else body.encode("latin-1")

    def add(self, body: str | bytes) -> int:
        number = self.reserve()
        self.put(number, body)
        return number

    def stream(self, content: bytes, more: str = "") -> int:
        packed = zlib.compress(content)
        head = f"<< /Length {len(packed)} /Filter /FlateDecode{more} >>\nstream\n".encode()
        return self.add(head + packed + b"\nendstream")

    def font(self, used: Face) -> int:
        held = self.stream(used.file, f" /Length1 {len(used.file)}")
        about = self.add(
            f"<< /Type /FontDescriptor /FontName /{used.name} /Flags 4 /FontBBox [-200 -300 1200 1100] /ItalicAngle 0 "
            f"/Ascent {used.rises} /Descent {used.falls} /CapHeight 720 /StemV 80 /FontFile2 {held} 0 R >>"
        )
        inner = self.add(
            f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{used.name} /CIDToGIDMap /Identity /FontDescriptor "
            f"{about} 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
            f"/W [0 [{used.widths()}]] >>"
        )
        spoken = self.stream(_spoken(used.letters()))
        return self.add(
            f"<< /Type /Font /Subtype /Type0 /BaseFont /{used.name} /Encoding /Identity-H "
            f"/DescendantFonts [{inner} 0 R] /ToUnicode {spoken} 0 R >>"
        )

    def written(self, root: int, about: int) -> bytes:
        out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
        for number, body in enumerate(self._objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        out += b"trailer\n<< /Size %d /Root %d 0 R /Info %d 0 R >>\n" % (len(places) + 1, root, about)
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


def _text(words: str) -> str:
    return f"<feff{words.encode('utf-16-be').hex()}>"


def _spoken(letters: dict[int, int]) -> bytes:
    pairs = [f"<{glyph:04x}> <{chr(letter).encode('utf-16-be').hex()}>" for glyph, letter in sorted(letters.items())]
    blocks = [pairs[at : at + 100] for at in range(0, len(pairs), 100)]
    body = "\n".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks)
    return (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{body}\nendcmap end end"
    ).encode()
