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
50 reg_genmove black
#? [!pass]
