/* Dining philosophers, the last of whom takes the right fork first: correct.
 *
 * Forks are then always taken in the order of their numbers, so there is no
 * circle of philosophers who wait for each other.
 *
 *     mazurka check examples/philosophers_fixed.pml
 */
#ifndef N
#define N 3
#endif

bool taken[N];                        /* the forks */

active [N] proctype Philosopher ()
{
  byte first = _pid, second = (_pid + 1) % N;

  if
  :: _pid == N - 1 -> first = 0; second = N - 1
  :: else
  fi;

  do
  :: atomic { !taken[first] -> taken[first] = true };
     atomic { !taken[second] -> taken[second] = true };
     skip;                            /* eat */
     taken[second] = false;
     taken[first] = false
  od
}
