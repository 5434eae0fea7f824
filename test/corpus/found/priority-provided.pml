/* expect: verdict=violation states=2 kinds=invalid-end
   found by: seed 9000981, spin
   difference: 1 states, SPIN stores 2 */
active proctype P0()
{
  skip
}
active proctype P1() priority 2 provided (0)
{
  skip
}
