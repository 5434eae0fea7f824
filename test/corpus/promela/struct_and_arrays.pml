/* expect: verdict=ok states=22 kinds=- */
/* Structures in structures, arrays of them, assignment cell by cell. */
typedef In { byte b[2]; bool f };
typedef Out { In i[2]; short s };
Out o[2];
active proctype P() { byte k; k = 1; o[k].i[k - 1].b[1] = 300; assert(o[1].i[0].b[1] == 44); o[0].s = -1; o[0].i[1].f = 1; assert(o[0].s + o[0].i[1].f == 0) }
active proctype Q() { o[0].i[0].b[0]++ }
