/* expect: verdict=ok states=20 kinds=- */
/* Control goes to the receiver; atomicity passes on only if it is atomic too. */
chan c = [0] of { byte };
byte x, y, z;
active proctype P() { atomic { x = 1; c!1; x = 2; x = 3 } }
active proctype Q() { byte v; atomic { c?v; y = 1; y = 2 } }
active proctype R() { if :: x == 1 && y == 0 -> z = 1 :: x == 1 && y == 2 -> z = 2 :: x == 3 -> z = 3 fi; assert(z != 1) }
