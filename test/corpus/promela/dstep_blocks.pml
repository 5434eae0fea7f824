/* expect: verdict=ok states=8 kinds=- */
/* Blocking on the guard of a d_step is no error. */
byte x;
active proctype P() { d_step { (x == 1) -> x = 2; x = 3 } }
active proctype Q() { x = 1; assert(x != 2) }
