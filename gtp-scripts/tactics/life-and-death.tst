# Black's corner has three points in a row. B7 makes two eyes of them, and nothing else does; with
# the lead of 13.5 the corner decides the game.
#
#   . . . # O . O
#   # # # # O O .
#   O O O O O O O
#   # # # # # # #
#   . # . # . # .
#   # # # # # # #
#   . . . . . . .
boardsize 7
gogui-setup b D7 w E7 w G7 b A6 b B6 b C6 b D6 w E6 w F6 w A5 w B5 w C5 w D5 w E5 w F5 w G5 b A4 b B4 b C4 b D4 b E4 b F4 b G4 b B3 b D3 b F3 b A2 b B2 b C2 b D2 b E2 b F2 b G2
komi 13.5
10 reg_genmove black
#? [B7]
20 reg_genmove white
#? [B7]
