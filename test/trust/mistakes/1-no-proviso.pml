bit p;
active proctype P0() {
L0: if :: skip; goto L1 fi;
L1: if :: skip; goto L0 fi
}
active proctype P1() {
  p = 1
}
ltl f { [] (p == 0) }
