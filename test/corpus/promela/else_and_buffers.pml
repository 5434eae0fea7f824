/* expect: verdict=ok states=163 kinds=- */
/* else is executable only if no other option is. */
chan q = [1] of { byte }; byte x;
active proctype P() { byte v; do :: x < 3 -> x++ :: x == 1 -> x = 2 :: q?v -> x = v :: else -> break od; assert(x == 3) }
active proctype Q() { if :: q!1 -> skip :: else -> assert(false) fi; if :: q!2 :: full(q) -> skip fi }
