/* expect: verdict=ok states=78 kinds=- */
/* Escapes are tried before each statement, the outer one first. */
byte y, x; chan q = [1] of { byte };
active proctype P() { byte v; { { x = 1; q?v; x = 2 } unless { y >= 1 -> x = 5; x = 6 } } unless { q?2 -> x = 8 }; assert(x != 7) }
active proctype Q() { if :: y = 1 :: q!1 :: q!2 fi; y = 2 }
