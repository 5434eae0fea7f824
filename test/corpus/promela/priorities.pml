/* expect: verdict=ok states=51 kinds=- */
/* Only the enabled processes of highest priority run. */
byte x, y;
active proctype L() priority 1 { x = 1; x = 2; assert(y == 3) }
active proctype M() priority 2 { y = 1; (x == 0); y = 2; set_priority(_pid, 3); assert(get_priority(_pid) == 3); y = 3 }
active proctype N() priority 2 { byte k; k = y; k = x; assert(x == 0) }
