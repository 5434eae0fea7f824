/* expect: verdict=ok states=17 kinds=- */
/* !! compares field by field: equal first fields leave it to the second. */
chan q = [5] of { byte, byte }; byte n;
active proctype P() { byte a, b; q!!1,3; q!!1,7; q!!1,5; q!!0,9; q!!2,0; q?a,b; assert(a == 0 && b == 9); q?a,b; assert(a == 1 && b == 3);
  q?a,b; assert(a == 1 && b == 5); q?a,b; assert(b == 7); q?a,b; assert(a == 2) }
