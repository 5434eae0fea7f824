/* A readers-writer lock: writers exclude everybody, readers only writers. */
byte readers, writers; bool writing;

active [2] proctype Reader () {
  do
  :: atomic { !writing -> readers++ };
     assert (writers == 0);
     readers--
  od
}

active [2] proctype Writer () {
  do
  :: atomic { !writing && readers == 0 -> writing = true };
     writers++; assert (writers == 1 && readers == 0); writers--;
     writing = false
  od
}
