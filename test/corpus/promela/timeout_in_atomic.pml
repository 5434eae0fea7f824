/* expect: verdict=violation states=10 kinds=assertion */
/* timeout is true when nothing else is executable, also while another process
 * is blocked inside an atomic. */
byte x, y;
active proctype P() { atomic { x = 1; (y == 1); x = 2 } }
active proctype Q() { timeout -> y = 1; (x == 2); timeout; assert(false) }
