/* expect: verdict=ok states=9 kinds=- */
/* A channel sent in a message. */
chan give = [0] of { chan };
chan work = [1] of { byte };
active proctype P() { byte r; give!work; work?r; assert(r == 7) }
active proctype Q() { chan c; give?c; c!7 }
