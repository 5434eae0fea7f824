/* A pipeline that sorts: every cell keeps the smaller of two numbers and hands
 * the larger on, through channels with room for all of them. */
#define N 9

chan pipe[N] = [N] of { byte };

proctype cell(chan in; chan out; byte left)
{
  byte kept, next;
  in?kept;
  do
  :: left > 1 ->
     in?next;
     if
     :: next >= kept -> out!next
     :: next < kept -> out!kept; kept = next
     fi;
     left--
  :: left <= 1 -> break
  od
}

proctype first(chan out)
{
  byte i, x = 3;
  do
  :: i < N -> out!x; x = (x * 5 + 2) % 17; i++
  :: i == N -> break
  od
}

init
{
  byte i = 1;
  atomic {
    run first(pipe[0]);
    do
    :: i < N -> run cell(pipe[i - 1], pipe[i], N + 1 - i); i++
    :: i == N -> break
    od
  }
}
