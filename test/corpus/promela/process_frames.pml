/* expect: verdict=ok states=35 kinds=- */
/* A new process begins with its own initial values, whoever was there before. */
byte n;
proctype C(byte v) { byte x; short y = 7; chan q = [1] of { byte }; assert(x == 0 && y == 7 && len(q) == 0); x = v; y = v; q!v; n++ }
init { byte i; for (i : 1 .. 3) { run C(i); (_nr_pr == 1) } assert(n == 3) }
