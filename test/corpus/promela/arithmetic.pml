/* expect: verdict=ok states=9 kinds=- */
/* Operators: precedence, sign, short circuits, conditions. */
byte a[3]; int x; byte i = 5;
active proctype P() { x = -7; assert(x / 2 == -3 && x % 2 == -1 && (x >> 1) == -4 && (x << 2) == -28 && (x ^ 3) == -6 && (x | 8) == -7 && (1 << 4) == 16);
  assert(!(i < 3 && a[i] == 1)); assert(i > 3 || a[i] == 0); x = (i > 3 -> i : a[i]); assert(x == 5); assert((x >= 5) && (x <= 5) && !(x != 5) && !(x > 5) && !(x < 5)) }
