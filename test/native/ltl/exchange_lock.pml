int taken, inside;
active [2] proctype member () {
  do
  :: do :: atomic { taken == 0 -> taken = 1 }; break :: taken == 1 od;
     inside = _pid + 1; inside = 0; taken = 0
  od
}
