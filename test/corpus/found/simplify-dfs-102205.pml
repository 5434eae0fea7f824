/* expect: verdict=violation states=8 kinds=invalid-end
   found by: seed 102205, simplify-dfs
   difference: findings ['runtime'], expected ['invalid-end'] */
active proctype P0()
{
  byte v2;
  v2 = enabled(1)
}
active proctype P1()
{
  enabled(0)
}
