# Ladders: a chain is driven on by one atari after the other.

# White has just run out to D3. From above, at E3, Black drives the chain down to D2 and into the
# wall; from below, at D2, Black drives it out to E3, and it gets away. With a komi of 16 it
# decides the game.
#
#   # # # # # O .
#   # . # . # O O
#   # # # # . . O
#   O O O O # . O
#   # # # O . . O
#   # . # . . O O
#   # # # # . O .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 w F7 b A6 b C6 b E6 w F6 w G6 b A5 b B5 b C5 b D5 w G5 w A4 w B4 w C4 w D4 b E4 w G4 b A3 b B3 b C3 w D3 w G3 b A2 b C2 w F2 w G2 b A1 b B1 b C1 b D1 w F1
komi 16
10 reg_genmove black
#? [E3]

# A ladder: White drives the stone at A4 from B4, and needs at most 3 ataris in a row; the atari at
# A3 lets them out. With a komi of 1.5 every other move loses (solved with the whole history). One
# line: B4 B5 A3 B3 B2 A6 D4 A4 C5 A2 A1 C4 A5 pass C5 A4 pass C4 A5.
#
#   # . # # # # #
#   . # # . # . #
#   O . . # # # #
#   # . # . O # #
#   . . O O O O O
#   . . O . O . O
#   . O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b C7 b D7 b E7 b F7 b G7 b B6 b C6 b E6 b G6 w A5 b D5 b E5 b F5 b G5 b A4 b C4 w E4 b F4 b G4 w C3 w D3 w E3 w F3 w G3 w C2 w E2 w G2 w B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi 1.5
20 reg_genmove white
#? [B4]

# A ladder: White drives the 4 stones at A4, A5, A6 and A7 from B4, and needs at most 3 ataris in a
# row; the atari at A3 lets them out. With a komi of -6.5 every other move loses (solved with the
# whole history). One line: B4 A3 C5 B3 A1 A2 A3 A4 A5 A6 A7 pass pass.
#
#   # O # # # # #
#   # O # . # . #
#   # O . # # # #
#   # . # O # O O
#   . . O O O O O
#   # O O . O . O
#   . . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 w B7 b C7 b D7 b E7 b F7 b G7 b A6 w B6 b C6 b E6 b G6 b A5 w B5 b D5 b E5 b F5 b G5 b A4 b C4 w D4 b E4 w F4 w G4 w C3 w D3 w E3 w F3 w G3 b A2 w B2 w C2 w E2 w G2 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi -6.5
30 reg_genmove white
#? [B4]

# A ladder: White drives the 2 stones at E3 and F3 from E4, and needs at most 3 ataris in a row; the
# atari at F2 lets them out. With a komi of -4.5 every other move loses (solved with the whole
# history). One line: E4 G4 F2 G1 G3 G5 G6 F7 G1 E3 F3 G4 G5 pass pass.
#
#   # # # # # . #
#   # . # . # O .
#   # # # # # O .
#   # # O # . O .
#   O O O O # # O
#   O . O . O . #
#   O O O O O O .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b G7 b A6 b C6 b E6 w F6 b A5 b B5 b C5 b D5 b E5 w F5 b A4 b B4 w C4 b D4 w F4 w A3 w B3 w C3 w D3 b E3 b F3 w G3 w A2 w C2 w E2 b G2 w A1 w B1 w C1 w D1 w E1 w F1
gogui-setup_player white
komi -4.5
40 reg_genmove white
#? [E4]

# A ladder: Black drives the 2 stones at G3 and G4 from F3, and needs at most 4 ataris in a row; the
# atari at G5 lets them out. With a komi of 9.5 every other move loses (solved with the whole
# history). One line: F3 F1 G5 G1 G3 E4 E1 F1 E2 G1 F2 F1 G1 E3 E4 F5 F6 pass pass.
#
#   # # # # # # #
#   # # # . # . .
#   O # . # # . .
#   O # # # . # O
#   O O # # O . O
#   . O O # O O #
#   O . O O # . .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b B6 b C6 b E6 w A5 b B5 b D5 b E5 w A4 b B4 b C4 b D4 b F4 w G4 w A3 w B3 b C3 b D3 w E3 w G3 w B2 w C2 b D2 w E2 w F2 b G2 w A1 w C1 w D1 b E1
komi 9.5
50 reg_genmove black
#? [F3]

# A ladder: White drives the stone at D5 from C5, and needs at most 3 ataris in a row; the atari at
# D6 lets them out. With a komi of -12.5 every other move loses (solved with the whole history).
# One line: C5 F5 F4 D6 E5 F6 D5 F5 F6 E6 D6 pass pass.
#
#   . # O . # .
#   # # . # O .
#   . # O O # .
#   # # O O O O
#   # O . O . O
#   O O O O O O
boardsize 6
kata-set-rules one-pure
gogui-setup b B6 w C6 b E6 b A5 b B5 b D5 w E5 b B4 w C4 w D4 b E4 b A3 b B3 w C3 w D3 w E3 w F3 b A2 w B2 w D2 w F2 w A1 w B1 w C1 w D1 w E1 w F1
gogui-setup_player white
komi -12.5
60 reg_genmove white
#? [C5]

