# To abstain or not, where the opponent has just abstained at this position.

# White has abstained. Black wins the board as it stands by 14 to 7, so that an abstention wins at
# once, whatever G4 would take.
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
play white pass
10 reg_genmove black
#? [pass]

# Black has abstained, and to abstain too would lose: White takes instead.
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
play black pass
20 reg_genmove white
#? [G3]

# Nothing is left but own eyes. Black, who wins, ends the game where White has abstained; White has
# nothing to lose by it.
#
#   . # # O .
#   # # # O O
#   . # # O .
#   # # # O O
#   . # # O .
boardsize 5
kata-set-rules one-pure
gogui-setup b B5 b C5 w D5 b A4 b B4 b C4 w D4 w E4 b B3 b C3 w D3 b A2 b B2 b C2 w D2 w E2 b B1 b C1 w D1
komi 0
play white pass
30 reg_genmove black
#? [pass]
undo
play black pass
40 reg_genmove white
#? [pass]

# Black, who alone may make the first placement, does not abstain from it: that loses at once.
boardsize 5
kata-set-rules one-pure
50 reg_genmove black
#? [!pass]

# Black has abstained. As the board stands the points are 12 for Black and 14 for White, and with
# the komi White wins by abstaining too, which ends play; any placement throws that away. With a
# komi of -1.5 every other move loses (solved with the whole history). One line: pass.
#
#   O O O O O O O
#   O . O . O O .
#   O O O O O . O
#   # # O # # . .
#   # # # # # # O
#   # . # . # . .
#   # # # # # . .
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w D7 w E7 w F7 w G7 w A6 w C6 w E6 w F6 w A5 w B5 w C5 w D5 w E5 w G5 b A4 b B4 w C4 b D4 b E4 b A3 b B3 b C3 b D3 b E3 b F3 w G3 b A2 b C2 b E2 b A1 b B1 b C1 b D1 b E1
komi -1.5
play black pass
60 reg_genmove white
#? [pass]

# White has abstained. As the board stands the points are 7 for Black and 15 for White, and with the
# komi Black wins by abstaining too, which ends play; any placement throws that away. With a komi
# of -8.5 every other move loses (solved with the whole history). One line: pass.
#
#   # # . # . O O
#   . O # . # O O
#   # O O . O O O
#   # O . O O . O
#   # # O O . O O
#   . # # O O O O
#   # . # # # O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b D7 w F7 w G7 w B6 b C6 b E6 w F6 w G6 b A5 w B5 w C5 w E5 w F5 w G5 b A4 w B4 w D4 w E4 w G4 b A3 b B3 w C3 w D3 w F3 w G3 b B2 b C2 w D2 w E2 w F2 w G2 b A1 b C1 b D1 b E1 w F1 w G1
gogui-setup_player white
komi -8.5
play white pass
70 reg_genmove black
#? [pass]

# Black has abstained. As the board stands the points are 11 for Black and 17 for White, and with
# the komi White wins by abstaining too, which ends play; any placement throws that away. With a
# komi of -4.5 every other move loses (solved with the whole history). One line: pass.
#
#   O O O . O . O
#   O . O O # O .
#   O O O O # # #
#   O . O . O # .
#   O O O # # # #
#   O O # . # . #
#   O O # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 w E7 w G7 w A6 w C6 w D6 b E6 w F6 w A5 w B5 w C5 w D5 b E5 b F5 b G5 w A4 w C4 w E4 b F4 w A3 w B3 w C3 b D3 b E3 b F3 b G3 w A2 w B2 b C2 b E2 b G2 w A1 w B1 b C1 b D1 b E1 b F1 b G1
komi -4.5
play black pass
80 reg_genmove white
#? [pass]

