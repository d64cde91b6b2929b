"""Makes onepure-sans.ttf from NanumSquareB.ttf; see README.md beside it.

Usage: python subset.py NanumSquareB.ttf onepure-sans.ttf
"""

import sys

from fontTools import subset

NAME = "Onepure Sans"
LICENCE = {13: "SIL Open Font License, Version 1.1", 14: "https://openfontlicense.org"}
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
SIGNS = [ord(sign) for sign in "–—‘’“”…•→①②③④⑤⑥⑦⑧⑨"]


def is_everyday(code: int) -> bool:
    """Whether a syllable is one of the 2,350 of KS X 1001."""
    try:
        chr(code).encode("euc_kr")
    except UnicodeEncodeError:
        return False
    return True


def main(source: str, target: str) -> None:
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "kern", "gasp", "hdmx", "VDMX", "LTSH", "DSIG", "vhea", "vmtx"]
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    hangul = [code for code in range(0xAC00, 0xD7A4) if is_everyday(code)]
    subsetter.populate(unicodes=[*LATIN, *SIGNS, *hangul])
    subsetter.subset(font)
    # The licence reserves the name Nanum for the unmodified font.
    named = {1: NAME, 3: f"{NAME} 1.0", 4: NAME, 6: NAME.replace(" ", ""), **LICENCE}
    for record in list(font["name"].names):
        if record.nameID in named:
            if record.langID not in (0, 0x409):
                font["name"].names.remove(record)
            else:
                record.string = named[record.nameID]
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    subset.save_font(font, target, options)


if __name__ == "__main__":
    main(*sys.argv[1:])
