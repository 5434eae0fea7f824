/* Paper 1 (Flanagan and Godefroid, POPL 2005), Fig. 1: N threads insert four
 * messages each into a shared hash table; a compare-and-swap is one step.
 * Collisions begin with the 12th thread. */
#ifndef N
#define N 12
#endif
#define SIZE 128
#define MAX 4

byte table[SIZE];

active [N] proctype worker()
{
  byte m = 1, w, h;
  do
  :: m <= MAX ->
     d_step { w = m * 11 + _pid; h = (w * 7) % SIZE };
     do
     :: d_step { table[h] == 0 -> table[h] = w }; break
     :: else -> h = (h + 1) % SIZE
     od;
     d_step { m++; w = 0; h = 0 }
  :: else -> break
  od
}
