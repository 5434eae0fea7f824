/* expect: verdict=violation states=26 kinds=assertion */
/* A field is compared with a constant, with eval, with both; what differs blocks. */
chan q = [2] of { byte, byte, byte }; byte y = 4, x;
active proctype S() { q!1,4,7; q!1,4,8; q!1,5,7 }
active proctype R() { q?1,eval(y),x; assert(x == 7); q?1,eval(y),8; y = 5; q?eval(y - 4),eval(y),eval(x); assert(empty(q)) }
active proctype W() { byte b; do :: q?[1,5,_] -> break :: timeout -> assert(false) od }
