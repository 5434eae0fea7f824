/* expect: verdict=ok states=7 kinds=- */
/* A process may use what it claims. */
chan q = [1] of {byte};
active proctype A () { xs q; q!1; q!2 }
active proctype B () { byte x; xr q; q?x; q?x }
