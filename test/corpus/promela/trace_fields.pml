/* expect: verdict=violation states=4 kinds=assertion */
/* Every field of an event must fit, not the first one only. */
chan q = [2] of {byte, byte};
trace { q!1,2; q!1,3 }
active proctype A () { q!1,2; q!1,4 }
