/* expect: verdict=ok states=20 kinds=- */
/* timeout becomes executable when nothing else is, and only then. */
byte x; chan q = [1] of { byte };
active proctype A() { do :: x < 2 -> x++ :: timeout -> break od; assert(x >= 2); q!x }
active proctype B() { byte v; if :: q?v :: timeout -> v = 9 fi; assert(v != 9 || x == 2) }