# Black has abstained. As the board stands the points are 14 for Black and 9 for White, and with the
# komi White wins by abstaining too, which ends play; any placement throws that away. With a komi
# of 7.5 every other move loses (solved with the whole history). One line: pass.
#
#   # # # # # # #
#   # . # . # # #
#   # # # # # O O
#   . O # # O . O
#   # # . O O O O
#   O . O # O . O
#   O # # . O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b C6 b E6 b F6 b G6 b A5 b B5 b C5 b D5 b E5 w F5 w G5 w B4 b C4 b D4 w E4 w G4 b A3 b B3 w D3 w E3 w F3 w G3 w A2 w C2 b D2 w E2 w G2 w A1 b B1 b C1 w E1 w F1 w G1
komi 7.5
play black pass
90 reg_genmove white
#? [pass]

# Black has abstained. As the board stands the points are 14 for Black and 10 for White, and with
# the komi White wins by abstaining too, which ends play; any placement throws that away. With a
# komi of 6.5 every other move loses (solved with the whole history). One line: pass.
#
#   # # O O O . O
#   # # # # O O .
#   # # . # O O O
#   # . # # O . O
#   # # # O O O .
#   # . # # # # O
#   # # . . O # #
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 w C7 w D7 w E7 w G7 b A6 b B6 b C6 b D6 w E6 w F6 b A5 b B5 b D5 w E5 w F5 w G5 b A4 b C4 b D4 w E4 w G4 b A3 b B3 b C3 w D3 w E3 w F3 b A2 b C2 b D2 b E2 b F2 w G2 b A1 b B1 w E1 b F1 b G1
komi 6.5
play black pass
100 reg_genmove white
#? [pass]

# Black has abstained. As the board stands the points are 10 for Black and 22 for White, and with
# the komi White wins by abstaining too, which ends play; any placement throws that away. With a
# komi of -11.5 every other move loses (solved with the whole history). One line: pass.
#
#   # # # # # O O
#   # . # . # O O
#   # # # # O O O
#   # # . O O . O
#   O # # O O O O
#   . O O . O . O
#   . . . O O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 w F7 w G7 b A6 b C6 b E6 w F6 w G6 b A5 b B5 b C5 b D5 w E5 w F5 w G5 b A4 b B4 w D4 w E4 w G4 w A3 b B3 b C3 w D3 w E3 w F3 w G3 w B2 w C2 w E2 w G2 w D1 w E1 w F1 w G1
komi -11.5
play black pass
110 reg_genmove white
#? [pass]

# White has abstained. As the board stands the points are 12 for Black and 8 for White, and with the
# komi Black would lose by abstaining too; D4 is left. With a komi of 4.5 every other move loses
# (solved with the whole history). One line: D4 F4 G4 E4 D2 D1 pass pass.
#
#   # # # # # # #
#   # # # . # . #
#   O O # # # # #
#   O . O . . . .
#   O O O # O # #
#   O . O . O # #
#   O O O . O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 b F7 b G7 b A6 b B6 b C6 b E6 b G6 w A5 w B5 b C5 b D5 b E5 b F5 b G5 w A4 w C4 w A3 w B3 w C3 b D3 w E3 b F3 b G3 w A2 w C2 w E2 b F2 b G2 w A1 w B1 w C1 w E1 w F1 w G1
gogui-setup_player white
komi 4.5
play white pass
120 reg_genmove black
#? [D4]

# Black has abstained. As the board stands the points are 10 for Black and 14 for White, and with
# the komi White would lose by abstaining too; C2 is left. With a komi of -7.5 every other move
# loses (solved with the whole history). One line: C2 A1 B4 D1 D2 pass pass.
#
#   # # # # # O O
#   # . # . # O O
#   # # # # O O O
#   # . O O O . O
#   # # # O O O O
#   # O . . O . O
#   . O O . O O O
boardsize 7
kata-set-rules one-pure
gogui-setup b A7 b B7 b C7 b D7 b E7 w F7 w G7 b A6 b C6 b E6 w F6 w G6 b A5 b B5 b C5 b D5 w E5 w F5 w G5 b A4 w C4 w D4 w E4 w G4 b A3 b B3 b C3 w D3 w E3 w F3 w G3 b A2 w B2 w E2 w G2 w B1 w C1 w E1 w F1 w G1
komi -7.5
play black pass
130 reg_genmove white
#? [C2]

