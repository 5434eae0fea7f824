/* Dining philosophers who all take the left fork first: they can starve.
 *
 * When every philosopher holds one fork, nobody can take the second. No
 * assertion is needed to see that: no process can go on, and none has ended.
 *
 *     mazurka check examples/philosophers.pml
 *     mazurka check examples/philosophers.pml --define=-DN=5 --search=bfs
 */
#ifndef N
#define N 3
#endif

bool taken[N];                        /* the forks */

active [N] proctype Philosopher ()
{
  byte left = _pid, right = (_pid + 1) % N;

  do
  :: atomic { !taken[left] -> taken[left] = true };
     atomic { !taken[right] -> taken[right] = true };
     skip;                            /* eat */
     taken[right] = false;
     taken[left] = false
  od
}
