/* expect: verdict=violation states=6 kinds=runtime */
/* Every channel of a list is claimed, and an end label behind a selection counts. */
chan q = [2] of {byte}, r = [2] of {byte};
active proctype A () { byte x; r!1; r?x }
active proctype B () { xr q, r; if :: true :: true fi; end: q?1 }
