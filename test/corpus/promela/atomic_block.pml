/* expect: verdict=violation states=26 kinds=assertion */
/* A blocked atomic gives up control and goes on atomically when it resumes. */
byte x, y;
active proctype P() { atomic { x++; (y > 0); x++; y = 0; x++ } assert(x == 3) }
active proctype Q() { y = 1; y = 2; assert(y != 2 || x == 1) }
