/* expect: verdict=ok states=25 kinds=- options=--lossy */
/* A send to a full channel loses its message: it depends on what was received before. */
chan q = [1] of { byte };
active proctype S () { q!1; q!2; q!3 }
active proctype R () { byte v, w; q?v; if :: q?w -> assert (w == 2 || w == 3) :: timeout -> skip fi }
