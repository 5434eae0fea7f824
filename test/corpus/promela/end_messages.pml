/* expect: verdict=violation states=8 kinds=invalid-end options=--ends=empty */
/* Processes at their end with messages left are no error unless it is asked for. */
chan q = [2] of { byte };
active proctype S() { q!1; q!2 }
active proctype R() { byte v; q?v }
