# Races (semeai): two chains without two eyes, of which one takes the other.

# A race: Black's 9 stones at A1, A2, A3, A4, B1, B3, C1, C2 and C3 against White's 5 stones at C4,
# D1, D2, D3 and D4, with 3 and 2 liberties. Black wins it with C5; if Black plays elsewhere, White
# does. With a komi of 11.5 every other move loses (solved with the whole history). One line: C5
# B4 B5 D1 D2 D3 D4 B4 C4 A5 D6 E5 E6 pass pass.
#
#   . O O O O O .
#   O O O . . O O
#   . . . # . # #
#   # . O O # . #
#   # # # O # # #
#   # . # O # . #
#   # # # O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 w C7 w D7 w E7 w F7 w A6 w B6 w C6 w F6 w G6 b D5 b F5 b G5 b A4 w C4 w D4 b E4 b G4 b A3 b B3 b C3 w D3 b E3 b F3 b G3 b A2 b C2 w D2 b E2 b G2 b A1 b B1 b C1 w D1 b E1 b F1 b G1
komi 11.5
10 reg_genmove black
#? [C5]

# A race: White's 6 stones at A1, B1, C1, C2, C3 and D3 against Black's 5 stones at E1, E2, E3, F1
# and G1, with 2 and 3 liberties. White wins it with F2; if White plays elsewhere, Black does. With
# the komi of 5.5 every other move loses (solved with the whole history). One line: F2 D1 D2 D1 E1
# F1 G1 E2 E3 D7 pass pass.
#
#   # # # . O O O
#   # . # # O . O
#   # # # # O O O
#   # . # # O . O
#   # # O O # O O
#   # # O . # . O
#   O O O . # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 b A6 b C6 b D6 w E6 w G6 b A5 b B5 b C5 b D5 w E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 w C3 w D3 b E3 w F3 w G3 b A2 b B2 w C2 b E2 w G2 w A1 w B1 w C1 b E1 b F1 b G1
gogui-setup_player white
komi 5.5
20 reg_genmove white
#? [F2]

# A race: White's 2 stones at A3 and B3 against Black's 3 stones at A4, B4 and C4, with 3 and 2
# liberties. White wins it with D4; if White plays elsewhere, Black does. With a komi of 1.5 every
# other move loses (solved with the whole history). One line: D4 C3 D3 B2 D1 A2 A1 C1 A2 C3 D1 C4 B4
# C1 C3 pass D1 pass pass.
#
#   O O O O O # #
#   O . O . O # #
#   O O O O # # #
#   # # # . # . #
#   O O . . # # #
#   . . O # # . #
#   . O # . # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 b F7 b G7 w A6 w C6 w E6 b F6 b G6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 b A4 b B4 b C4 b E4 b G4 w A3 w B3 b E3 b F3 b G3 w C2 b D2 b E2 b G2 w B1 b C1 b E1 b F1 b G1
gogui-setup_player white
komi 1.5
30 reg_genmove white
#? [D4]

# A race: Black's 3 stones at C1, D1 and D2 against White's 4 stones at A1, B1, B2 and C2, with 2
# and 2 liberties. Black wins it with C3; if Black plays elsewhere, White does. With a komi of
# -6.5 every other move loses (solved with the whole history). One line: C3 A2 E2 B1 F1 A2 B2 E1 A1
# D3 F1 B4 C4 E1 pass pass.
#
#   # . # # # O O
#   . # # O O O O
#   # # # O . O O
#   # . . O O . O
#   # # . . O O O
#   . O O # . O O
#   O O # # O . O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b C7 b D7 b E7 w F7 w G7 b B6 b C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 w D5 w F5 w G5 b A4 w D4 w E4 w G4 b A3 b B3 w E3 w F3 w G3 w B2 w C2 b D2 w F2 w G2 w A1 w B1 b C1 b D1 w E1 w G1
komi -6.5
40 reg_genmove black
#? [C3]

# A race: Black's 3 stones at A2, B2 and C2 against White's 2 stones at B1 and C1, with 2 and 2
# liberties. Black wins it with D1; if Black plays elsewhere, White does. With a komi of 1.5 every
# other move loses (solved with the whole history). One line: D1 C3 A1 B1 C1 pass pass.
#
#   O O O O # # #
#   O . O O # . #
#   O O O # # # #
#   O . O # # . #
#   O O . O O # #
#   # # # O # # .
#   . O O . # . #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 b E7 b F7 b G7 w A6 w C6 w D6 b E6 b G6 w A5 w B5 w C5 b D5 b E5 b F5 b G5 w A4 w C4 b D4 b E4 b G4 w A3 w B3 w D3 w E3 b F3 b G3 b A2 b B2 b C2 w D2 b E2 b F2 w B1 w C1 b E1 b G1
komi 1.5
50 reg_genmove black
#? [D1]

# A race: White's 6 stones at D4, E4, F4, F5, G5 and G6 against Black's 5 stones at D3, E3, F3, G2
# and G3, with 2 and 2 liberties. White wins it with G1; if White plays elsewhere, Black does. With
# the komi of -3.5 every other move loses (solved with the whole history). One line: G1 G4 G7 G2 G3
# D3 E3 pass pass.
#
#   # . # # # # .
#   # # # . # # O
#   # # # # # O O
#   O O # O O O .
#   O O O # # # #
#   . O O O O O #
#   O O . O O O .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b C7 b D7 b E7 b F7 b A6 b B6 b C6 b E6 b F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 w A4 w B4 b C4 w D4 w E4 w F4 w A3 w B3 w C3 b D3 b E3 b F3 b G3 w B2 w C2 w D2 w E2 w F2 b G2 w A1 w B1 w D1 w E1 w F1
gogui-setup_player white
komi -3.5
60 reg_genmove white
#? [G1]

