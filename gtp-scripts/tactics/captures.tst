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
gogui-setup b A5 b B5 b C5 b D5 b E5 b F5 b G5 w A4 w B4 w C4 w D4 w E4 w F4 b A3 b B3 b C3 b D3 b E3 b F3 w A2 w B2 w C2 w D2 w E2 w F2 w G2
komi 0
10 reg_genmove black
#? [G4]
20 reg_genmove white
#? [G3]
