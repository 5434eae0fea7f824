/* expect: verdict=ok states=7 kinds=-
   found by: seed 20160, spin
   difference: 10 states, SPIN stores 7 */
typedef Inner { bool a; byte b[2] };
typedef Rec { byte x; short y; Inner z };
Rec rec[2];
hidden byte scratch;
active proctype P1()
{
  scratch = rec[0].z.b[0]
}
active proctype P3()
{
  rec[0].z.b[0] = 1
}
