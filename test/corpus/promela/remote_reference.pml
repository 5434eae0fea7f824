/* expect: verdict=violation states=14 kinds=assertion,invalid-end */
/* Labels and variables of other processes. */
active proctype P() { byte v = 1; v = 2; L: v = 3; v = 4 }
active proctype Q() { (P[0]@L) -> assert(P[0]:v == 2) }
