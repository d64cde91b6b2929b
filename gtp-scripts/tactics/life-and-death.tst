# Life and death: how a group in danger comes to two eyes, and one that does not.

# Black's corner has three points in a row. B7 makes two eyes of them, and nothing else does; with
# the komi of 13.5 the corner decides the game.
#
#   . . . # O . O
#   # # # # O O .
#   O O O O O O O
#   # # # # # # #
#   . # . # . # .
#   # # # # # # #
#   . . . . . . .
boardsize 7
kata-set-rules one-pure
gogui-setup b D7 w E7 w G7 b A6 b B6 b C6 b D6 w E6 w F6 w A5 w B5 w C5 w D5 w E5 w F5 w G5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 b B3 b D3 b F3 b A2 b B2 b C2 b D2 b E2 b F2 b G2
komi 13.5
10 reg_genmove black
#? [B7]
20 reg_genmove white
#? [B7]

# Black's 5 stones at A5, B5, C5, D5 and D6 live by B6, in the eye space of 3 points around it; if
# White plays first, they are taken. With a komi of -31.5 every other move loses (solved with the
# whole history). One line: B6 C4 pass pass.
#
#   . . . # O O
#   # # # # O O
#   O O . O . O
#   O O O O O O
#   O O O O . O
#   O O O O O O
boardsize 6
kata-set-rules one-pure
gogui-setup b D6 w E6 w F6 b A5 b B5 b C5 b D5 w E5 w F5 w A4 w B4 w D4 w F4 w A3 w B3 w C3 w D3 w E3 w F3 w A2 w B2 w C2 w D2 w F2 w A1 w B1 w C1 w D1 w E1 w F1
komi -31.5
30 reg_genmove black
#? [B6]

# Black's 5 stones at A6, B6, C6, D6 and D7 live by B7, in the eye space of 3 points around it; if
# White plays first, they are taken. With a komi of -44.5 every other move loses (solved with the
# whole history). One line: B7 D5 pass pass.
#
#   . . . # O O O
#   # # # # O O O
#   O O O . O O O
#   O O O O O . O
#   O O O O O O O
#   O O O O O O O
#   O . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b D7 w E7 w F7 w G7 b A6 b B6 b C6 b D6 w E6 w F6 w G6 w A5 w B5 w C5 w E5 w F5 w G5 w A4 w B4 w C4 w D4 w E4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w F2 w G2 w A1 w C1 w D1 w E1 w F1 w G1
komi -44.5
40 reg_genmove black
#? [B7]

# Black's 8 stones at A5, A7, B6, B7, C6, D6, E6 and E7 live by B5, in the eye space of one point
# around it; if White plays first, they are taken. With a komi of -36.5 every other move loses
# (solved with the whole history). One line: B5 C7 D7 pass pass.
#
#   # # . . # O O
#   . # # # # O O
#   # . O O O O O
#   O O O O O O O
#   O O O O O O O
#   O O O O O . O
#   O O O O . O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b E7 w F7 w G7 b B6 b C6 b D6 b E6 w F6 w G6 b A5 w C5 w D5 w E5 w F5 w G5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w G2 w A1 w B1 w C1 w D1 w F1 w G1
komi -36.5
50 reg_genmove black
#? [B5]

# White's 6 stones at A2, B3, B5, C4, C5 and C6 live by A3, in the eye space of 3 points around it;
# if Black plays first, they are taken. With a komi of 23.5 every other move loses (solved with
# the whole history). One line: A3 A4 B4 A6 B6 pass pass.
#
#   . . O # # #
#   O O O # # #
#   . . O # . #
#   . O # # # #
#   O # # . # #
#   # # # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup w C6 b D6 b E6 b F6 w A5 w B5 w C5 b D5 b E5 b F5 w C4 b D4 b F4 w B3 b C3 b D3 b E3 b F3 w A2 b B2 b C2 b E2 b F2 b A1 b B1 b C1 b D1 b E1 b F1
gogui-setup_player white
komi 23.5
60 reg_genmove white
#? [A3]

# Black's 7 stones at A6, A7, B5, C5, C6, D6 and D7 live by B7, in the eye space of 3 points around
# it; if White plays first, they are taken. With a komi of -40.5 every other move loses (solved
# with the whole history). One line: B7 D5 pass pass.
#
#   # . . # O O O
#   # . # # O O O
#   O # # . O O O
#   O O O O O O O
#   O O O O O O O
#   O O O O O O .
#   O . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b D7 w E7 w F7 w G7 b A6 b C6 b D6 w E6 w F6 w G6 w A5 b B5 b C5 w E5 w F5 w G5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w F2 w A1 w C1 w D1 w E1 w F1 w G1
komi -40.5
70 reg_genmove black
#? [B7]

