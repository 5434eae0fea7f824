/* expect: verdict=violation states=31 kinds=runtime */
/* An index outside its array is an error, the last one inside is not. */
byte a[3]; byte i;
active proctype P() { do :: i < 2 -> i++; a[i] = i :: i > 0 -> i--; assert(a[i + 1] > 0) :: a[2] == 2 -> break od; a[i] = 1; i = 3; a[i] = 1; assert(false) }
