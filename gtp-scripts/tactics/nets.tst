# Nets: a chain is hemmed in from a distance.

# A net: Black at C1 does not touch the 3 stones at D2, D3 and E2, and yet does not let them out; no
# atari from a liberty at D1, E1 and F2 holds. With a komi of 11.5 every other move loses (solved
# with the whole history). One line: C1 F2 D1 E1 F1 E1 E2 F2 F3 D2 D3 pass pass.
#
#   # # # # # #
#   O # . # . #
#   O O # # # #
#   . O # O # O
#   O O # O O .
#   . O . . . .
boardsize 6
kata-set-rules one-pure
gogui-setup b A6 b B6 b C6 b D6 b E6 b F6 w A5 b B5 b D5 b F5 w A4 w B4 b C4 b D4 b E4 b F4 w B3 b C3 w D3 b E3 w F3 w A2 w B2 b C2 w D2 w E2 w B1
komi 11.5
10 reg_genmove black
#? [C1]

# A net: White at C5 does not touch the 2 stones at A6 and B6, and yet does not let them out; no
# atari from a liberty at A5, B5 and C6 holds. With a komi of 0.5 every other move loses (solved
# with the whole history). One line: C5 C4 B5 D4 C6 A5 D5 A5 A6 pass pass.
#
#   # # . . O .
#   . . . . O O
#   O O . . O .
#   # # # # O O
#   # . # . # O
#   # # # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup b A6 b B6 w E6 w E5 w F5 w A4 w B4 w E4 b A3 b B3 b C3 b D3 w E3 w F3 b A2 b C2 b E2 w F2 b A1 b B1 b C1 b D1 b E1 b F1
gogui-setup_player white
komi 0.5
20 reg_genmove white
#? [C5]

# A net: Black at D5 does not touch the 2 stones at B6 and C6, and yet does not let them out; no
# atari from a liberty at A6 and C5 holds. With a komi of 10.5 every other move loses (solved with
# the whole history). One line: D5 D4 C5 A6 A5 C4 A6 B6 C6 pass pass.
#
#   . O O # O .
#   . # . . O O
#   . # . . O .
#   # # # # O O
#   # . # . # O
#   # # # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup w B6 w C6 b D6 w E6 b B5 w E5 w F5 b B4 w E4 b A3 b B3 b C3 b D3 w E3 w F3 b A2 b C2 b E2 w F2 b A1 b B1 b C1 b D1 b E1 b F1
komi 10.5
30 reg_genmove black
#? [D5]

# A net: Black at D5 does not touch the 2 stones at E3 and E4, and yet does not let them out; no
# atari from a liberty at D3 and D4 holds. With a komi of 8.5 every other move loses (solved with
# the whole history). One line: D5 B3 C3 D4 D3 A3 B3 E3 E4 G3 G5 G4 G3 C4 D4 pass G5 pass pass.
#
#   O . O . O O O
#   O O O O O O O
#   O # # . # O .
#   # # O . O # O
#   O . . . O # .
#   # # # # # # #
#   # . # . # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w C7 w E7 w F7 w G7 w A6 w B6 w C6 w D6 w E6 w F6 w G6 w A5 b B5 b C5 b E5 w F5 b A4 b B4 w C4 w E4 b F4 w G4 w A3 w E3 b F3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b A1 b C1 b E1 b F1 b G1
komi 8.5
40 reg_genmove black
#? [D5]

# A net: Black at E6 does not touch the 2 stones at F7 and G7, and yet does not let them out; no
# atari from a liberty at F6 and G6 holds. With a komi of 22.5 every other move loses (solved with
# the whole history). One line: E6 F2 G6 F6 F2 G2 G3 G4 G5 F6 F7 pass pass.
#
#   O . O O # O O
#   . O O # . . .
#   O O # . # # O
#   O # # # # # O
#   O # . # # O O
#   # # # . # . O
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w C7 w D7 b E7 w F7 w G7 w B6 w C6 b D6 w A5 w B5 b C5 b E5 b F5 w G5 w A4 b B4 b C4 b D4 b E4 b F4 w G4 w A3 b B3 b D3 b E3 w F3 w G3 b A2 b B2 b C2 b E2 w G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi 22.5
50 reg_genmove black
#? [E6]

# A net: White at D5 does not touch the 2 stones at E6 and F6, and yet does not let them out; no
# atari from a liberty at E5 and F5 holds. With a komi of 0.5 every other move loses (solved with
# the whole history). One line: D5 D4 E5 F5 F3 F4 F5 E6 F6 pass pass.
#
#   # # # O # #
#   # . # . . .
#   # # # . O #
#   # . # # O .
#   # # O O O O
#   # O O . O .
boardsize 6
kata-set-rules one-pure
gogui-setup b A6 b B6 b C6 w D6 b E6 b F6 b A5 b C5 b A4 b B4 b C4 w E4 b F4 b A3 b C3 b D3 w E3 b A2 b B2 w C2 w D2 w E2 w F2 b A1 w B1 w C1 w E1
gogui-setup_player white
komi 0.5
60 reg_genmove white
#? [D5]

