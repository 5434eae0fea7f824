/* expect: verdict=ok states=9 kinds=- */
/* A trace automaton follows the events on its channels. */
chan q = [1] of { byte };
trace { do :: q!1; q?1 :: q!2; q?2 od }
active proctype S() { q!1; q!2; q!2 }
active proctype R() { byte v; q?v; q?v; q?v }
