# Snapbacks: a stone is thrown in, and what takes it is taken.

# A snapback: White throws a stone in at B1. When Black takes it at A1, White plays B1 again and
# takes the 4 stones at A1, A2, B2 and B3. With a komi of 9.5 every other move loses (solved with
# the whole history). One line: B1 A1 B1 E2.
#
#   O . O O O # #
#   . O O # # # #
#   O O O # . # #
#   O O . # # . #
#   O # O . # # #
#   # # O # . # #
#   . . # # O # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w C7 w D7 w E7 b F7 b G7 w B6 w C6 b D6 b E6 b F6 b G6 w A5 w B5 w C5 b D5 b F5 b G5 w A4 w B4 b D4 b E4 b G4 w A3 b B3 w C3 b E3 b F3 b G3 b A2 b B2 w C2 b D2 b F2 b G2 b C1 b D1 w E1 b F1 b G1
gogui-setup_player white
komi 9.5
10 reg_genmove white
#? [B1]

# A snapback: White throws a stone in at D5. When Black takes it at C5, White plays D5 again and
# takes the 3 stones at C5, C6 and D6. With a komi of -1.5 every other move loses (solved with the
# whole history). One line: D5 C5 D5 C1.
#
#   O O O O O # #
#   . O # # O # .
#   O O . . # # #
#   . O O # # # .
#   O O . . . # #
#   O O O # # # #
#   O O . O . # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 b F7 b G7 w B6 b C6 b D6 w E6 b F6 w A5 w B5 b E5 b F5 b G5 w B4 w C4 b D4 b E4 b F4 w A3 w B3 b F3 b G3 w A2 w B2 w C2 b D2 b E2 b F2 b G2 w A1 w B1 w D1 b F1 b G1
gogui-setup_player white
komi -1.5
20 reg_genmove white
#? [D5]

# A snapback: White throws a stone in at D3. When Black takes it at C3, White plays D3 again and
# takes the 4 stones at B2, C2, C3 and D2. With a komi of 6.5 every other move loses (solved with
# the whole history). One line: D3 C3 D3 B6.
#
#   # # # # # # #
#   O . # . # # #
#   # . # # . # O
#   # . O # # # O
#   . O . . # O O
#   O # # # O O .
#   . O O O O . O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 w A6 b C6 b E6 b F6 b G6 b A5 b C5 b D5 b F5 w G5 b A4 w C4 b D4 b E4 b F4 w G4 w B3 b E3 w F3 w G3 w A2 b B2 b C2 b D2 w E2 w F2 w B1 w C1 w D1 w E1 w G1
gogui-setup_player white
komi 6.5
30 reg_genmove white
#? [D3]

# A snapback: White throws a stone in at C4. When Black takes it at D4, White plays C4 again and
# takes the 4 stones at C3, D3, D4 and E3. With a komi of -1.5 every other move loses (solved with
# the whole history). One line: C4 D4 C4 D4.
#
#   # # # . # . #
#   # # # # # # #
#   . # # O . O #
#   O # . . O . .
#   . O # # # O O
#   O O O O O O O
#   O O O . O . O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b E7 b G7 b A6 b B6 b C6 b D6 b E6 b F6 b G6 b B5 b C5 w D5 w F5 b G5 w A4 b B4 w E4 w B3 b C3 b D3 b E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w F2 w G2 w A1 w B1 w C1 w E1 w G1
gogui-setup_player white
komi -1.5
40 reg_genmove white
#? [C4]