# A ladder: Black drives the stone at A4 from A5, and needs at most 4 ataris in a row; the atari at
# A3 lets them out. With a komi of 3.5 every other move loses (solved with the whole history). One
# line: A5 B1 A3 A6 A4 C3 C5 A7 B5 A6 B6 A7 A6 pass pass.
#
#   . # # # # # #
#   . O # . # . #
#   . O . # # # #
#   O # # O O # #
#   # O . O O O O
#   . # O . O . O
#   # . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b B7 b C7 b D7 b E7 b F7 b G7 w B6 b C6 b E6 b G6 w B5 b D5 b E5 b F5 b G5 w A4 b B4 b C4 w D4 w E4 b F4 b G4 b A3 w B3 w D3 w E3 w F3 w G3 b B2 w C2 w E2 w G2 b A1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi 3.5
play white A2
70 reg_genmove black
#? [A5]

# A ladder: Black drives the stone at C5 from C6, and needs at most 3 ataris in a row; the atari at
# B5 lets them out. With a komi of 16.5 every other move loses (solved with the whole history).
# One line: C6 B5 B6 B4 B3 A4 A2 A3 A4 B4 B5 pass pass.
#
#   # O O O O . O
#   # . . # O O .
#   # . O # O O O
#   . . # # # # O
#   O . # # . # O
#   O # # . # # #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 w B7 w C7 w D7 w E7 w G7 b A6 b D6 w E6 w F6 b A5 w C5 b D5 w E5 w F5 w G5 b C4 b D4 b E4 b F4 w G4 w A3 b C3 b D3 b F3 w G3 w A2 b B2 b C2 b E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi 16.5
80 reg_genmove black
#? [C6]

# A ladder: Black drives the stone at B5 from B4, and needs at most 3 ataris in a row; the atari at
# A5 lets them out. With a komi of -4.5 every other move loses (solved with the whole history).
# One line: B4 A5 A4 A7 B7 A3 B3 A5 B5 A6 A7 A5 A6 D5 D6 pass pass.
#
#   . . . # # . #
#   O # # . # # .
#   . O # . # # #
#   . . O O O O #
#   . . O O . O #
#   O O O . O O O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b D7 b E7 b G7 w A6 b B6 b C6 b E6 b F6 w B5 b C5 b E5 b F5 b G5 w C4 w D4 w E4 w F4 b G4 w C3 w D3 w F3 b G3 w A2 w B2 w C2 w E2 w F2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
komi -4.5
90 reg_genmove black
#? [B4]

# A ladder: White drives the 2 stones at G1 and G2 from G3, and needs at most 3 ataris in a row; the
# atari at F2 lets them out. With a komi of 6.5 every other move loses (solved with the whole
# history). One line: G3 F5 F2 E1 E2 G1 G2 F3 G4 pass pass.
#
#   # # # # # # #
#   # # # . # O #
#   O # . # # . #
#   O # # # # # .
#   O O O O O . .
#   . O O . . . #
#   O . O O . O #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b B6 b C6 b E6 w F6 b G6 w A5 b B5 b D5 b E5 b G5 w A4 b B4 b C4 b D4 b E4 b F4 w A3 w B3 w C3 w D3 w E3 w B2 w C2 b G2 w A1 w C1 w D1 w F1 b G1
gogui-setup_player white
komi 6.5
100 reg_genmove white
#? [G3]

# A ladder: White drives the 5 stones at B6, C5, C6, C7 and D7 from E7, and needs at most 3 ataris
# in a row; the atari at D6 lets them out. With a komi of 0.5 every other move loses (solved with
# the whole history). One line: E7 D6 E5 G6 C5 F7 E6 B6 C6 D6 D7 pass G7 pass pass.
#
#   . O # # . . O
#   O # # . # O .
#   O O # O . # #
#   O . O O # . #
#   O O O O # # #
#   O . O # # . #
#   O O O # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 b C7 b D7 w G7 w A6 b B6 b C6 b E6 w F6 w A5 w B5 b C5 w D5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b D2 b E2 b G2 w A1 w B1 w C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi 0.5
110 reg_genmove white
#? [E7]

# A ladder: White drives the 3 stones at E5, E6 and E7 from D5, and needs at most 3 ataris in a row;
# the atari at D7 lets them out. With a komi of 2.5 every other move loses (solved with the whole
# history). One line: D5 D7 C6 B7 B6 A7 A6 E5 E6 A7 B7 C7 D7 pass pass.
#
#   . . # . # O .
#   . . . O # O O
#   # # # . # O O
#   # . # O O . O
#   # # # O O O O
#   # . # # O . O
#   # # # # O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b C7 b E7 w F7 w D6 b E6 w F6 w G6 b A5 b B5 b C5 b E5 w F5 w G5 b A4 b C4 w D4 w E4 w G4 b A3 b B3 b C3 w D3 w E3 w F3 w G3 b A2 b C2 b D2 w E2 w G2 b A1 b B1 b C1 b D1 w E1 w F1 w G1
gogui-setup_player white
komi 2.5
120 reg_genmove white
#? [D5]

# A ladder: Black drives the stone at E4 from E5, and needs at most 3 ataris in a row; the atari at
# F4 lets them out. With a komi of 16.5 every other move loses (solved with the whole history).
# One line: E5 F4 G4 F5 C5 E4 F4 F5 G5 E6 E7 pass pass.
#
#   O . O O . # .
#   . O O O . # #
#   O O . O . . O
#   O # # # O . .
#   O # . # # # .
#   # # # . # . #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w C7 w D7 b F7 w B6 w C6 w D6 b F6 b G6 w A5 w B5 w D5 w G5 w A4 b B4 b C4 b D4 w E4 w A3 b B3 b D3 b E3 b F3 b A2 b B2 b C2 b E2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi 16.5
130 reg_genmove black
#? [E5]
