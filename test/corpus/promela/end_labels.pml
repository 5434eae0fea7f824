/* expect: verdict=ok states=4 kinds=- */
/* Valid end states: at the end, or at an end label. */
chan q = [0] of { byte };
active proctype S() { byte x; end: do :: q?x od }
active proctype C() { q!1; q!2 }
