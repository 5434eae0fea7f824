active proctype P0() {
Here: skip
}
active proctype P1() {
L0: if :: skip; goto L1 fi;
L1: if :: skip; goto L0 fi
}
ltl f { !<> (P0@Here && X !P0@Here) }
