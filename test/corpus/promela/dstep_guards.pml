/* expect: verdict=ok states=15 kinds=- */
/* Of several guards of a d_step the first executable one is taken. */
byte x, y;
active proctype P() { d_step { if :: x == 0 -> y = 1 :: x <= 1 -> y = 2 :: x <= 1 -> y = 3 :: else -> y = 4 fi; y = y + 10 }; assert(y == 11 || y == 12) }
active proctype Q() { x = 1 }
