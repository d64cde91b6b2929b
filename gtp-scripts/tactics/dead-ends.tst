# Black takes a ko at C5. Retaking it at once is a dead end, as is a lone stone in one of Black's
# eyes; and White's own eyes are worth more than a move. So White abstains.
#
#   # O . O .
#   # # O O O
#   . # O O .
#   # # # O O
#   . # # O O
boardsize 5
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
gogui-setup b C6 w D6 b B5 w C5 w E5 b C4 w D4
komi 0
play black D5
30 opr-dead_ends white
#? [C5]
40 reg_genmove white
#? [!C5]
