/* expect: verdict=ok states=12 kinds=- */
/* A message is truncated to the types of its channel on the way, also through a rendezvous. */
chan c = [0] of { bit, byte, short }; chan q = [1] of { bit, byte, short };
int i; byte n;
active proctype S() { c!2,257,65535; q!3,-1,40000 }
active proctype R() { int a, b, d; c?a,b,d; assert(a == 0 && b == 1 && d == -1); q?a,b,d; assert(a == 1 && b == 255 && d == -25536); n = 1 }
active proctype E() { int v; do :: c?0,v,-2 -> assert(false) :: (n == 1) -> break od }
