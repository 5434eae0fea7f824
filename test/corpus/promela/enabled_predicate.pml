/* expect: verdict=ok states=18 kinds=- */
/* enabled(pid) says whether the process could take a step. */
chan q = [1] of { byte }; byte x;
active proctype A() { (x == 1); q!1; q!2; x = 3 }
active proctype B() { assert(!enabled(0)); x = 1; assert(enabled(0) || len(q) == 1 || x == 3); if :: len(q) == 1 -> assert(!enabled(0)) :: x == 3 fi; q?1; q?2 }
