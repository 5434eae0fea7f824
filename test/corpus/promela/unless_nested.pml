/* expect: verdict=violation states=29 kinds=invalid-end */
/* An escape is tried before every statement; the outer one comes first. */
byte x, y;
active proctype P() { { { x = 1; x = 2; x = 3 } unless { y == 1 -> x = 10; x = 11 } } unless { y == 2 -> x = 20 } }
active proctype Q() { y = 1; y = 2 }
active proctype R() { (x == 11); (x == 20); assert(false) }
