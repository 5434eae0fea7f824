/* C. Flanagan, P. Godefroid, POPL 2005, Fig. 1: N threads insert four messages
 * each into a shared hash table. A compare-and-swap, with what the thread then
 * computes for itself, is one step. Collisions begin with the 12th thread. */
#ifndef N
#define N 12
#endif
#define SIZE 128
#define MAX 4
#define message(m) ((m) * 11 + _pid)
#define hash(w) (((w) * 7) % SIZE)

byte table[SIZE];

active [N] proctype worker()
{
  byte m = 1, h = hash(message(1));
  do
  :: atomic {
       table[h] == 0 -> table[h] = message(m);
       m++;
       if :: m > MAX -> break :: else -> h = hash(message(m)) fi
     }
  :: else -> h = (h + 1) % SIZE
  od
}
