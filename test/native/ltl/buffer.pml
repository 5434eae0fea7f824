#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit m; int count; bit wait0, wait1, wake0, wake1;
active proctype produce () {
  do
  :: lock (m);
     do :: count != 0 -> atomic { m = 0; wait0 = 1 }; atomic { wake0 == 1 -> wake0 = 0; wait0 = 0 }; lock (m) :: else -> break od;
     count = 1;
     if :: wait1 == 1 -> wake1 = 1 :: else fi;
     unlock (m)
  od
}
active proctype consume () {
  do
  :: lock (m);
     do :: count == 0 -> atomic { m = 0; wait1 = 1 }; atomic { wake1 == 1 -> wake1 = 0; wait1 = 0 }; lock (m) :: else -> break od;
     count = 0;
     if :: wait0 == 1 -> wake0 = 1 :: else fi;
     unlock (m)
  od
}
