/* expect: verdict=violation states=35 kinds=assertion */
/* Processes die youngest first; pids are used again. */
byte last;
proctype C() { skip }
init { byte a, b; a = run C(); b = run C(); (_nr_pr == 1); last = run C(); assert(last == 1); assert(a == 1 && b == 2) }
