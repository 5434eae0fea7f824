/* expect: verdict=violation states=49 kinds=invalid-end,runtime */
/* xr and xs: using a claimed channel is an error. */
chan q = [2] of { byte };
active proctype R() { xr q; byte v; q?v; q?v }
active proctype S() { xs q; q!1 }
active proctype T() { byte v; q!2; if :: nempty(q) -> q?v :: empty(q) -> skip fi }
