/* expect: verdict=ok states=9 kinds=- */
/* Arguments are evaluated before the process exists, and truncated to their parameters. */
byte n;
proctype C(byte b; bit f; short s; byte r) { assert(b == 4 && f == 0 && s == -1 && r == 1); n = n + b }
init { assert(_nr_pr == 1); run C(260, 2, 65535, _nr_pr); (_nr_pr == 1); assert(n == 4) }
