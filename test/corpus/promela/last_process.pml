/* expect: verdict=violation states=10 kinds=assertion */
/* _last is the process that moved last. */
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { (x == 2); assert(_last == 0); (_last == 1); skip; assert(_last == 1) }
