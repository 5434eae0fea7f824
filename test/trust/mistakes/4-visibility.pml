bit p, q;
active proctype P0() {
  p = 1
}
active proctype P1() {
  q = 1
}
ltl f { [] (p <= q) }
