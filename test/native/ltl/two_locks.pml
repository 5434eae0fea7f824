#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit m; int inside;
active [2] proctype member () {
  do :: lock (m); inside = _pid + 1; inside = 0; unlock (m) od
}
