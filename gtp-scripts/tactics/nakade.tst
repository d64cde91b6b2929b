# Nakade: the placement inside an eye space that keeps it from becoming two eyes.

# Black plays the vital point B5 of the eye space of 3 points at A5, B5 and B6: the 5 stones at A4,
# A6, B4, C5 and C6 cannot make two eyes any more, and are taken. With a komi of 27.5 every other
# move loses (solved with the whole history). One line: B5 A5 B6 A4 B4 A5 A6 A4 A5 C5 C6 pass pass.
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
komi 27.5
10 reg_genmove black
#? [B5]

# Black plays the vital point C7 of the eye space of 3 points at B7, C6 and C7: the 8 stones at A6,
# A7, B5, B6, C5, D5, D6 and D7 cannot make two eyes any more, and are taken. With a komi of 37.5
# every other move loses (solved with the whole history). One line: C7 C6 B7 D4 B7 C7 B7 F1.
#
#   O . . O # # #
#   O O . O # # #
#   # O O O # # #
#   # # # . # # #
#   # # # # # # #
#   # # . # # # #
#   # # # # # . #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w D7 b E7 b F7 b G7 w A6 w B6 w D6 b E6 b F6 b G6 b A5 w B5 w C5 w D5 b E5 b F5 b G5 b A4 b B4 b C4 b E4 b F4 b G4 b A3 b B3 b C3 b D3 b E3 b F3 b G3 b A2 b B2 b D2 b E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b G1
komi 37.5
20 reg_genmove black
#? [C7]

# Black plays the vital point A3 of the eye space of 3 points at A3, A4 and B4: the 6 stones at A2,
# B3, B5, C4, C5 and C6 cannot make two eyes any more, and are taken. With a komi of 28.5 every
# other move loses (solved). One line: A3 B4 A4 A2 A3 A4 A6 B6 A6 A5.
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
komi 28.5
30 reg_genmove black
#? [A3]

# White plays the vital point B6 of the eye space of 2 points at B6 and C6: the 8 stones at A5, B5,
# B7, C5, C7, D5, D6 and D7 cannot make two eyes any more, and are taken. With a komi of -36.5
# every other move loses (solved with the whole history). One line: B6 C6 A7 A5 B5 C5 D5 C6 D6 C7 B7
# D7 C5 C6 C7 pass pass.
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
gogui-setup_player white
komi -36.5
40 reg_genmove white
#? [B6]

# White plays the vital point C6 of the eye space of 3 points at C5, C6 and C7: the 9 stones at B4,
# B5, B6, B7, C4, D4, D5, D6 and D7 cannot make two eyes any more, and are taken. With a komi of
# -36.5 every other move loses (solved with the whole history). One line: C6 C5 C7 E6 C6 C7 C6 D1.
#
#   O # . # O O O
#   O # . # . O O
#   O # . # O O O
#   O # # # O O O
#   O O O O . O O
#   O O O O O O O
#   O O O . O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 b B7 b D7 w E7 w F7 w G7 w A6 b B6 b D6 w F6 w G6 w A5 b B5 b D5 w E5 w F5 w G5 w A4 b B4 b C4 b D4 w E4 w F4 w G4 w A3 w B3 w C3 w D3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w F2 w G2 w A1 w B1 w C1 w E1 w F1 w G1
gogui-setup_player white
komi -36.5
50 reg_genmove white
#? [C6]

# White plays the vital point B7 of the eye space of 3 points at A7, B7 and C7: the 5 stones at A6,
# B6, C6, D6 and D7 cannot make two eyes any more, and are taken. With a komi of -40.5 every other
# move loses (solved with the whole history). One line: B7 A7 C7 D5 B7 C7 B7 B1.
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
gogui-setup_player white
komi -40.5
60 reg_genmove white
#? [B7]

# Black plays the vital point B5 of the eye space of 3 points at B5, B6 and C5: the 9 stones at A4,
# A5, A6, B4, C4, C6, D4, D5 and D6 cannot make two eyes any more, and are taken. With a komi of
# 23.5 every other move loses (solved with the whole history). One line: B5 C5 B6 A4 B4 A5 A6 A4 A5
# C4 D4 C5 D5 C6 D6 C4 C5 pass pass.
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
komi 23.5
70 reg_genmove black
#? [B5]

# White plays the vital point B6 of the eye space of 3 points at A6, B6 and C6: the 5 stones at A5,
# B5, C5, D5 and D6 cannot make two eyes any more, and are taken. With a komi of -27.5 every other
# move loses (solved with the whole history). One line: B6 A6 C6 C4 B6 C6 B6 E2.
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
gogui-setup_player white
komi -27.5
80 reg_genmove white
#? [B6]

# White plays the vital point B7 of the eye space of 3 points at A7, B7 and C7: the 5 stones at A6,
# B6, C6, D6 and D7 cannot make two eyes any more, and are taken. With a komi of -40.5 every other
# move loses (solved with the whole history). One line: B7 A7 C7 E7 B7 C7 B7 D3.
#
#   . . . # . O O
#   # # # # O O O
#   O O O O . O O
#   O O O O O O O
#   O O O . O O O
#   O O O O O O O
#   O O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b D7 w F7 w G7 b A6 b B6 b C6 b D6 w E6 w F6 w G6 w A5 w B5 w C5 w D5 w F5 w G5 w A4 w B4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w F2 w G2 w A1 w B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi -40.5
90 reg_genmove white
#? [B7]

# Black plays the vital point B6 of the eye space of 4 points at A6, B6, B7 and C6: the 8 stones at
# A5, A7, B5, C5, C7, D5, D6 and D7 cannot make two eyes any more, and are taken. With a komi of
# 36.5 every other move loses (solved with the whole history). One line: B6 A6 C6 B7 B6 C6 B6 E3.
#
#   O . O O # # #
#   . . . O # # #
#   O O O O # . #
#   # # # # # # #
#   # # # # . # #
#   # # # # # # #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w C7 w D7 b E7 b F7 b G7 w D6 b E6 b F6 b G6 w A5 w B5 w C5 w D5 b E5 b G5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 b A3 b B3 b C3 b D3 b F3 b G3 b A2 b B2 b C2 b D2 b E2 b F2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
komi 36.5
100 reg_genmove black
#? [B6]

# White plays the vital point C6 of the eye space of 3 points at C6, C7 and D6: the 9 stones at B5,
# B6, B7, C5, D5, D7, E5, E6 and E7 cannot make two eyes any more, and are taken. With a komi of
# -36.5 every other move loses (solved with the whole history). One line: C6 D6 C7 B4 C6 C7 C6 A1.
#
#   O # . # # O O
#   O # . . # O O
#   O # # # # O O
#   O . O O O O O
#   O O O . O O O
#   O O O O O O O
#   . O O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 b B7 b D7 b E7 w F7 w G7 w A6 b B6 b E6 w F6 w G6 w A5 b B5 b C5 b D5 b E5 w F5 w G5 w A4 w C4 w D4 w E4 w F4 w G4 w A3 w B3 w C3 w E3 w F3 w G3 w A2 w B2 w C2 w D2 w E2 w F2 w G2 w B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi -36.5
110 reg_genmove white
#? [C6]