# A race: White's 5 stones at E3, E4, F3, G2 and G3 against Black's 4 stones at E5, F5, G5 and G6,
# with 2 and 3 liberties. White wins it with G7; if White plays elsewhere, Black does. With a komi
# of 6.5 every other move loses (solved with the whole history). One line: G7 F4 G4 F4 F5 G5 G6 pass
# pass.
#
#   O O O O O O .
#   O . O . O O #
#   O O O O # # #
#   # O # # O . .
#   # # # # O O O
#   # . # . # # O
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 w F7 w A6 w C6 w E6 w F6 b G6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 b A4 w B4 b C4 b D4 w E4 b A3 b B3 b C3 b D3 w E3 w F3 w G3 b A2 b C2 b E2 b F2 w G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi 6.5
70 reg_genmove white
#? [G7]

# A race: White's 3 stones at B2, C1 and C2 against Black's 4 stones at C3, D1, D2 and D3, with 2
# and 2 liberties. White wins it with D4; if White plays elsewhere, Black does. With a komi of
# -5.5 every other move loses (solved with the whole history). One line: D4 B3 A3 A1 A2 A1 B1 D1 D2
# B3 C3 pass pass.
#
#   # # # # # # #
#   # . # . # # #
#   # # # # # O O
#   O O O . O . O
#   . . # # O O O
#   . O O # O . O
#   . # O # O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b C6 b E6 b F6 b G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 w A4 w B4 w C4 w E4 w G4 b C3 b D3 w E3 w F3 w G3 w B2 w C2 b D2 w E2 w G2 b B1 w C1 b D1 w E1 w F1 w G1
komi -5.5
play black pass
80 reg_genmove white
#? [D4]

# A race: White's 6 stones at A7, B7, C5, C6, C7 and D5 against Black's 5 stones at E5, E6, E7, F7
# and G7, with 2 and 3 liberties. White wins it with G6; if White plays elsewhere, Black does. With
# the komi of 3.5 every other move loses (solved with the whole history). One line: G6 D6 D7 D1 E5
# D6 E6 E7 F7 pass pass.
#
#   O O O . # # #
#   # # O . # O .
#   # # O O # O O
#   # . # # O . O
#   # # # # O O O
#   # . # O O . O
#   # # # . O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 b E7 b F7 b G7 b A6 b B6 w C6 b E6 w F6 b A5 b B5 w C5 w D5 b E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 b D3 w E3 w F3 w G3 b A2 b C2 w D2 w E2 w G2 b A1 b B1 b C1 w E1 w F1 w G1
gogui-setup_player white
komi 3.5
90 reg_genmove white
#? [G6]

# A race: Black's 4 stones at B7, C5, C6 and C7 against White's 5 stones at D5, D6, E6, E7 and F7,
# with 2 and 2 liberties. Black wins it with F6; if Black plays elsewhere, White does. With a komi
# of 3.5 every other move loses (solved with the whole history). One line: F6 D7 A7 D5 D6 E6 E7 pass
# pass.
#
#   . # # . O O #
#   O O # O O . #
#   O O # O # # #
#   O . O # # . #
#   O O O O # # #
#   O . O # # . #
#   O O O # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b B7 b C7 w E7 w F7 b G7 w A6 w B6 b C6 w D6 w E6 b G6 w A5 w B5 b C5 w D5 b E5 b F5 b G5 w A4 w C4 b D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b D2 b E2 b G2 w A1 w B1 w C1 b D1 b E1 b F1 b G1
komi 3.5
100 reg_genmove black
#? [F6]

# A race: Black's 5 stones at D3, E3, F3, G2 and G3 against White's 6 stones at D4, E4, F4, F5, G5
# and G6, with 2 and 2 liberties. Black wins it with G7; if Black plays elsewhere, White does. With
# the komi of 1.5 every other move loses (solved with the whole history). One line: G7 G4 G1 D4 E4
# F4 G4 F5 G5 F4 F5 pass pass.
#
#   # . # # # # .
#   # # # . # # O
#   # # # # # O O
#   O O # O O O .
#   O O O # # # #
#   . O O O O O #
#   O O . O O O .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b C7 b D7 b E7 b F7 b A6 b B6 b C6 b E6 b F6 w G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 w A4 w B4 b C4 w D4 w E4 w F4 w A3 w B3 w C3 b D3 b E3 b F3 b G3 w B2 w C2 w D2 w E2 w F2 b G2 w A1 w B1 w D1 w E1 w F1
komi 1.5
110 reg_genmove black
#? [G7]

# A race: White's 5 stones at A5, A6, A7, B5 and C5 against Black's 6 stones at A1, A2, A3, B3, C3
# and C4, with 2 and 3 liberties. White wins it with B1; if White plays elsewhere, Black does. With
# the komi of 5.5 every other move loses (solved with the whole history). One line: B1 A4 B4 A1 A2
# A3 B3 A4 G4 A3 A4 C3 C4 pass pass.
#
#   O # # # # # #
#   O # # . # . #
#   O O O # # # #
#   . . # O O # .
#   # # # O O O O
#   # O O . O . O
#   # . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 b B7 b C7 b D7 b E7 b F7 b G7 w A6 b B6 b C6 b E6 b G6 w A5 w B5 w C5 b D5 b E5 b F5 b G5 b C4 w D4 w E4 b F4 b A3 b B3 b C3 w D3 w E3 w F3 w G3 b A2 w B2 w C2 w E2 w G2 b A1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi 5.5
120 reg_genmove white
#? [B1]
