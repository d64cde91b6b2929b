"""Games: moves, turns, results, records and arrays."""

import copy

import numpy
import onepure
import pytest


def played(*moves, **options):
    game = onepure.Game(**options)
    turns = [game.play(move) for move in moves]
    return game, turns[-1]


def test_a_move_has_a_turn():
    game, turn = played("E5", size=9)
    assert (turn.number, turn.color, turn.move, turn.retired, turn.outcome) == (1, "black", "E5", [], None)
    assert game.to_play == "white"
    assert game.stone("E5") == "black"
    assert game.stones("black") == ["E5"]
    assert repr(game) == "<onepure.Game: 9 lines, one-pure, 1 turns>"
    assert "(#)" in str(game)


def test_a_chain_retires():
    game, turn = played("A1", "A2", "E5", "B1", size=9)
    (chain,) = turn.retired
    assert (chain.color, chain.points, chain.cause) == ("black", ["A1"], "enclosed")
    assert (chain.repeated, chain.quarantined) == (False, False)
    assert game.stone("A1") is None
    assert "White B1" in game.narration()
    assert "B1" in game.narration("ko") and game.narration("ko") != game.narration()


def test_a_dead_end_is_legal_and_loses():
    game, _ = played("A2", "E5", "B1", size=9)
    assert "A1" in game.legal() and game.is_dead_end("A1")
    assert game.explain("A1").outcome.result == "B+Forfeit"
    assert not game.is_over
    outcome = game.play("A1").outcome
    assert (outcome.result, outcome.winner, outcome.reason) == ("B+Forfeit", "black", "dead-end")
    assert game.is_over and game.outcome.result == "B+Forfeit"
    assert game.legal() == []
    with pytest.raises(onepure.IllegalMove, match="play has ended"):
        game.play("C3")


def test_passes_end_play_and_the_board_is_counted():
    game, turn = played("E5", "pass", "pass", size=9)
    assert turn.outcome.reason == "abstentions"
    count = game.count()
    assert (count.black, count.white, count.margin, count.result) == (81, 0, 81, "B+81")
    game = onepure.Game(9, "chinese", komi=6.5)
    assert (game.komi, game.count().result) == (6.5, "W+6.5")
    game.komi = None
    assert game.komi == 7.5


def test_undo_copy_and_resign():
    game, _ = played("E5", "C3", size=9)
    other = copy.deepcopy(game)
    assert game.undo().move == "C3"
    assert (len(game.turns), len(other.turns), len(copy.copy(game).turns)) == (1, 2, 1)
    other.resign()
    assert other.outcome.result == "W+Resign"
    assert onepure.Game(5).undo() is None


def test_actions_are_numbered_row_by_row():
    game = onepure.Game(size=5)
    assert [game.play(number).move for number in (0, 6, 24, 25)] == ["A1", "B2", "E5", "pass"]
    assert len(game.legal()) == 23
    mask = game.legal_mask()
    assert (mask.dtype, mask.shape, mask.sum()) == (numpy.int8, (26,), 23)
    assert not mask[[0, 6, 24]].any() and mask[25]


def test_records_are_read_and_written():
    game, _ = played("E5", "C3", "pass", size=9)
    read = onepure.Game.from_sgf(game.sgf())
    assert [turn.move for turn in read.turns] == ["E5", "C3", "pass"]
    first = onepure.Game.from_sgf(game.sgf().encode(), rules="chinese", moves=1)
    assert (first.rules, [turn.move for turn in first.turns]) == ("chinese", ["E5"])
    assert len(onepure.Game.from_sgf(game.sgf(), moves=2**64 - 1).turns) == 3
    assert onepure.Game.from_sgf(game.sgf(), moves=0).turns == []


def test_a_record_has_variations_and_a_game_its_moves():
    record = "(;SZ[9];B[ee];W[cc](;B[gg])(;B[cg](;W[gc])(;W[gg])))"
    assert onepure.Game.from_sgf(record).moves == [("black", "E5"), ("white", "C7"), ("black", "G3")]
    other = onepure.Game.from_sgf(record, variation=[2, 2])
    assert other.moves[2:] == [("black", "C3"), ("white", "G3")]
    with pytest.raises(ValueError, match="variation"):
        onepure.Game.from_sgf(record, variation=[3])


def test_help_says_what_everything_is():
    for kind in (onepure.Game, onepure.Engine, onepure.Analysis, onepure.GameAnalysis, onepure.MoveAnalysis):
        assert kind.__doc__
        members = [member for name, member in vars(kind).items() if not name.startswith("_")]
        assert members and all(member.__doc__ for member in members)


def test_the_board_is_an_array():
    game, _ = played("A1", "C2", size=5)
    board = game.board()
    assert (board.dtype, board.shape) == (numpy.int8, (5, 5))
    assert (board[0, 0], board[1, 2], abs(board).sum()) == (1, -1, 2)
    board[0, 0] = 0
    assert game.stone("A1") == "black"


def test_features_are_arrays():
    game, _ = played("A1", "C2", size=5)
    planes, numbers = game.features()
    assert (planes.dtype, planes.shape) == (numpy.uint8, (24, 5, 5))
    assert (numbers.dtype, numbers.shape) == (numpy.float32, (16,))
    plane = dict(zip(onepure.plane_names(), planes, strict=True))
    assert plane["board"].all()
    assert (plane["own"] == (game.board() == 1)).all()
    assert (plane["enemy"] == (game.board() == -1)).all()
    assert plane["last"][1, 2] == 1 and plane["last"].sum() == 1
    assert dict(zip(onepure.global_names(), numbers, strict=True))["lines"] == numpy.float32(5 / 19)
    assert (game.features("white")[0][1] == plane["enemy"]).all()


def test_a_notebook_draws_the_board():
    assert onepure.Game(9)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: onepure.Game(1), "size: "),
        (lambda: onepure.Game(9, "chess"), 'rules: expected one of one-pure, .*, got "chess"'),
        (lambda: onepure.Game(9, komi=float("nan")), "komi: expected a finite number, got NaN"),
        (lambda: onepure.Game(9).play("Z0"), 'move: expected a point such as E5, or pass, got "Z0"'),
        (lambda: onepure.Game(9).play(82), r"move: expected an integer from 0 to 81 \(pass\), got 82"),
        (lambda: onepure.Game(9).play("E5", "red"), 'color: expected black or white, got "red"'),
        (lambda: onepure.Game(9).stone("here"), 'point: expected one such as E5, got "here"'),
        (lambda: onepure.Game(9).narration("fr"), 'language: expected en or ko, got "fr"'),
        (lambda: onepure.Game.from_sgf("no record"), "."),
        (lambda: played("E5", "E5", size=9), "E5 is occupied"),
        (lambda: onepure.Game(9).play("T19"), "T19 is not on a board of 9 lines"),
    ],
)
def test_bad_input_is_refused_in_one_line(call, message):
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        call()
    assert "\n" not in str(caught.value)