# A net: White at B5 does not touch the 6 stones at B7, C6, C7, D6, E6 and E7, and yet does not let
# them out; no atari from a liberty at A7, D5 and D7 holds. With a komi of -15.5 every other move
# loses (solved with the whole history). One line: B5 D5 A7 D7 D5 B7 C7 C6 D6 E6 E7 pass pass.
#
#   O # # . # O O
#   . O # # # O O
#   O . O . O O O
#   # O . O O . O
#   # # O O . O O
#   . # # O O O O
#   # . # # # O O
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 b B7 b C7 b E7 w F7 w G7 w B6 b C6 b D6 b E6 w F6 w G6 w A5 w C5 w E5 w F5 w G5 b A4 w B4 w D4 w E4 w G4 b A3 b B3 w C3 w D3 w F3 w G3 b B2 b C2 w D2 w E2 w F2 w G2 b A1 b C1 b D1 b E1 w F1 w G1
komi -15.5
play black A6
70 reg_genmove white
#? [B5]

# A net: White at A6 does not touch the 5 stones at A4, B4, B5, C5 and C6, and yet does not let them
# out; no atari from a liberty at A5, B6 and D6 holds. With a komi of -27.5 every other move loses
# (solved with the whole history). One line: A6 A5 B6 D6 A6 B6 A6 A5.
#
#   . . # . O O
#   . # # O O O
#   # # O O O .
#   O O O O O O
#   O O O O O O
#   O O O O . O
boardsize 6
kata-set-rules one-pure
gogui-setup b C6 w E6 w F6 b B5 b C5 w D5 w E5 w F5 b A4 b B4 w C4 w D4 w E4 w A3 w B3 w C3 w D3 w E3 w F3 w A2 w B2 w C2 w D2 w E2 w F2 w A1 w B1 w C1 w D1 w F1
gogui-setup_player white
komi -27.5
80 reg_genmove white
#? [A6]

# A net: Black at E5 does not touch the 3 stones at D6, D7 and E7, and yet does not let them out; no
# atari from a liberty at E6 and F7 holds. With a komi of -1.5 every other move loses (solved with
# the whole history). One line: E5 E6 G6 F7 D6 E6 F6 E7 D7 F7 G7 E6 E7 pass pass.
#
#   # # # O O . O
#   # . # O . O #
#   # # # # . # .
#   # . # # O # #
#   # # O O O O O
#   O O O . O . O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w D7 w E7 w G7 b A6 b C6 w D6 w F6 b G6 b A5 b B5 b C5 b D5 b F5 b A4 b C4 b D4 w E4 b F4 b G4 b A3 b B3 w C3 w D3 w E3 w F3 w G3 w A2 w B2 w C2 w E2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi -1.5
play white G5
90 reg_genmove black
#? [E5]

# A net: White at D5 does not touch the 3 stones at D3, E3 and E4, and yet does not let them out; no
# atari from a liberty at E2 and E5 holds. With a komi of -3.5 every other move loses (solved with
# the whole history). One line: D5 D1 E2 E5 E1 D3 C1 E3 E4 D1 C7 D3 C1 E3 D3 D1 pass pass.
#
#   # # . O . O O
#   # # # O O O O
#   # # # . . O O
#   . # O O # O .
#   # # O # # O O
#   . # # O . O .
#   # # . . . O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w D7 w F7 w G7 b A6 b B6 b C6 w D6 w E6 w F6 w G6 b A5 b B5 b C5 w F5 w G5 b B4 w C4 w D4 b E4 w F4 b A3 b B3 w C3 b D3 b E3 w F3 w G3 b B2 b C2 w D2 w F2 b A1 b B1 w F1 w G1
gogui-setup_player white
komi -3.5
100 reg_genmove white
#? [D5]

# A net: White at C3 does not touch the 3 stones at C1, D1 and D2, and yet does not let them out; no
# atari from a liberty at B1, E1 and E2 holds. With a komi of -9.5 every other move loses (solved
# with the whole history). One line: C3 B1 A2 E2 E1 D1 G2 F1 G1 E2 D2 C1 B1 C1 D1 pass pass.
#
#   # # # # O O O
#   # . # # O . O
#   # # # O O O O
#   # . # O O . O
#   # # . O O O O
#   . O O # . O .
#   # . # # . # #
boardsize 7
kata-set-rules chinese
gogui-setup b A7 b B7 b C7 b D7 w E7 w F7 w G7 b A6 b C6 b D6 w E6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 b A4 b C4 w D4 w E4 w G4 b A3 b B3 w D3 w E3 w F3 w G3 w B2 w C2 b D2 w F2 b A1 b C1 b D1 b F1 b G1
gogui-setup_player white
komi -9.5
110 reg_genmove white
#? [C3]

# A net: White at C6 does not touch the 3 stones at A4, B4 and B5, and yet does not let them out; no
# atari from a liberty at A5 and B6 holds. With a komi of -10.5 every other move loses (solved
# with the whole history). One line: C6 B6 A5 A4 B4 B5 B6 A6 A7 D6 pass pass.
#
#   # O O # # . #
#   # . . . # # .
#   . # O # # # #
#   # # O O O O #
#   O O O O . O #
#   . O O . O O O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 w B7 w C7 b D7 b E7 b G7 b A6 b E6 b F6 b B5 w C5 b D5 b E5 b F5 b G5 b A4 b B4 w C4 w D4 w E4 w F4 b G4 w A3 w B3 w C3 w D3 w F3 b G3 w B2 w C2 w E2 w F2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi -10.5
120 reg_genmove white
#? [C6]
