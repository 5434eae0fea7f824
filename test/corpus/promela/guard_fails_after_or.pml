/* expect: verdict=violation states=5 kinds=runtime */
/* The message keeps the division from being computed: the send must not come first always. */
byte x; chan q = [1] of {byte};
active proctype P () { q ! 1 }
active proctype Q () { q ? [1] || 2 / x == 1 }
