bit q;
active proctype P1() {
L0: if :: skip; goto L0 fi
}
active proctype P2() {
L0: if :: skip; goto L0 :: skip; goto L1 fi;
L1: if :: q = 1; goto L2 fi;
L2: if :: skip; goto L1 fi
}
ltl f { <> (q == 1) }
