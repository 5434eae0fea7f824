/* Peterson's algorithm for four processes (the filter lock): at every level
 * one of those who entered it last has to wait for the others. */
#define N 4

byte level[N];
byte last[N];
byte inside;

active [N] proctype user()
{
  byte i, k;
  do
  :: i = 1;
     do
     :: i < N ->
        level[_pid] = i;
        last[i] = _pid;
        k = 0;
        do
        :: k < N -> (k == _pid || level[k] < i || last[i] != _pid); k++
        :: else -> break
        od;
        i++
     :: else -> break
     od;
     atomic { inside++; assert(inside == 1) };
     inside--;
     level[_pid] = 0
  od
}
