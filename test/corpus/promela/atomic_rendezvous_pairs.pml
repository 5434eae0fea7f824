/* expect: verdict=violation states=51 kinds=invalid-end */
/* Control in a rendezvous goes to the receiver: it stays atomic only if it is there. */
chan c = [0] of { byte }; byte s, r, seen;
active proctype S() { atomic { s = 1; c!1; s = 2; s = 3 } }
active proctype R() { byte v; do :: atomic { c?v; r = 1; r = 2 } :: c?v -> r = 3; r = 4 :: break od }
active proctype W() { if :: (r == 1) -> assert(false) :: (s == 2) -> seen = 1 :: (r == 3) -> seen = 2 :: (s == 1 && r == 2) -> seen = 3 fi }
