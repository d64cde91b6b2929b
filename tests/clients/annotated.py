"""Reads a record that `onepure analyze` has annotated with sgfmill: `python annotated.py PROGRAM RECORD`.

The game must be what it was, every position must have what Sabaki draws, and every variation must be a line of moves.
"""

import subprocess
import sys

from sgfmill import sgf


def line_of(game):
    """The moves of the main line."""
    moves = [node.get_move() for node in game.get_main_sequence()]
    return [move for move in moves if move[0] is not None]


def main(program, file):
    with open(file, "rb") as record:
        original = sgf.Sgf_game.from_bytes(record.read())
    done = subprocess.run(
        [program, "analyze", file, "--all", "--visits", "40", "--format", "sgf"], capture_output=True, check=True, timeout=60
    )
    game = sgf.Sgf_game.from_bytes(done.stdout)
    assert game.get_size() == original.get_size() and line_of(game) == line_of(original)

    sequence = game.get_main_sequence()
    told = [node for node in sequence if node.has_property("SBKV")]
    assert len(told) == 1 + len(line_of(original)), len(told)
    variations = 0
    for node in told:
        assert 0 <= float(node.get_raw("SBKV")) <= 100 and abs(float(node.get_raw("SBKS"))) <= 400
        assert "\n" in node.get("C")
        judgements = [name for name in ("GB", "GW", "UC", "DM") if node.has_property(name)]
        assert len(judgements) == 1 and node.get(judgements[0]) in (1, 2), judgements
        assert sum(node.has_property(name) for name in ("BM", "DO", "IT", "TE")) <= 1
        if node.has_property("LB"):
            points = [point for point, _ in node.get("LB")]
            assert len(set(points)) == len(points)
        marked = [point for name in ("TR", "MA") if node.has_property(name) for point in node.get(name)]
        assert len(set(marked)) == len(marked)
        for child in list(node)[1:]:
            variations += 1
            while child is not None:
                assert child.get_move()[0] is not None, child
                child = child[0] if len(child) else None
    assert variations >= len(told) - 1, variations


if __name__ == "__main__":
    main(*sys.argv[1:])
