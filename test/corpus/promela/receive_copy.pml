/* expect: verdict=ok states=12 kinds=- */
/* ?<> and [] leave the message where it is. */
chan q = [2] of { byte, bool }; byte a; bool f;
active proctype P() { q!5,1; q!6,0; q?<a,f>; assert(a == 5 && f && len(q) == 2); q??<6,f>; assert(!f && len(q) == 2); q??[6,0]; q?a,f; q?a,f; assert(a == 6) }
