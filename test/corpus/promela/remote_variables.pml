/* expect: verdict=violation states=17 kinds=invalid-end */
/* Remote references name one process by its pid. */
active [2] proctype P() { byte v; v = _pid + 1; L: v = v + 10; end: (false) }
active proctype Q() { atomic { (P[1]@L) -> assert(P[1]:v == 2) }; atomic { (P[0]:v == 11) -> assert(!P[0]@L) }; end: (P[1]:v == 13) }
