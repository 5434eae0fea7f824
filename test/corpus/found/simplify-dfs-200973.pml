/* expect: verdict=ok states=2 kinds=-
   found by: seed 200973, simplify-dfs
   difference: 3 states, expected at most 2 */
byte g1;
proctype D0()
{
  L5:
  atomic {
    skip;
    g1;
    goto L5
  }
}
init
{
  g1 = run D0()
}