# Black has abstained. As the board stands the points are 11 for Black and 12 for White, and with
# the komi White would lose by abstaining too; D5 is left. With a komi of -6.5 every other move
# loses (solved). One line: D5 D7 C7 B6 A6 A7 D6 A6 A4 A5 A6 B6 A4 B7 A7 A5 B6 pass A4 pass pass.
#
#   . # . . O O O
#   . . O # O . O
#   # O O . O O O
#   . # O # O . O
#   # # # # O O O
#   # . # . # O O
#   # # # # # O O
boardsize 7
kata-set-rules one-pure
gogui-setup b B7 w E7 w F7 w G7 w C6 b D6 w E6 w G6 b A5 w B5 w C5 w E5 w F5 w G5 b B4 w C4 b D4 w E4 w G4 b A3 b B3 b C3 b D3 w E3 w F3 w G3 b A2 b C2 b E2 w F2 w G2 b A1 b B1 b C1 b D1 b E1 w F1 w G1
komi -6.5
play black pass
140 reg_genmove white
#? [D5]

# White has abstained. As the board stands the points are 12 for Black and 11 for White, and with
# the komi Black would lose by abstaining too; D4 is left. With a komi of 8.5 every other move
# loses (solved). One line: D4 D6 D5 D6 A6 D7 D6 A7 pass pass.
#
#   O # # O # # #
#   . O # . # . #
#   O O # . # # #
#   O # # . # . #
#   O O O O # # #
#   O . O . O # #
#   O O O O O # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 b B7 b C7 w D7 b E7 b F7 b G7 w B6 b C6 b E6 b G6 w A5 w B5 b C5 b E5 b F5 b G5 w A4 b B4 b C4 b E4 b G4 w A3 w B3 w C3 w D3 b E3 b F3 b G3 w A2 w C2 w E2 b F2 b G2 w A1 w B1 w C1 w D1 w E1 b F1 b G1
gogui-setup_player white
komi 8.5
play white pass
150 reg_genmove black
#? [D4]

# White has abstained. As the board stands the points are 13 for Black and 8 for White, and with the
# komi Black would lose by abstaining too; F5 is left. With a komi of 5.5 every other move loses
# (solved with the whole history). One line: F5 D6 F7 E5 E6 G4 G7 G4 G5 pass D7 pass pass.
#
#   O O O # O . .
#   O . O . . # O
#   O O O # . . O
#   O . O O O # .
#   O O # # # # #
#   # # # . # . #
#   # # # # # # #
boardsize 7
kata-set-rules one-pure
gogui-setup w A7 w B7 w C7 b D7 w E7 w A6 w C6 b F6 w G6 w A5 w B5 w C5 b D5 w G5 w A4 w C4 w D4 w E4 b F4 w A3 w B3 b C3 b D3 b E3 b F3 b G3 b A2 b B2 b C2 b E2 b G2 b A1 b B1 b C1 b D1 b E1 b F1 b G1
gogui-setup_player white
komi 5.5
play white pass
160 reg_genmove black
#? [F5]

# White has abstained. As the board stands the points are 5 for Black and 9 for White, and with the
# komi Black would lose by abstaining too; B5 is left. With a komi of -1.5 every other move loses
# (solved with the whole history). One line: B5 A3 A6 A5 A4 B6 C6 C3 pass pass.
#
#   . . . O O O
#   O . # O . O
#   O O # O O O
#   . # . O . O
#   # # # # O O
#   . # . # # O
boardsize 6
kata-set-rules one-pure
gogui-setup w D6 w E6 w F6 w A5 b C5 w D5 w F5 w A4 w B4 b C4 w D4 w E4 w F4 b B3 w D3 w F3 b A2 b B2 b C2 b D2 w E2 w F2 b B1 b D1 b E1 w F1
gogui-setup_player white
komi -1.5
play white pass
170 reg_genmove black
#? [B5]
