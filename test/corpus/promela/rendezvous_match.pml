/* expect: verdict=ok states=9 kinds=- */
/* A synchronous receive takes the message only if every field fits; there may be several partners. */
chan c = [0] of { byte, byte }; byte got;
active proctype S() { byte k = 2; c!1,k; c!2,3 }
active proctype A() { byte v; c?1,eval(got + 2); got = 10; end: c?2,v; assert(v == 3) }
active proctype B() { byte v; end: do :: c?2,v -> assert(v == 3) :: c?1,1 -> assert(false) od }
