/* Paper 1 (Flanagan and Godefroid, POPL 2005), Fig. 7: N threads allocate a
 * block each to an inode, under locks. Conflicts begin with the 14th thread. */
#ifndef N
#define N 14
#endif
#define NUMBLOCKS 26
#define NUMINODE 32

bool locki[NUMINODE], lockb[NUMBLOCKS];
byte inode[NUMINODE];
bool busy[NUMBLOCKS];

#define lock(l) d_step { !l -> l = true }
#define unlock(l) l = false

active [N] proctype worker()
{
  byte i = _pid % NUMINODE, b;
  lock (locki[i]);
  if
  :: inode[i] == 0 ->
     b = (i * 2) % NUMBLOCKS;
     do
     :: lock (lockb[b]);
        if
        :: !busy[b] ->
           busy[b] = true;
           inode[i] = b + 1;
           unlock (lockb[b]);
           break
        :: else
        fi;
        unlock (lockb[b]);
        b = (b + 1) % NUMBLOCKS
     od
  :: else
  fi;
  unlock (locki[i])
}
