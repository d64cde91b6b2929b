# Captures: what is taken decides the game.

# Six white stones have G4 as their last liberty, and six black ones G3. Who is to play, takes.
#
#   . . . . . . .
#   . . . . . . .
#   # # # # # # #
#   O O O O O O .
#   # # # # # # .
#   O O O O O O O
#   . . . . . . .
boardsize 7
kata-set-rules one-pure
gogui-setup b A5 b B5 b C5 b D5 b E5 b F5 b G5 w A4 w B4 w C4 w D4 w E4 w F4 b A3 b B3 b C3 b D3 b E3 b F3 w A2 w B2 w C2 w D2 w E2 w F2 w G2
komi 0
10 reg_genmove black
#? [G4]
20 reg_genmove white
#? [G3]

# Black takes the 5 stones at A2, A3, A4, B4 and C4 with A1. With a komi of 4.5 every other move
# loses (solved with the whole history). One line: A1 A2 A3 A4 B4 A7 B7 pass pass.
#
#   . . O O O O O
#   # O O . O . O
#   # # # O O O O
#   O O O # O # #
#   O # # # # # #
#   O # # . # . #
#   . # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w C7 w D7 w E7 w F7 w G7 b A6 w B6 w C6 w E6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 w A4 w B4 w C4 b D4 w E4 b F4 b G4 w A3 b B3 b C3 b D3 b E3 b F3 b G3 w A2 b B2 b C2 b E2 b G2 b B1 b C1 b D1 b E1 b F1 b G1
komi 4.5
30 reg_genmove black
#? [A1]

# Black takes the 3 stones at D1, D2 and E2 with E1. With a komi of -5.5 every other move loses
# (solved with the whole history). One line: E1 B1 D1 D2 E2 pass pass.
#
#   O O O O # .
#   O O O O # #
#   . O . O # .
#   O O O # # #
#   O # # O O #
#   O . # O . #
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 w B6 w C6 w D6 b E6 w A5 w B5 w C5 w D5 b E5 b F5 w B4 w D4 b E4 w A3 w B3 w C3 b D3 b E3 b F3 w A2 b B2 b C2 w D2 w E2 b F2 w A1 b C1 w D1 b F1
komi -5.5
40 reg_genmove black
#? [E1]

# White takes the 3 stones at B5, C5 and C6 with B6. With a komi of 5.5 every other move loses
# (solved with the whole history). One line: B6 B5 C5 E6 F6 pass pass.
#
#   O . # O . .
#   O # # O O #
#   O O O # # #
#   . O # . # .
#   O O # # # #
#   . O # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 b C6 w D6 w A5 b B5 b C5 w D5 w E5 b F5 w A4 w B4 w C4 b D4 b E4 b F4 w B3 b C3 b E3 w A2 w B2 b C2 b D2 b E2 b F2 w B1 b C1 b D1 b E1 b F1
gogui-setup_player white
komi 5.5
50 reg_genmove white
#? [B6]

# Black takes the 5 stones at E4, F4, G2, G3 and G4 with F3. With a komi of 4.5 every other move
# loses (solved with the whole history). One line: F3 G2 G3 E4 F4 F6 pass pass.
#
#   O O O O O O O
#   O . O . O . #
#   O O O O # # #
#   # # O # O O O
#   # # # # # . O
#   # . # . # # O
#   # # # # # . #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 w F7 w G7 w A6 w C6 w E6 b G6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 b A4 b B4 w C4 b D4 w E4 w F4 w G4 b A3 b B3 b C3 b D3 b E3 w G3 b A2 b C2 b E2 b F2 w G2 b A1 b B1 b C1 b D1 b E1 b G1
komi 4.5
60 reg_genmove black
#? [F3]

