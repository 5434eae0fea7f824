/* expect: verdict=ok states=20 kinds=- */
/* Processes of equal priority take turns as they like; one that is blocked hides nobody. */
byte x, y;
active proctype A() priority 5 { x++; (y > 0); x++ }
active proctype B() priority 5 { x++; (y > 0); assert(x <= 4); x++ }
active proctype C() priority 3 { assert(x == 2); y = 1 }
