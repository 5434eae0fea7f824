/* expect: verdict=violation states=31 kinds=assertion */
/* for over a range and an array; select chooses any value of its range. */
byte a[3]; byte sum;
active proctype P() { byte i; for (i : 0 .. 2) { a[i] = i } for (i in a) { sum = sum + a[i] } assert(sum == 3); select (i : 1 .. 3); assert(i != 2) }
