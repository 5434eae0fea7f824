#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit a, b, one, both, finished, ended;
active proctype other () { lock (b); lock (a); unlock (a); unlock (b); ended = 1 }
active proctype start () { lock (a); one = 1; lock (b); both = 1; unlock (b); unlock (a); ended == 1; finished = 1 }
