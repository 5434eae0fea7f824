/* expect: verdict=ok states=17 kinds=- */
/* Inside a d_step the first executable option is taken, each time. */
byte x, y;
active proctype P() { d_step { x = 2; do :: x > 0 -> x--; y++ :: x > 1 -> x = 0; y = 100 :: else -> break od; if :: y == 2 -> y = 3 :: y > 0 -> y = 50 fi }; assert(y == 3) }
active proctype Q() { byte k; k = y; assert(k == 0 || k == 3) }
