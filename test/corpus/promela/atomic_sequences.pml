/* expect: verdict=ok states=70 kinds=- */
/* Atomic sequences: nobody in between unless blocked; blocked ones are resumed by anybody. */
byte x, y; chan q = [1] of { byte };
active proctype A() { atomic { x = 1; y = 1; q!1; x = 2; q!2; y = 2 } }
active proctype B() { atomic { assert(x == y || len(q) == 1); x = 5; x = x - 1 }; byte v; q?v; assert(v == 1 || v == 2) }
active proctype C() { assert(x != 5); atomic { y = y + 1; y = y - 1 } }
