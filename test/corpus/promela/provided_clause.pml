/* expect: verdict=ok states=9 kinds=- */
/* A process runs only while its provided clause holds. */
byte turn, x;
active proctype P() provided (turn == 0) { x = 1; turn = 1; assert(x == 2); turn = 1 }
active proctype Q() provided (turn == 1) { x = 2; turn = 0; x = 3 }