# Black takes the 2 stones at F5 and F6 with E6. With a komi of -6.5 every other move loses
# (solved with the whole history). One line: E6 F6 F5 pass D7 pass pass.
#
#   O O O . O # .
#   O . O O . O #
#   O O O O # O #
#   O . O O O # .
#   O O O # # # #
#   O O # . # . #
#   O O # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w E7 b F7 w A6 w C6 w D6 w F6 b G6 w A5 w B5 w C5 w D5 b E5 w F5 b G5 w A4 w C4 w D4 w E4 b F4 w A3 w B3 w C3 b D3 b E3 b F3 b G3 w A2 w B2 b C2 b E2 b G2 w A1 w B1 b C1 b D1 b E1 b F1 b G1
komi -6.5
70 reg_genmove black
#? [E6]

# Black takes the 3 stones at D5, D6 and E5 with E6. With a komi of 6.5 every other move loses
# (solved with the whole history). One line: E6 D5 E5 D6 B6 D5 D6 pass pass.
#
#   O . # O . .
#   O # # O O #
#   O O O # # #
#   . O # . # .
#   O O # # # #
#   . O # # # #
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 b C6 w D6 w A5 b B5 b C5 w D5 w E5 b F5 w A4 w B4 w C4 b D4 b E4 b F4 w B3 b C3 b E3 w A2 w B2 b C2 b D2 b E2 b F2 w B1 b C1 b D1 b E1 b F1
komi 6.5
80 reg_genmove black
#? [E6]

# White takes the 2 stones at A7 and B7 with B6. With a komi of 6.5 every other move loses (solved
# with the whole history). One line: B6 D5 A4 C6 B7 A5 pass pass.
#
#   # # O . O O O
#   O . . O O . O
#   . O # . O O O
#   O # # # O . O
#   # # # # # O O
#   # . # . # # #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w E7 w F7 w G7 w A6 w D6 w E6 w G6 w B5 b C5 w E5 w F5 w G5 w A4 b B4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 b D3 b E3 w F3 w G3 b A2 b C2 b E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi 6.5
play black A5
90 reg_genmove white
#? [B6]

# White takes the 4 stones at A5, A6, B5 and C5 with A7. With a komi of 3.5 every other move loses
# (solved with the whole history). One line: A7 A6 A5 A1 B5 pass pass.
#
#   . . O O O O O
#   # O O . O . O
#   # # # O O O O
#   O O O # O # #
#   O # # # # # #
#   O # # . # . #
#   . # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w C7 w D7 w E7 w F7 w G7 b A6 w B6 w C6 w E6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 w A4 w B4 w C4 b D4 w E4 b F4 b G4 w A3 b B3 b C3 b D3 b E3 b F3 b G3 w A2 b B2 b C2 b E2 b G2 b B1 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi 3.5
100 reg_genmove white
#? [A7]

# White takes the 5 stones at A4, A5, A7, B5 and B6 with A6. With a komi of -2.5 every other move
# loses (solved with the whole history). One line: A6 A2 A4 A5 B5 A1 pass pass.
#
#   # O O O O O O
#   . # O . O . O
#   # # O O O O O
#   # O O O # O O
#   O # # # # # #
#   . # # . # . #
#   . . # # # # #
boardsize 7
kata-set-rules chinese
gogui-setup b A7 w B7 w C7 w D7 w E7 w F7 w G7 b B6 w C6 w E6 w G6 b A5 b B5 w C5 w D5 w E5 w F5 w G5 b A4 w B4 w C4 w D4 b E4 w F4 w G4 w A3 b B3 b C3 b D3 b E3 b F3 b G3 b B2 b C2 b E2 b G2 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi -2.5
110 reg_genmove white
#? [A6]

# Black takes the 2 stones at A5 and A6 with B6. With a komi of 7.5 every other move loses (solved
# with the whole history). One line: B6 C6 C5 A5 A6 pass pass.
#
#   # # O O O O O
#   O . . # O . O
#   O # . O O O O
#   # . # # O . O
#   # # # # # O O
#   # . # . # # #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w D7 w E7 w F7 w G7 w A6 b D6 w E6 w G6 w A5 b B5 w D5 w E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 b D3 b E3 w F3 w G3 b A2 b C2 b E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi 7.5
120 reg_genmove black
#? [B6]

