/* expect: verdict=ok states=9 kinds=- */
/* len, empty, full and else beside them. */
chan q = [2] of { byte };
active proctype P() { assert(empty(q)); q!1; assert(nempty(q)); assert(nfull(q)); q!2; assert(full(q) && len(q) == 2); if :: nfull(q) -> assert(false) :: else fi }