# White's 9 stones at A4, A5, A6, B4, C4, C6, D4, D5 and D6 live by B5, in the eye space of 3 points
# around it; if Black plays first, they are taken. With a komi of 23.5 every other move loses
# (solved with the whole history). One line: B5 pass pass.
#
#   O . O O # #
#   O . . O # #
#   O O O O # .
#   # # # # # #
#   # # # # # #
#   . # # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 w C6 w D6 b E6 b F6 w A5 w D5 b E5 b F5 w A4 w B4 w C4 w D4 b E4 b A3 b B3 b C3 b D3 b E3 b F3 b A2 b B2 b C2 b D2 b E2 b F2 b B1 b C1 b D1 b E1 b F1
gogui-setup_player white
komi 23.5
80 reg_genmove white
#? [B5]

# Black's 5 stones at A5, B5, C5, D5 and D6 live by B6, in the eye space of 3 points around it; if
# White plays first, they are taken. With a komi of -31.5 every other move loses (solved with the
# whole history). One line: B6 pass pass.
#
#   . . . # O O
#   # # # # O O
#   O O O O O O
#   O O O O O .
#   O O O O O O
#   O O O O . O
boardsize 6
kata-set-rules one-pure
gogui-setup b D6 w E6 w F6 b A5 b B5 b C5 b D5 w E5 w F5 w A4 w B4 w C4 w D4 w E4 w F4 w A3 w B3 w C3 w D3 w E3 w A2 w B2 w C2 w D2 w E2 w F2 w A1 w B1 w C1 w D1 w F1
komi -31.5
90 reg_genmove black
#? [B6]

# Black's 6 stones at A5, A7, B5, C5, C6 and C7 live by B6, in the eye space of 3 points around it;
# if White plays first, they are taken. With a komi of -42.5 every other move loses (solved with
# the whole history). One line: B6 A4 pass pass.
#
#   # . # O O O O
#   . . # O . O O
#   # # # O O O O
#   . O O O O O O
#   O O O O O O O
#   O . O O O O O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b C7 w D7 w E7 w F7 w G7 b C6 w D6 w F6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 w B4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w A2 w C2 w D2 w E2 w F2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
komi -42.5
100 reg_genmove black
#? [B6]

# Black's 5 stones at A4, B4, C5, D5 and D6 live by B6, in the eye space of 5 points around it; if
# White plays first, they are taken. With a komi of -27.5 every other move loses (solved with the
# whole history). One line: B6 B5 A5 pass pass.
#
#   . . . # O O
#   . . # # O .
#   # # O O O O
#   O O O O O O
#   O O O O O O
#   O O O . O O
boardsize 6
kata-set-rules one-pure
gogui-setup b D6 w E6 w F6 b C5 b D5 w E5 b A4 b B4 w C4 w D4 w E4 w F4 w A3 w B3 w C3 w D3 w E3 w F3 w A2 w B2 w C2 w D2 w E2 w F2 w A1 w B1 w C1 w E1 w F1
komi -27.5
110 reg_genmove black
#? [B6]

# White's 5 stones at A4, A6, B4, C5 and C6 live by B5, in the eye space of 3 points around it; if
# Black plays first, they are taken. With a komi of 31.5 every other move loses (solved with the
# whole history). One line: B5 pass pass.
#
#   O . O # # .
#   . . O # # #
#   O O # # # #
#   # # . # # #
#   # # # # # #
#   # # # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 w C6 b D6 b E6 w C5 b D5 b E5 b F5 w A4 w B4 b C4 b D4 b E4 b F4 b A3 b B3 b D3 b E3 b F3 b A2 b B2 b C2 b D2 b E2 b F2 b A1 b B1 b C1 b D1 b E1 b F1
gogui-setup_player white
komi 31.5
120 reg_genmove white
#? [B5]

# Black's 8 stones at A5, B5, B7, C5, C7, D5, D6 and D7 live by B6, in the eye space of 2 points
# around it; if White plays first, they are taken. With a komi of -36.5 every other move loses
# (solved with the whole history). One line: B6 A7 A6 pass pass.
#
#   . # # # O O O
#   O . . # O O O
#   # # # # O O O
#   O O O O O O O
#   O O O O O O O
#   O O O O O . O
#   O . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b B7 b C7 b D7 w E7 w F7 w G7 w A6 b D6 w E6 w F6 w G6 b A5 b B5 b C5 b D5 w E5 w F5 w G5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w G2 w A1 w C1 w D1 w E1 w F1 w G1
komi -36.5
130 reg_genmove black
#? [B6]

# Black's 7 stones at A5, B5, B6, C5, D5, D7 and E6 live by D6, in the eye space of 6 points around
# it; if White plays first, they are taken. With a komi of -23.5 every other move loses (solved
# with the whole history). One line: D6 A6 A7 B7 C7 pass pass.
#
#   . . . # O O O
#   . # . . # O O
#   # # # # O O O
#   O O O O O O O
#   O O O O O O O
#   O O O . O . O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b D7 w E7 w F7 w G7 b B6 b E6 w F6 w G6 b A5 b B5 b C5 b D5 w E5 w F5 w G5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 w A2 w B2 w C2 w E2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
komi -23.5
140 reg_genmove black
#? [D6]
