/* expect: verdict=ok states=61 kinds=- */
/* Jumps into and out of atomic sequences. */
byte x;
active proctype P() { goto in; atomic { x = 1; in: x++; x++; if :: x < 5 -> goto out :: else fi; x = 9 } out: x++; if :: x < 5 -> goto in :: else fi }
active proctype Q() { byte seen; seen = x; assert(seen != 1) }
