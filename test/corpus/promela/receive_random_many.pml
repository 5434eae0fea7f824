/* expect: verdict=ok states=17 kinds=- */
/* ?? takes the first message that matches, ? only the oldest. */
chan q = [4] of { byte, byte }; byte v;
active proctype S() { q!1,10; q!2,20; q!1,30; q!3,40 }
active proctype R() { (len(q) == 4); q??3,v; assert(v == 40); q??1,v; assert(v == 10); if :: q?1,v -> assert(false) :: q?2,v -> assert(v == 20) fi; q??[1,30]; q?1,v; assert(empty(q)) }
