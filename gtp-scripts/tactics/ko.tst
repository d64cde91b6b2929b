# Ko: retaking at once is a dead end, which loses.

# Black takes a ko at C5. Retaking it at once is a dead end, as is a lone stone in one of Black's
# eyes; and White's own eyes are worth more than a move. So White abstains.
#
#   # O . O .
#   # # O O O
#   . # O O .
#   # # # O O
#   . # # O O
boardsize 5
kata-set-rules one-pure
gogui-setup b A5 w B5 w D5 b A4 b B4 w C4 w D4 w E4 b B3 w C3 w D3 b A2 b B2 b C2 w D2 w E2 b B1 b C1 w D1 w E1
komi 0
play black C5
10 opr-dead_ends white
#? [A1 A3 B5]
20 reg_genmove white
#? [pass]

# A ko worth having, on an open board: White plays anywhere but at C5.
#
#   . . . . . . .
#   . . # O . . .
#   . # O . O . .
#   . . # O . . .
#   . . . . . . .
#   . . . . . . .
#   . . . . . . .
boardsize 7
kata-set-rules one-pure
gogui-setup b C6 w D6 b B5 w C5 w E5 b C4 w D4
komi 0
play black D5
30 opr-dead_ends white
#? [C5]
40 reg_genmove white
#? [!C5]

# White has just taken the ko at D6. Retaking it at once, at C6, is a dead end and loses; Black
# plays E7. With a komi of -0.5 every other move loses (solved with the whole history). One line:
# E7 B5 C6 A7 pass D6 pass pass.
#
#   . O O # . # #
#   # O # . # . #
#   O . O # # # #
#   O # O # # . #
#   O O O # . # #
#   . O O # # # #
#   O . O O O # #
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 w C7 b D7 b F7 b G7 b A6 w B6 b C6 b E6 b G6 w A5 w C5 b D5 b E5 b F5 b G5 w A4 b B4 w C4 b D4 b E4 b G4 w A3 w B3 w C3 b D3 b F3 b G3 w B2 w C2 b D2 b E2 b F2 b G2 w A1 w C1 w D1 w E1 b F1 b G1
gogui-setup_player white
komi -0.5
play white D6
50 reg_genmove black
#? [E7]

# Black has just taken the ko at E1. Retaking it at once, at F1, is a dead end and loses; White
# plays E3. With a komi of -3.5 every other move loses (solved with the whole history). One line:
# E3 C2 F1 F2 D1 C1 C3 D3 F3 pass F1 pass D1 pass pass.
#
#   O O O O O O
#   # O . O . O
#   # # O O O O
#   . # . . . #
#   # # . # O #
#   . # O O . O
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 w B6 w C6 w D6 w E6 w F6 b A5 w B5 w D5 w F5 b A4 b B4 w C4 w D4 w E4 w F4 b B3 b F3 b A2 b B2 b D2 w E2 b F2 b B1 w C1 w D1 w F1
komi -3.5
play black E1
60 reg_genmove white
#? [E3]

# White has just taken the ko at G1. Retaking it at once, at G2, is a dead end and loses; Black
# plays D2. With a komi of 8.5 every other move loses (solved with the whole history). One line:
# D2 F4 G2 B2 C2 G1 E2 B1 G2 C1 B2 G1 E5 B1 G2 C1 F3 B1 C1 F2 pass G1 pass pass.
#
#   # # O O O . O
#   # # # # O O .
#   # # . # . O O
#   # . # # O . O
#   # # # # O # O
#   # . . . . O #
#   # O O # # # .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w D7 w E7 w G7 b A6 b B6 b C6 b D6 w E6 w F6 b A5 b B5 b D5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 b D3 w E3 b F3 w G3 b A2 w F2 b G2 b A1 w B1 w C1 b D1 b E1 b F1
gogui-setup_player white
komi 8.5
play white G1
70 reg_genmove black
#? [D2]

# White has just taken the ko at G7. Retaking it at once, at F7, is a dead end and loses; Black
# plays G4. With a komi of -8.5 every other move loses (solved with the whole history). One line:
# G4 E5 F7 pass pass.
#
#   O O O . O # .
#   O . O O . O #
#   O O O O . O #
#   O . O O # # .
#   O O O # # # #
#   O O # . # . #
#   O O # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w E7 b F7 w A6 w C6 w D6 w F6 b G6 w A5 w B5 w C5 w D5 w F5 b G5 w A4 w C4 w D4 b E4 b F4 w A3 w B3 w C3 b D3 b E3 b F3 b G3 w A2 w B2 b C2 b E2 b G2 w A1 w B1 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi -8.5
play white G7
80 reg_genmove black
#? [G4]

