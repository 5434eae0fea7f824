/* expect: verdict=ok states=24 kinds=- */
/* ? waits while the oldest message does not match, even if a later one does. */
chan q = [3] of { byte }; byte x;
active proctype S() { q!1; q!2; q!3 }
active proctype A() { do :: q?2 -> x = x + 2; break od }
active proctype B() { q?1; x++; (x == 3); q?3 }
