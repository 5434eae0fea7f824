/* expect: verdict=violation states=5 kinds=invalid-end */
/* A process that waits outside of an end label is an invalid end state. */
chan q = [1] of { byte };
active proctype S() { byte x; q?x; q?x }
active proctype C() { q!1 }
