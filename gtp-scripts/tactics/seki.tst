# Seki: chains that live together, because whoever plays there first loses.

# A seki: the chains share D6 and D7 and have no other liberty, so that whoever plays there is
# taken. Nothing else is left: Black abstains. With a komi of -5.5 every other move loses (solved
# with the whole history). One line: pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O O # # #
#   O . O O # . #
#   O O O O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 w D2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
komi -5.5
10 reg_genmove black
#? [pass]

# A seki: the chains share D6 and D7 and have no other liberty, so that whoever plays there is
# taken. Nothing else is left: White abstains. With a komi of -1.5 every other move loses (solved
# with the whole history). One line: pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O O # # #
#   O . O O # . #
#   O O O O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 w D2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
gogui-setup_player white
komi -1.5
20 reg_genmove white
#? [pass]

# A seki at D6 and D7, into which nobody may play. The shared point D2 is left, which Black fills.
# With a komi of -1.5 every other move loses (solved with the whole history). One line: D2 D6 D7
# E5 E6 E7 F7 pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O O # # #
#   O . O . # . #
#   O O O O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
komi -1.5
30 reg_genmove black
#? [D2]

# A seki at D6 and D7, into which nobody may play. The shared point D2 is left, which White fills.
# With a komi of -2.5 every other move loses (solved with the whole history). One line: D2 D6 D7
# C5 D5 C6 D6 C7 B7 C5 C6 pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O O # # #
#   O . O . # . #
#   O O O O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
gogui-setup_player white
komi -2.5
40 reg_genmove white
#? [D2]

# A seki at D6 and D7, into which nobody may play. D3 between the two walls is left, which Black
# fills. With a komi of -1.5 every other move loses (solved with the whole history). One line: D3
# D6 D7 E5 E6 E7 F7 pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O . # # #
#   O . O O # . #
#   O O O O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 b E3 b F3 b G3 w A2 w C2 w D2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
komi -1.5
50 reg_genmove black
#? [D3]

# A seki at D6 and D7, into which nobody may play. D3 between the two walls is left, which White
# fills. With a komi of -2.5 every other move loses (solved with the whole history). One line: D3
# D6 D7 C5 D5 C6 D6 C7 B7 C5 C6 pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O . # # #
#   O . O O # . #
#   O O O O # # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 b E3 b F3 b G3 w A2 w C2 w D2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
gogui-setup_player white
komi -2.5
60 reg_genmove white
#? [D3]

# A seki inside an eye space: three white stones, with A7 and E7 on their sides. Whoever plays there
# is taken, so that Black abstains. With a komi of -3.5 every other move loses (solved with the
# whole history). One line: pass pass.
#
#   . O O O . # O
#   # # # # # # O
#   O O O O O O O
#   O . O O O . O
#   O O O O O O O
#   # # # # # # #
#   # . # # # . #
boardsize 7
kata-set-rules one-pure
gogui-setup w B7 w C7 w D7 b F7 w G7 b A6 b B6 b C6 b D6 b E6 b F6 w G6 w A5 w B5 w C5 w D5 w E5 w F5 w G5 w A4 w C4 w D4 w E4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b A1 b C1 b D1 b E1 b G1
komi -3.5
70 reg_genmove black
#? [pass]

# Black lives by B7, for the two white stones can then be taken with an eye at A7. White at B7 would
# make it a seki. With a komi of 1.5 every other move loses (solved with the whole history). One
# line: B7 E7 C7 D7 E7 pass pass.
#
#   . . O O . # O
#   # # # # # # O
#   O O O O O O O
#   O . O O O . O
#   O O O O O O O
#   # # # # # # #
#   # . # # # . #
boardsize 7
kata-set-rules one-pure
gogui-setup w C7 w D7 b F7 w G7 b A6 b B6 b C6 b D6 b E6 b F6 w G6 w A5 w B5 w C5 w D5 w E5 w F5 w G5 w A4 w C4 w D4 w E4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b A1 b C1 b D1 b E1 b G1
komi 1.5
80 reg_genmove black
#? [B7]

# White's B7 makes three stones in a row with A7 and E7 at their ends, where nobody may play: a
# seki. Black at B7 would live. With a komi of 1.5 every other move loses (solved with the whole
# history). One line: B7 A7 E7 A6 B6 A7 A6 C6 D6 E6 F6 pass pass.
#
#   . . O O . # O
#   # # # # # # O
#   O O O O O O O
#   O . O O O . O
#   O O O O O O O
#   # # # # # # #
#   # . # # # . #
boardsize 7
kata-set-rules one-pure
gogui-setup w C7 w D7 b F7 w G7 b A6 b B6 b C6 b D6 b E6 b F6 w G6 w A5 w B5 w C5 w D5 w E5 w F5 w G5 w A4 w C4 w D4 w E4 w G4 w A3 w B3 w C3 w D3 w E3 w F3 w G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b A1 b C1 b D1 b E1 b G1
gogui-setup_player white
komi 1.5
90 reg_genmove white
#? [B7]

# By area. A seki at D6 and D7, into which nobody may play. The shared point D2 is left, which Black
# fills. With a komi of -1.5 every other move loses (solved with the whole history). One line: D2
# D6 D7 E5 E6 E7 F7 pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O O # # #
#   O . O . # . #
#   O O O O # # #
boardsize 7
kata-set-rules chinese
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
komi -1.5
100 reg_genmove black
#? [D2]

# By area. A seki at D6 and D7, into which nobody may play. The shared point D2 is left, which White
# fills. With a komi of -2.5 every other move loses (solved with the whole history). One line: D2
# D6 D7 C5 D5 C6 D6 C7 B7 C5 C6 pass pass.
#
#   # # # . O O O
#   O O # . O # #
#   O O # # O # #
#   O . O O # . #
#   O O O O # # #
#   O . O . # . #
#   O O O O # # #
boardsize 7
kata-set-rules chinese
gogui-setup b A7 b B7 b C7 w E7 w F7 w G7 w A6 w B6 b C6 w E6 b F6 b G6 w A5 w B5 b C5 b D5 w E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
gogui-setup_player white
komi -2.5
110 reg_genmove white
#? [D2]
