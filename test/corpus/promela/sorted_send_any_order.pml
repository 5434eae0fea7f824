/* expect: verdict=ok states=38 kinds=- */
/* Two senders into a sorted channel: whatever the order of sending, the smallest comes first. */
chan q = [4] of { byte, byte }; byte done;
active proctype A() { q!!2,1; q!!1,2; done++ }
active proctype B() { q!!1,1; q!!2,2; done++ }
active proctype C() { byte a, b, i; (done == 2); for (i : 1 .. 4) { q?a,b; assert(a == (i + 1) / 2 && b == 2 - i % 2) } }
