bit p;
active proctype P0() {
L0: if :: skip; goto L1 fi;
L1: if :: skip; goto L0 fi
}
active proctype P1() {
L0: if :: p = 1; goto L1 fi;
L1: if :: p = 0; goto L0 fi
}
ltl f { ! []<> (p == 1) }
