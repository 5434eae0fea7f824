/* expect: verdict=violation states=13 kinds=invalid-end */
/* First match anywhere, copies, constants, eval, and what does not match. */
chan q = [3] of { byte, byte };
byte x, y = 2;
active proctype P() { q!1,1; q!2,5; q!!0,9; q??2,x; assert(x == 5); q?<0,x>; assert(x == 9 && len(q) == 2);
  if :: q?[1,_] -> assert(false) :: q?[0,_] -> skip fi; q??eval(y - 1),x; assert(x == 1); assert(len(q) == 1); q?y,eval(x + 7) }
