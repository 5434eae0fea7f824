/* expect: verdict=violation states=21 kinds=invalid-end */
/* Room in channels: exactly as many messages as they have slots. */
chan q = [2] of { byte }; byte n;
active proctype S() { byte i; for (i : 1 .. 4) { atomic { nfull(q) -> q!i; assert(nempty(q)); n++ } } }
active proctype R() { byte v; do :: atomic { full(q) -> assert(len(q) == 2); q?v; q?v; assert(empty(q)); n = n - 2 } :: empty(q) && n == 0 && _nr_pr == 1 -> break :: atomic { nempty(q) && nfull(q) -> assert(len(q) == 1) } od }
