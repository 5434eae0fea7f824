/* expect: verdict=ok states=21 kinds=- */
/* Every type keeps so many bits, signed or not. */
bit b; bool o; byte y; short s; int i; unsigned u : 5; unsigned w : 12; pid p; mtype = { one, two };
mtype m;
active proctype P() { byte l; short t; unsigned v : 9; int k;
  b = 3; o = 2; y = 256 + 7; s = 40000; i = 2147483647; u = 40; w = 4097; p = 260; m = 257; l = -1; t = -1; v = 513; k = -5;
  assert(b == 1 && o == 0 && y == 7 && s == -25536 && u == 8 && w == 1 && p == 4 && m == 1 && l == 255 && t == -1 && v == 1);
  i++; assert(i < 0); i--; assert(i == 2147483647); assert(k / 2 == -2 && k % 3 == -2 && k >> 1 == -3 && (k & 7) == 3 && ~k == 4 && -k == 5) }
