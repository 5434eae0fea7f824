/* expect: verdict=ok states=7 kinds=- */
/* A trace that names sends is not asked about receives. */
chan q = [1] of {byte};
trace { do :: q!1 od }
active proctype A () { q!1; q!1 }
active proctype B () { q?1; q?1 }
