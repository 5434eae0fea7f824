/* expect: verdict=violation states=19 kinds=runtime */
/* y == 1 stays false, but what Q writes makes the condition before it fail: P must not go on without Q. */
byte x; bit y; byte a[2];
active proctype P () { byte l; if :: a[x] == 0 && y == 1 -> skip :: l = 1 fi }
active proctype Q () { x = 5 }
active proctype R () { if :: y == 0 -> skip :: y == 1 -> y = 0 fi }