# Black takes the 5 stones at D5, D6, D7, E7 and F7 with E6. With a komi of 4.5 every other move
# loses (solved with the whole history). One line: E6 D5 D6 A7 D7 E7 F7 pass pass.
#
#   . # # O O O #
#   O O # O . # #
#   O O # O # # #
#   O . O # # . #
#   O O O O # # #
#   O . O # # . #
#   O O O # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b B7 b C7 w D7 w E7 w F7 b G7 w A6 w B6 b C6 w D6 b F6 b G6 w A5 w B5 b C5 w D5 b E5 b F5 b G5 w A4 w C4 b D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b D2 b E2 b G2 w A1 w B1 w C1 b D1 b E1 b F1 b G1
komi 4.5
130 reg_genmove black
#? [E6]

# On an open board, by area: White captures the 10 stones at B3, B4, C2, C3, C4, D4, D5, D6, E3 and
# E4 with E5, on a liberty of theirs; after Black at E5 they would get away. Agreed by GNU Go's
# reading, by its choice at level 10, and by a search of 15,000 visits; not proved.
#
#   . . . . . . . . .
#   . O # O # # . . .
#   # . O O O . . # .
#   . . O # . O . . O
#   . O O # . # # # .
#   O # # # # O . # .
#   O # # O # O . . #
#   O O # O O # # . .
#   . O O . . . . . .
boardsize 9
kata-set-rules chinese
gogui-setup w B8 b C8 w D8 b E8 b F8 b A7 w C7 w D7 w E7 b H7 w C6 b D6 w F6 w J6 w B5 w C5 b D5 b F5 b G5 b H5 w A4 b B4 b C4 b D4 b E4 w F4 b H4 w A3 b B3 b C3 w D3 b E3 w F3 b J3 w A2 w B2 b C2 w D2 w E2 b F2 b G2 w B1 w C1
gogui-setup_player white
komi 7.5
140 reg_genmove white
#? [E5]

# On an open board, by area: Black captures the 3 stones at H4, H5 and J5 with G4, on a liberty of
# theirs; after White at J2 they would get away. Agreed by GNU Go's reading, by its choice at level
# 10, and by a search of 15,000 visits; not proved.
#
#   . . . . . . . . .
#   . . . . O . # . .
#   # # # # . . . # .
#   # O O # # # O # #
#   O . O O O # # O O
#   . O O . O # . O .
#   . . . . O # # # O
#   . . O . O O O O .
#   . . . . . . # . O
boardsize 9
kata-set-rules chinese
gogui-setup w E8 b G8 b A7 b B7 b C7 b D7 b H7 b A6 w B6 w C6 b D6 b E6 b F6 w G6 b H6 b J6 w A5 w C5 w D5 w E5 b F5 b G5 w H5 w J5 w B4 w C4 w E4 b F4 w H4 w E3 b F3 b G3 b H3 w J3 w C2 w E2 w F2 w G2 w H2 b G1 w J1
komi 7.5
150 reg_genmove black
#? [G4]

# On an open board, by area: White captures the 5 stones at A6, B6, C6, D6 and D7 with D8, on a
# liberty of theirs; after Black at D8 they would get away. Agreed by GNU Go's reading, by its
# choice at level 10, and by a search of 15,000 visits; not proved.
#
#   . . . . . . . . .
#   . O . . # O # . .
#   . O . # O # . # #
#   # # # # O . . O .
#   O O O O O O O O .
#   . O # # # O # # #
#   . O O O # # # . .
#   . # . O # . . . .
#   . . . O # . . . .
boardsize 9
kata-set-rules chinese
gogui-setup w B8 b E8 w F8 b G8 w B7 b D7 w E7 b F7 b H7 b J7 b A6 b B6 b C6 b D6 w E6 w H6 w A5 w B5 w C5 w D5 w E5 w F5 w G5 w H5 w B4 b C4 b D4 b E4 w F4 b G4 b H4 b J4 w B3 w C3 w D3 b E3 b F3 b G3 b B2 w D2 b E2 w D1 b E1
gogui-setup_player white
komi 7.5
160 reg_genmove white
#? [D8]