# A snapback: Black throws a stone in at D7. When White takes it at D6, Black plays D7 again and
# takes the 4 stones at C5, C6, C7 and D6. With a komi of 0.5 every other move loses (solved with
# the whole history). One line: D7 D6 D7 D6.
#
#   # # O . O O O
#   . # O . # O .
#   # # O # # O O
#   . # # # . O .
#   # # # O . O O
#   # # # O O O O
#   # # . . . O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w E7 w F7 w G7 b B6 w C6 b E6 w F6 b A5 b B5 w C5 b D5 b E5 w F5 w G5 b B4 b C4 b D4 w F4 b A3 b B3 b C3 w D3 w F3 w G3 b A2 b B2 b C2 w D2 w E2 w F2 w G2 b A1 b B1 w F1 w G1
komi 0.5
50 reg_genmove black
#? [D7]

# A snapback: Black throws a stone in at A6. When White takes it at A7, Black plays A6 again and
# takes the 4 stones at A7, B6, B7 and C7. With a komi of -3.5 every other move loses (solved with
# the whole history). One line: A6 A7 C4 A6 A2 A3 A4 A5 A2 A6 B6 A3 A7 A6 A2 B7 A5 A3 A7 C7 A2 B7 C7
# A3 pass pass.
#
#   . O O # # . #
#   . O # . # # .
#   O # # # # # #
#   O # . O O O #
#   O # O O . O #
#   . O O . O O O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 w C7 b D7 b E7 b G7 w B6 b C6 b E6 b F6 w A5 b B5 b C5 b D5 b E5 b F5 b G5 w A4 b B4 w D4 w E4 w F4 b G4 w A3 b B3 w C3 w D3 w F3 b G3 w B2 w C2 w E2 w F2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
komi -3.5
60 reg_genmove black
#? [A6]

# A snapback: Black throws a stone in at D1. When White takes it at D2, Black plays D1 again and
# takes the 4 stones at D2, E1, E2 and E3. With a komi of 1.5 every other move loses (solved with
# the whole history). One line: D1 D2 D1 E1.
#
#   O O . . . # #
#   O O O O # # #
#   O O O # . # #
#   . O # . # # .
#   O O # # O # #
#   . O # . O # .
#   O O O . O # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 b F7 b G7 w A6 w B6 w C6 w D6 b E6 b F6 b G6 w A5 w B5 w C5 b D5 b F5 b G5 w B4 b C4 b E4 b F4 w A3 w B3 b C3 b D3 w E3 b F3 b G3 w B2 b C2 w E2 b F2 w A1 w B1 w C1 w E1 b F1 b G1
komi 1.5
70 reg_genmove black
#? [D1]

# A snapback: Black throws a stone in at F1. When White takes it at G1, Black plays F1 again and
# takes the 6 stones at F2, F3, G1, G2, G3 and G4. With a komi of 12.5 every other move loses
# (solved with the whole history). One line: F1 G1 F1 D2.
#
#   # # # # # # #
#   # # # . # . #
#   O # . # # # #
#   O # # # . # O
#   O O # O # O O
#   . O O . # O O
#   O . O O O . .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b B6 b C6 b E6 b G6 w A5 b B5 b D5 b E5 b F5 b G5 w A4 b B4 b C4 b D4 b F4 w G4 w A3 w B3 b C3 w D3 b E3 w F3 w G3 w B2 w C2 b E2 w F2 w G2 w A1 w C1 w D1 w E1
komi 12.5
80 reg_genmove black
#? [F1]

# A snapback: White throws a stone in at C4. When Black takes it at C5, White plays C4 again and
# takes the 7 stones at A4, A5, A6, A7, B4, B5 and C5. With a komi of 8.5 every other move loses
# (solved with the whole history). One line: C4 C5 C4 B4.
#
#   # O . O O . O
#   # O O . O O .
#   # # . O O O O
#   # # . # # # O
#   O O # # . # O
#   . O # . # # #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 w B7 w D7 w E7 w G7 b A6 w B6 w C6 w E6 w F6 b A5 b B5 w D5 w E5 w F5 w G5 b A4 b B4 b D4 b E4 b F4 w G4 w A3 w B3 b C3 b D3 b F3 w G3 w B2 b C2 b E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi 8.5
90 reg_genmove white
#? [C4]