# Black has just taken the ko at G4. Retaking it at once, at G3, is a dead end and loses; White
# plays E2. With a komi of 2.5 every other move loses (solved with the whole history). One line:
# E2 E1 F1 G1 G3 D3 F1 G1 D1 G2 F2 E1 G1 pass D1 pass pass.
#
#   # # O O O O O
#   # # O . O . O
#   # # # O O O O
#   # . # O O O .
#   # # # . O # O
#   # . # # . # #
#   # # # . . . .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w D7 w E7 w F7 w G7 b A6 b B6 w C6 w E6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 b A4 b C4 w D4 w E4 w F4 b A3 b B3 b C3 w E3 b F3 w G3 b A2 b C2 b D2 b F2 b G2 b A1 b B1 b C1
komi 2.5
play black G4
90 reg_genmove white
#? [E2]

# White has just taken the ko at C1. Retaking it at once, at B1, is a dead end and loses; Black
# plays D2. With a komi of 7.5 every other move loses (solved with the whole history). One line:
# D2 E1 B1 F1 C5 C1 E1 pass B1 pass pass.
#
#   O . O O O # #
#   . O O # # # #
#   O O . # . # #
#   O O # # # . #
#   . O O # # # #
#   O O # . # # #
#   O # . # . . #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w C7 w D7 w E7 b F7 b G7 w B6 w C6 b D6 b E6 b F6 b G6 w A5 w B5 b D5 b F5 b G5 w A4 w B4 b C4 b D4 b E4 b G4 w B3 w C3 b D3 b E3 b F3 b G3 w A2 w B2 b C2 b E2 b F2 b G2 w A1 b B1 b D1 b G1
gogui-setup_player white
komi 7.5
play white C1
100 reg_genmove black
#? [D2]

# Black has just taken the ko at D7. Retaking it at once, at E7, is a dead end and loses; White
# plays G5. With a komi of -1.5 every other move loses (solved with the whole history). One line:
# G5 pass E7 G7 E6 F6 G6 F7 G7 F6 F7 pass pass.
#
#   O O O . O # .
#   O . O O # # #
#   O O O . O O .
#   O . O O O # #
#   O O # # # # #
#   # # # . # . #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w E7 b F7 w A6 w C6 w D6 b E6 b F6 b G6 w A5 w B5 w C5 w E5 w F5 w A4 w C4 w D4 w E4 b F4 b G4 w A3 w B3 b C3 b D3 b E3 b F3 b G3 b A2 b B2 b C2 b E2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi -1.5
play black D7
110 reg_genmove white
#? [G5]

# Black has just taken the ko at C7. Retaking it at once, at B7, is a dead end and loses; White
# plays F5. With a komi of 3.5 every other move loses (solved with the whole history). One line:
# F5 E5 F6 G5 G7 G6 G5 pass B7 pass pass.
#
#   # O . O O # .
#   # # O O O . #
#   # # # # . . .
#   # . # # # O O
#   # # . # # O O
#   # # # # O O .
#   # # O O O . O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 w B7 w D7 w E7 b F7 b A6 b B6 w C6 w D6 w E6 b G6 b A5 b B5 b C5 b D5 b A4 b C4 b D4 b E4 w F4 w G4 b A3 b B3 b D3 b E3 w F3 w G3 b A2 b B2 b C2 b D2 w E2 w F2 b A1 b B1 w C1 w D1 w E1 w G1
komi 3.5
play black C7
120 reg_genmove white
#? [F5]

# Black has just taken the ko at G6. Retaking it at once, at G7, is a dead end and loses; White
# plays D5. With a komi of -12.5 every other move loses (solved with the whole history). One line:
# D5 E6 G7 C7 E5 F7 E7 C7 D7 pass pass.
#
#   . O . # # # O
#   O O O O . O .
#   # # # . # O O
#   # . # # O . O
#   # # # # O O O
#   # . # O O . O
#   # # # O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 b D7 b E7 b F7 w G7 w A6 w B6 w C6 w D6 w F6 b A5 b B5 b C5 b E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 b D3 w E3 w F3 w G3 b A2 b C2 w D2 w E2 w G2 b A1 b B1 b C1 w D1 w E1 w F1 w G1
komi -12.5
play black G6
130 reg_genmove white
#? [D5]

# Black has just taken the ko at A7. Retaking it at once, at B7, is a dead end and loses; White
# plays A5. With a komi of -7.5 every other move loses (solved with the whole history). One line:
# A5 B1 A2 A1 B1 B2 B3 C5 B7 pass pass.
#
#   . O # # # # #
#   O # # . # . #
#   . O . # # # #
#   O O O # O # #
#   # # O O O O O
#   . # O . O . O
#   # . O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 b C7 b D7 b E7 b F7 b G7 w A6 b B6 b C6 b E6 b G6 w B5 b D5 b E5 b F5 b G5 w A4 w B4 w C4 b D4 w E4 b F4 b G4 b A3 b B3 w C3 w D3 w E3 w F3 w G3 b B2 w C2 w E2 w G2 b A1 w C1 w D1 w E1 w F1 w G1
komi -7.5
play black A7
140 reg_genmove white
#? [A5]
