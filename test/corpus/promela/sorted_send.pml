/* expect: verdict=ok states=14 kinds=- */
/* !! keeps the messages in order, numerically and field by field. */
chan q = [4] of { byte, byte };
active proctype P() { byte a, b; q!!3,1; q!!1,7; q!!2,2; q!!1,3; q?a,b; assert(a == 1 && b == 3); q?a,b; assert(b == 7);
  q?a,b; assert(a == 2); q?a,b; assert(a == 3) }
