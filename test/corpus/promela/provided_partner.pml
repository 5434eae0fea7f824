/* expect: verdict=ok states=28 kinds=- */
/* A rendezvous needs the provided clauses of both partners. */
chan c = [0] of { byte }; byte go, x;
active proctype S() provided (go < 2) { c!1; x = 1; c!2 }
active proctype R() provided (go > 0) { byte v; c?v; assert(go > 0); c?v }
active proctype T() { (x == 0); go = 1; go = 2; go = 1 }
