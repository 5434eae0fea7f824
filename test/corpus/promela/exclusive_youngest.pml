/* expect: verdict=violation states=3 kinds=invalid-end,runtime */
/* The claim of the youngest process counts. */
chan q = [2] of {byte};
active proctype A () { byte x; q!1; q?x }
active proctype B () { xr q; (len (q) == 3) -> skip; end: q?1 }
