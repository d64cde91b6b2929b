# What the program answers whatever its engine is worth, for GoGui's gogui-regress.
10 name
#? [onepure]

# A stone that takes a ko may not be retaken at once.
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
play black D5
20 opr-dead_ends white
#? [C5]
30 query_boardsize
#? [7]
