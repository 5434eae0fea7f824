/* expect: verdict=ok states=16 kinds=- */
/* Late declarations; a loop that declares; blocks beside each other. */
byte g;
active proctype P() { g = 2; byte a = g + 1; assert(a == 3 || a == 1); do :: g < 4 -> { byte t = 5; t++; g++ } :: else -> break od; { byte t = 1; g = t } }
