/* expect: verdict=ok states=15 kinds=- */
/* Values are truncated to their type, message fields too. */
byte b = 255; bit t = 1; short s = 32767; unsigned u : 3 = 7;
chan q = [2] of { bit, byte };
active proctype P() { bit f; byte g; b++; assert(b == 0); t = 2; assert(t == 0); s++; assert(s == -32768); u++; assert(u == 0);
  q!3,300; q?f,g; assert(f == 1 && g == 44); b--; assert(b == 255) }
