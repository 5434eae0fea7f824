#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit a, b, got, stuck, ended;
inline take (first, second) {
  do
  :: lock (first);
     if :: atomic { second == 0 -> second = 1 }; break :: second == 1 fi;
     unlock (first)
  od;
  got = 1; unlock (second); unlock (first)
}
active proctype other () { take (b, a); ended = 1 }
active proctype start () { take (a, b); ended == 1; stuck = 0 }
