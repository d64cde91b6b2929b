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

# Black takes the 5 stones at A2, A3, A4, B4 and C4 with A1. With the lead of 4.5 every other move
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

# Black takes the 3 stones at D1, D2 and E2 with E1. With the lead of -5.5 every other move loses
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

# White takes the 3 stones at B5, C5 and C6 with B6. With the lead of 5.5 every other move loses
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

# Black takes the 5 stones at E4, F4, G2, G3 and G4 with F3. With the lead of 4.5 every other move
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

# Black takes the 2 stones at F5 and F6 with E6. With the lead of -6.5 every other move loses
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

# Black takes the 3 stones at D5, D6 and E5 with E6. With the lead of 6.5 every other move loses
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

# White takes the 2 stones at A7 and B7 with B6. With the lead of 6.5 every other move loses (solved
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

# White takes the 4 stones at A5, A6, B5 and C5 with A7. With the lead of 3.5 every other move loses
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

# White takes the 5 stones at A4, A5, A7, B5 and B6 with A6. With the lead of -2.5 every other move
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

# Black takes the 2 stones at A5 and A6 with B6. With the lead of 7.5 every other move loses (solved
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

# Black takes the 5 stones at D5, D6, D7, E7 and F7 with E6. With the lead of 4.5 every other move
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
