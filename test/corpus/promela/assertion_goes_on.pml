/* expect: verdict=violation states=19 kinds=assertion,runtime */
/* A failed assertion does not end its execution: what comes after is seen too. */
byte x; byte a[2];
active proctype P() { assert(x == 0); x = 3; assert(x == 1); a[x] = 1 }
active proctype Q() { x = 1 }
