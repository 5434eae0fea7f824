/* expect: verdict=ok states=8 kinds=-
   found by: seed 1159, spin
   difference: 6 states, SPIN stores 8 */
proctype D0() priority 2
{
  skip
}
init
{
  run D0();
  skip
}
