"""Reads records of onepure with sgfmill: `python sgf.py PROGRAM`.

A game on each of three boards is written by printsgf and read again: the moves, the board after them, the size, the komi and
the result must be those that the program tells.
"""

import json
import subprocess
import sys

from sgfmill import boards, sgf, sgf_moves

GAMES = [
    # Abstentions, and an end by abstentions.
    (["boardsize 9", "komi 0.5", "play b E5", "play w pass", "play b C3", "play w G7", "play b pass", "play w pass"], None),
    # Handicap stones, and no end.
    (["boardsize 13", "fixed_handicap 3", "play w G7", "play b K4"], None),
    # A chain that retires.
    (["boardsize 19", "play b A2", "play w A1", "play b D4", "play w K10", "play b B1", "play w T19"], ["A1"]),
]


def ask(program, lines):
    """The answers to some lines, without `=`."""
    done = subprocess.run(
        [program, "gtp", "--visits", "1"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True, timeout=60
    )
    answers = done.stdout.split("\n\n")[: len(lines)]
    wrong = [(line, answer) for line, answer in zip(lines, answers, strict=True) if not answer.startswith("=")]
    assert not wrong, wrong
    return [answer[1:].strip() for answer in answers]


def name(point):
    row, column = point
    return "ABCDEFGHJKLMNOPQRST"[column] + str(row + 1)


def main(program):
    for commands, retired in GAMES:
        *_, text, state, komi, history, black, white = ask(
            program,
            [*commands, "printsgf", "opr-state", "get_komi", "move_history", "list_stones black", "list_stones white"],
        )
        state = json.loads(state)
        game = sgf.Sgf_game.from_string(text)
        root = game.get_root()
        assert game.get_size() == state["size"]
        assert float(root.get("KM")) == float(komi)
        assert root.get("RE") == state["result"] if state["over"] else not root.has_property("RE")

        board, plays = sgf_moves.get_setup_and_moves(game)
        moves = [
            ("black" if colour == "b" else "white") + " " + ("pass" if point is None else name(point))
            for colour, point in plays
        ]
        assert moves == history.split("\n")[::-1], (moves, history)

        for colour, point in plays:
            if point is not None:
                board.play(*point, colour)
        stones = {colour: {name(point) for c, point in board.list_occupied_points() if c == colour} for colour in "bw"}
        assert stones["b"] == set(black.split()) and stones["w"] == set(white.split()), (stones, black, white)
        for vertex in retired or []:
            assert vertex not in stones["w"]
    assert isinstance(board, boards.Board)


if __name__ == "__main__":
    main(sys.argv[1])
