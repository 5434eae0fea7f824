/* expect: verdict=violation states=9 kinds=runtime */
/* An index outside its array is an error in a guard too. */
byte a[2]; byte i = 1;
active proctype P() { a[i] == 0; i++; if :: a[i] == 7 -> skip :: i == 5 -> skip fi; assert(false) }
active proctype Q() { byte k; k = a[i % 2] }
