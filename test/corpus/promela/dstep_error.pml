/* expect: verdict=violation states=4 kinds=runtime */
/* A d_step that blocks after its first statement is an error. */
byte x;
active proctype P() { d_step { x = 1; (x == 2); x = 3 } }
active proctype Q() { byte k; k = x; assert(k == 0) }
