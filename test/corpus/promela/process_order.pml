/* expect: verdict=violation states=34 kinds=assertion */
/* The youngest process ends first; _nr_pr and pids follow. */
byte a, b;
proctype C(byte n) { byte k = n; (a > 0 || n == 2); b = b + k }
init { assert(_nr_pr == 1); byte p, r; p = run C(1); r = run C(2); assert(p == 1 && r == 2 && _nr_pr == 3); (b == 2); a = 1; (_nr_pr == 1); p = run C(4); assert(p == 1); (_nr_pr == 1); assert(b == 7) }
