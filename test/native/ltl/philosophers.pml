#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit f0, f1, f2, table; int eats;
inline eat (who, first, second) {
  do :: lock (first); lock (second); lock (table); eats = who; eats = 0; unlock (table); unlock (second); unlock (first) od
}
active proctype one () { eat (1, f0, f1) }
active proctype two () { eat (2, f1, f2) }
active proctype three () { eat (3, f0, f2) }
