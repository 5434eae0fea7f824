/* Dining philosophers, the last of whom is left-handed: no deadlock. */
#define N 9

bool fork[N];
byte meals;

active [N] proctype philosopher()
{
  byte lower = _pid, upper = (_pid + 1) % N;
  if
  :: _pid == N - 1 -> lower = 0; upper = N - 1
  :: else
  fi;
  do
  :: atomic { !fork[lower] -> fork[lower] = true };
     atomic { !fork[upper] -> fork[upper] = true };
     meals = (meals + 1) % 2;
     fork[upper] = false;
     fork[lower] = false
  od
}