# On an open board, by area: Black captures the 3 stones at H4, H5 and J5 with H6, on a liberty of
# theirs; after White at H6 they would get away. Agreed by GNU Go's reading, by its choice at level
# 10, and by a search of 15,000 visits; not proved.
#
#   . O # . # # # O O
#   . O # # # . # # O
#   . . O O # # # O O
#   . . O # # O O . .
#   . . . O O O # O O
#   . . O O # # # O #
#   . . O O # . . # #
#   O O # # . . . . .
#   . # # . . O . . .
boardsize 9
kata-set-rules chinese
gogui-setup w B9 b C9 b E9 b F9 b G9 w H9 w J9 w B8 b C8 b D8 b E8 b G8 b H8 w J8 w C7 w D7 b E7 b F7 b G7 w H7 w J7 w C6 b D6 b E6 w F6 w G6 w D5 w E5 w F5 b G5 w H5 w J5 w C4 w D4 b E4 b F4 b G4 w H4 b J4 w C3 w D3 b E3 b H3 b J3 w A2 w B2 b C2 b D2 b B1 b C1 w F1
komi 7.5
170 reg_genmove black
#? [H6]

# On an open board, by area: Black captures the 9 stones at D7, D8, E7, E8, E9, F8, G7, G8 and H7
# with J9, which does not touch them; after White at H6 they would get away. Agreed by GNU Go's
# reading, by its choice at level 10, and by a search of 15,000 visits; not proved.
#
#   . . # # O . # . .
#   . . # O O O O # O
#   . . # O O # O O #
#   . . . # # # # . #
#   . # . . # O # # O
#   . # # # O O O O O
#   # . # O . . O . .
#   . # # O . O O . .
#   # O O O O O . O .
boardsize 9
kata-set-rules chinese
gogui-setup b C9 b D9 w E9 b G9 b C8 w D8 w E8 w F8 w G8 b H8 w J8 b C7 w D7 w E7 b F7 w G7 w H7 b J7 b D6 b E6 b F6 b G6 b J6 b B5 b E5 w F5 b G5 b H5 w J5 b B4 b C4 b D4 w E4 w F4 w G4 w H4 w J4 b A3 b C3 w D3 w G3 b B2 b C2 w D2 w F2 w G2 b A1 w B1 w C1 w D1 w E1 w F1 w H1
komi 7.5
180 reg_genmove black
#? [J9]

# On an open board, by area: Black captures the 4 stones at D6, D7, E7 and E8 with F7, on a liberty
# of theirs; after White at F7 they would get away. Agreed by GNU Go's reading, by its choice at
# level 10, and by a search of 15,000 visits; not proved.
#
#   . . . . O . O O # . . . .
#   . O . O # . O . O # . . .
#   O . . O # . O O # # . . .
#   # O O # . . O # . . . . .
#   # # # . # # O O # . . # .
#   . . # # O # . . # . . . .
#   . # . O O . O . . . # . .
#   . . . O # . O # # . O # #
#   . # # # # O . O O # # # O
#   O . . O # # O . . O O O .
#   O . . . # O . . . . # O .
#   . # . # O O . . . . . . .
#   . . . . . . . O . . . . .
boardsize 13
kata-set-rules chinese
gogui-setup w E13 w G13 w H13 b J13 w B12 w D12 b E12 w G12 w J12 b K12 w A11 w D11 b E11 w G11 w H11 b J11 b K11 b A10 w B10 w C10 b D10 w G10 b H10 b A9 b B9 b C9 b E9 b F9 w G9 w H9 b J9 b M9 b C8 b D8 w E8 b F8 b J8 b B7 w D7 w E7 w G7 b L7 w D6 b E6 w G6 b H6 b J6 w L6 b M6 b N6 b B5 b C5 b D5 b E5 w F5 w H5 w J5 b K5 b L5 b M5 w N5 w A4 w D4 b E4 b F4 w G4 w K4 w L4 w M4 w A3 b E3 w F3 b L3 w M3 b B2 b D2 w E2 w F2 w H1
komi 7.5
190 reg_genmove black
#? [F7]

