/* expect: verdict=ok states=3 kinds=-
   found by: seed 27, spin
   difference: 4 states, SPIN stores 3 */
int g1;
active proctype P1()
{
  select (g1 : 1 .. 1)
}
