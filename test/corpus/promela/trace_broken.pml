/* expect: verdict=violation states=9 kinds=assertion */
/* An event that a trace automaton does not know is an error. */
chan q = [2] of { byte };
trace { do :: q!1; q?1 od }
active proctype S() { q!1; q!1 }
active proctype R() { byte v; q?v; q?v }
