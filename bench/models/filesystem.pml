/* C. Flanagan, P. Godefroid, POPL 2005, Fig. 7: N threads allocate a block each
 * to an inode, under locks. What a lock protects is used in the step that takes
 * the lock, as it is in their runs: no other thread can look at it before the
 * lock is given back. Conflicts begin with the 14th thread. */
#ifndef N
#define N 14
#endif
#define NUMBLOCKS 26
#define NUMINODE 32

bool locki[NUMINODE], lockb[NUMBLOCKS];
byte inode[NUMINODE];
bool busy[NUMBLOCKS];

active [N] proctype worker()
{
  byte i = _pid % NUMINODE, b = (i * 2) % NUMBLOCKS;
  bool found;
  atomic {
    !locki[i] -> locki[i] = true;
    if :: inode[i] == 0 :: else -> goto out fi
  };
  do
  :: d_step {
       !lockb[b] -> lockb[b] = true;
       if :: !busy[b] -> busy[b] = true; inode[i] = b + 1; found = true :: else fi
     };
     atomic { lockb[b] = false; if :: found -> break :: else -> b = (b + 1) % NUMBLOCKS fi }
  od;
out:
  locki[i] = false
}
