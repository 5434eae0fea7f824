/* expect: verdict=ok states=4 kinds=- */
/* d_step takes the first executable option. */
byte x, y;
active proctype P() { d_step { x = 1; if :: x == 1 -> y = 1 :: x == 1 -> y = 2 :: else -> y = 3 fi } assert(y == 1) }
