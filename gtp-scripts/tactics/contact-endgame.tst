# Contact endgame: points are area less stones in contact with the enemy, so that filling a shared point can be
# worth something.

# Everything lives; what is left is who ends contacts. Black fills the shared point D2. Right after
# it Black has 17 and White 18, before it 15 and 18. With a komi of -1.5 every other move loses
# (solved with the whole history). One line: D2 B3 A4 B4 pass pass.
#
#   O O O O O # #
#   O . O . O # #
#   O O O O # # #
#   . . O # # . #
#   O . O # # # #
#   O O O . # . #
#   . O # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 b F7 b G7 w A6 w C6 w E6 b F6 b G6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 w C4 b D4 b E4 b G4 w A3 w C3 b D3 b E3 b F3 b G3 w A2 w B2 w C2 b E2 b G2 w B1 b C1 b D1 b E1 b F1 b G1
komi -1.5
10 reg_genmove black
#? [D2]

# Everything lives; what is left is who ends contacts. Black fills the shared point G6. Right after
# it Black has 23 and White 13, before it 21 and 13. With a komi of 9.5 every other move loses
# (solved with the whole history). One line: G6 pass pass.
#
#   # # # . # # .
#   # . # # . # .
#   # # # # # O O
#   # . # # O . O
#   # # # O O O O
#   # # O . O . O
#   # # O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b E7 b F7 b A6 b C6 b D6 b F6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 w D3 w E3 w F3 w G3 b A2 b B2 w C2 w E2 w G2 b A1 b B1 w C1 w D1 w E1 w F1 w G1
komi 9.5
20 reg_genmove black
#? [G6]

# Everything lives; what is left is who ends contacts. White fills the shared point G6. Right after
# it White has 14 and Black 21, before it 13 and 21. With a komi of 8.5 every other move loses
# (solved with the whole history). One line: G6 G7 pass pass.
#
#   # # # . # # .
#   # . # # . # .
#   # # # # # O O
#   # . # # O . O
#   # # # O O O O
#   # # O . O . O
#   # # O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b E7 b F7 b A6 b C6 b D6 b F6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 w D3 w E3 w F3 w G3 b A2 b B2 w C2 w E2 w G2 b A1 b B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi 8.5
30 reg_genmove white
#? [G6]

# Everything lives; what is left is who ends contacts. White fills the shared point A5. Right after
# it White has 14 and Black 17, before it 13 and 17. With a komi of 3.5 every other move loses
# (solved with the whole history). One line: A5 pass pass.
#
#   # # # # # # #
#   # # # . # # #
#   . # # # . # O
#   O O # # # # O
#   O . O # # O O
#   O O O # O O .
#   . O . O O . O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b B6 b C6 b E6 b F6 b G6 b B5 b C5 b D5 b F5 w G5 w A4 w B4 b C4 b D4 b E4 b F4 w G4 w A3 w C3 b D3 b E3 w F3 w G3 w A2 w B2 w C2 b D2 w E2 w F2 w B1 w D1 w E1 w G1
gogui-setup_player white
komi 3.5
40 reg_genmove white
#? [A5]

# Everything lives; what is left is who ends contacts. White fills the shared point D1. Right after
# it White has 25 and Black 23, before it 24 and 23. With a komi of -0.5 every other move loses
# (solved with the whole history). One line: D1 A1 A2 E1 pass pass.
#
#   O O O # # # #
#   O . O # # . #
#   O O O O # # #
#   O . O O # . #
#   O O . O # # #
#   . O O # # # .
#   . O O . . # #
boardsize 7
kata-set-rules chinese
gogui-setup w A7 w B7 w C7 b D7 b E7 b F7 b G7 w A6 w C6 b D6 b E6 b G6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w D3 b E3 b F3 b G3 w B2 w C2 b D2 b E2 b F2 w B1 w C1 b F1 b G1
gogui-setup_player white
komi -0.5
50 reg_genmove white
#? [D1]

# Everything lives; what is left is who ends contacts. White fills the shared point D2. Right after
# it White has 18 and Black 15, before it 18 and 15. With a komi of -2.5 every other move loses
# (solved with the whole history). One line: D2 B3 B4 pass pass.
#
#   O O O O O # #
#   O . O . O # #
#   O O O O # # #
#   . . O # # . #
#   O . O # # # #
#   O O O . # . #
#   . O # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 b F7 b G7 w A6 w C6 w E6 b F6 b G6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 w C4 b D4 b E4 b G4 w A3 w C3 b D3 b E3 b F3 b G3 w A2 w B2 w C2 b E2 b G2 w B1 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi -2.5
60 reg_genmove white
#? [D2]

