/* expect: verdict=ok states=5 kinds=- */
/* The first name of an mtype declaration has the largest value. */
mtype = { a, b, c };
mtype:fruit = { apple, pear };
active proctype P() { assert(a == 3 && b == 2 && c == 1); mtype:fruit f = apple; assert(f == 2) }
