/* expect: verdict=ok states=12 kinds=- */
/* else beside channel operations: a send with a waiting partner counts, one without does not. */
chan c = [0] of { byte }; byte r;
active proctype S() { do :: c!1 -> r++ :: else -> break od; assert(r <= 2) }
active proctype R() { byte v; c?v; c?v }
