/* expect: verdict=ok states=3 kinds=-
   found by: seed 15, spin
   difference: crash on a named mtype */
mtype:fruit = { Apple, Pear };
active proctype P0()
{
  skip
}
