/* expect: verdict=violation states=4 kinds=runtime */
/* Dividing by zero is an error. */
byte x = 1, y;
active proctype P() { y = 4 / x; y = 5 % x; x = 0; y = 4 / x; assert(false) }
