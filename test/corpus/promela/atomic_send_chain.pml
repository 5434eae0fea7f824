/* expect: verdict=violation states=66 kinds=assertion */
/* A chain of atomic rendezvous hands control on. */
chan a = [0] of { byte }; chan b = [0] of { byte }; byte n;
active proctype P() { atomic { n = 1; a!1; assert(n == 4); n = 5 } }
active proctype Q() { byte v; atomic { a?v; n = 2; b!v; n = 6 } }
active proctype R() { byte v; atomic { b?v; n = 3; n = 4 } }
active proctype W() { byte k; do :: k = n; assert(k != 2 && k != 3); if :: k >= 4 -> break :: else fi od }
