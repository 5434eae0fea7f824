/* expect: verdict=violation states=139 kinds=assertion */
/* run as a value, parameters by value, channels as parameters. */
chan q[2] = [1] of { byte };
byte got;
proctype W(byte n; chan c) { n = n * 2; c!n }
init { pid p; p = run W(3, q[1]); assert(p == 1); atomic { run W(4, q[0]); run W(5, q[0]) } q[1]?got; assert(got == 6); q[0]?got; assert(got == 8) }
