# White has just run out to D3. From above, at E3, Black drives the chain down to D2 and into the
# wall; from below, at D2, Black drives it out to E3, and it gets away. With the lead of 16 it
# decides the game.
#
#   # # # # # O .
#   # . # . # O O
#   # # # # . . O
#   O O O O # . O
#   # # # O . . O
#   # . # . . O O
#   # # # # . O .
boardsize 7
gogui-setup b A7 b B7 b C7 b D7 b E7 w F7 b A6 b C6 b E6 w F6 w G6 b A5 b B5 b C5 b D5 w G5 w A4 w B4 w C4 w D4 b E4 w G4 b A3 b B3 b C3 w D3 w G3 b A2 b C2 w F2 w G2 b A1 b B1 b C1 b D1 w F1
komi 16
10 reg_genmove black
#? [E3]