# Everything lives; what is left is who ends contacts. White fills the shared point D1. Right after
# it White has 16 and Black 14, before it 15 and 14. With a komi of 1.5 every other move loses
# (solved with the whole history). One line: D1 C1 D4 G1 G2 A1 pass pass.
#
#   # # # # O O O
#   # . # # O . O
#   # # # O O O O
#   # . # . O . O
#   # # # # O O O
#   . # . # O O .
#   . # . . O O .
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 w E7 w F7 w G7 b A6 b C6 b D6 w E6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 b A4 b C4 w E4 w G4 b A3 b B3 b C3 b D3 w E3 w F3 w G3 b B2 b D2 w E2 w F2 b B1 w E1 w F1
gogui-setup_player white
komi 1.5
70 reg_genmove white
#? [D1]

# Everything lives; what is left is who ends contacts. White fills the shared point D5. Right after
# it White has 14 and Black 17, before it 14 and 17. With a komi of 4.5 every other move loses
# (solved with the whole history). One line: D5 G7 pass pass.
#
#   # # # # . # .
#   # . # # # # O
#   # # # . # O O
#   # . # O O . O
#   # # # O O O O
#   # # O . O . O
#   # # O O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b F7 b A6 b C6 b D6 b E6 b F6 w G6 b A5 b B5 b C5 b E5 w F5 w G5 b A4 b C4 w D4 w E4 w G4 b A3 b B3 b C3 w D3 w E3 w F3 w G3 b A2 b B2 w C2 w E2 w G2 b A1 b B1 w C1 w D1 w E1 w F1 w G1
gogui-setup_player white
komi 4.5
80 reg_genmove white
#? [D5]

# Everything lives; what is left is who ends contacts. Black fills the shared point A5. Right after
# it Black has 18 and White 13, before it 17 and 13. With a komi of 4.5 every other move loses
# (solved with the whole history). One line: A5 pass pass.
#
#   # # # # # # #
#   # # # . # # #
#   . # # # . # O
#   O O # # # # O
#   O . O # # O O
#   O O O # O O .
#   . O . O O . O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b B6 b C6 b E6 b F6 b G6 b B5 b C5 b D5 b F5 w G5 w A4 w B4 b C4 b D4 b E4 b F4 w G4 w A3 w C3 b D3 b E3 w F3 w G3 w A2 w B2 w C2 b D2 w E2 w F2 w B1 w D1 w E1 w G1
komi 4.5
90 reg_genmove black
#? [A5]

# Everything lives; what is left is who ends contacts. Black fills the shared point D2. Right after
# it Black has 9 and White 11, before it 9 and 11. With a komi of -1.5 every other move loses
# (solved with the whole history). One line: D2 F2 F1 pass pass.
#
#   O # # . # .
#   O O # # # #
#   O . O # . #
#   O O O O # #
#   O . O . # .
#   O O O O O .
boardsize 6
kata-set-rules one-pure
gogui-setup w A6 b B6 b C6 b E6 w A5 w B5 b C5 b D5 b E5 b F5 w A4 w C4 b D4 b F4 w A3 w B3 w C3 w D3 b E3 b F3 w A2 w C2 b E2 w A1 w B1 w C1 w D1 w E1
komi -1.5
100 reg_genmove black
#? [D2]

# Everything lives; what is left is who ends contacts. White fills the shared point C5. Right after
# it White has 27 and Black 22, before it 26 and 22. With a komi of -4.5 every other move loses
# (solved with the whole history). One line: C5 pass pass.
#
#   . O . O # # #
#   O . O O O # .
#   O O . # # # #
#   O . O O # . #
#   O O O # # # #
#   O . O O # . #
#   O O O O # # #
boardsize 7
kata-set-rules chinese
gogui-setup w B7 w D7 b E7 b F7 b G7 w A6 w C6 w D6 w E6 b F6 w A5 w B5 b D5 b E5 b F5 b G5 w A4 w C4 w D4 b E4 b G4 w A3 w B3 w C3 b D3 b E3 b F3 b G3 w A2 w C2 w D2 b E2 b G2 w A1 w B1 w C1 w D1 b E1 b F1 b G1
gogui-setup_player white
komi -4.5
110 reg_genmove white
#? [C5]

# Everything lives; what is left is who ends contacts. Black fills the shared point D2. Right after
# it Black has 17 and White 14, before it 14 and 14. With a komi of 2.5 every other move loses
# (solved with the whole history). One line: D2 pass pass.
#
#   # # O O O O O
#   # # O . O . O
#   # # # O O O O
#   # . # # # # O
#   # # # . # O .
#   # . # . O . O
#   # # # # O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w D7 w E7 w F7 w G7 b A6 b B6 w C6 w E6 w G6 b A5 b B5 b C5 w D5 w E5 w F5 w G5 b A4 b C4 b D4 b E4 b F4 w G4 b A3 b B3 b C3 b E3 w F3 b A2 b C2 w E2 w G2 b A1 b B1 b C1 b D1 w E1 w F1 w G1
komi 2.5
120 reg_genmove black
#? [D2]