# On an open board, by area: White captures the 8 stones at G7, G8, H5, H6, H7, J6, J7 and K6 with
# H4, on a liberty of theirs; after Black at K5 they would get away. K5 would capture them too.
# Agreed by GNU Go's reading, by its choice at level 10, and by a search of 15,000 visits; not
# proved.
#
#   . . . # . . . . . . . . .
#   . . # O # # # . . . . . .
#   . . . O O # O # # . . . .
#   . O . . . O . . O # . # .
#   . . . . O . O O . # # O .
#   . O O . . O # O O # O # .
#   . # . . . O # # # O O # .
#   . . # . # # O # # # O . .
#   . . . # . . O # . . O O O
#   . . # O # . O . # # # # #
#   . . # O O O . O # O O O .
#   . . # # O # O O O . . . .
#   . . . . . . . . . . . . .
boardsize 13
kata-set-rules chinese
gogui-setup b D13 b C12 w D12 b E12 b F12 b G12 w D11 w E11 b F11 w G11 b H11 b J11 w B10 w F10 w J10 b K10 b M10 w E9 w G9 w H9 b K9 b L9 w M9 w B8 w C8 w F8 b G8 w H8 w J8 b K8 w L8 b M8 b B7 w F7 b G7 b H7 b J7 w K7 w L7 b M7 b C6 b E6 b F6 w G6 b H6 b J6 b K6 w L6 b D5 w G5 b H5 w L5 w M5 w N5 b C4 w D4 b E4 w G4 b J4 b K4 b L4 b M4 b N4 b C3 w D3 w E3 w F3 w H3 b J3 w K3 w L3 w M3 b C2 b D2 w E2 b F2 w G2 w H2 w J2
gogui-setup_player white
komi 7.5
200 reg_genmove white
#? [H4|K5]

# On an open board, by area: White captures the 8 stones at G7, G8, H5, H6, H7, J6, J7 and K6 with
# K5, on a liberty of theirs; after Black at K5 they would get away. Agreed by GNU Go's reading, by
# its choice at level 10, and by a search of 15,000 visits; not proved.
#
#   . . . # . . . . . . . . .
#   . # # O # # # . . . . . .
#   . # O O O # O # # . . . .
#   . O . . . O O . O # . # .
#   . . . . O . O O . # # O .
#   . O O . . O # O O # O # .
#   # # . O . O # # # O O # .
#   . . # . # # O # # # O # .
#   . . . # . . O # . . O O O
#   . . # O # . O O # # # # #
#   . . # O O O . O # O O O .
#   . . # # O # O O O . . . .
#   . . . . . . . . . . . . .
boardsize 13
kata-set-rules chinese
gogui-setup b D13 b B12 b C12 w D12 b E12 b F12 b G12 b B11 w C11 w D11 w E11 b F11 w G11 b H11 b J11 w B10 w F10 w G10 w J10 b K10 b M10 w E9 w G9 w H9 b K9 b L9 w M9 w B8 w C8 w F8 b G8 w H8 w J8 b K8 w L8 b M8 b A7 b B7 w D7 w F7 b G7 b H7 b J7 w K7 w L7 b M7 b C6 b E6 b F6 w G6 b H6 b J6 b K6 w L6 b M6 b D5 w G5 b H5 w L5 w M5 w N5 b C4 w D4 b E4 w G4 w H4 b J4 b K4 b L4 b M4 b N4 b C3 w D3 w E3 w F3 w H3 b J3 w K3 w L3 w M3 b C2 b D2 w E2 b F2 w G2 w H2 w J2
gogui-setup_player white
komi 7.5
210 reg_genmove white
#? [K5]
