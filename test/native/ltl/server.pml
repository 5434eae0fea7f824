#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit m; int asked, served; bit waiting, woken;
active proctype server () {
  do
  :: lock (m);
     do
     :: asked == 0 -> atomic { m = 0; waiting = 1 }; atomic { woken == 1 -> woken = 0; waiting = 0 }; lock (m)
     :: else -> break
     od;
     served = 1; asked = 0; unlock (m)
  od
}
active proctype client () {
  lock (m); asked = 1;
  if :: waiting == 1 -> woken = 1 :: else fi;
  unlock (m);
  do :: lock (m); unlock (m) od
}
