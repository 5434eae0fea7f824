/* expect: verdict=ok states=8 kinds=- */
/* An escape takes a message before the statement that it guards. */
chan c = [0] of { byte }; chan d = [0] of { byte }; byte x;
active proctype S() { c!1; d!2 }
active proctype R() { byte v; { c?v; x = 1; d?v; x = 2 } unless { c?v -> x = 10; d?v; x = 11 }; assert(x == 11) }
