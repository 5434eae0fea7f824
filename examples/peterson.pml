/* Peterson's mutual exclusion for two processes: correct.
 *
 * Each process says that it wants to enter, then lets the other one go first
 * if both want to. `inside` counts the processes in the critical section.
 *
 *     mazurka check examples/peterson.pml
 */
bool want[2];
byte turn, inside;

active [2] proctype P ()
{
  pid me = _pid, other = 1 - _pid;

  do
  :: want[me] = true;
     turn = other;
     !want[other] || turn == me;      /* wait here */

     inside++;                        /* critical section */
     assert (inside == 1);
     inside--;

     want[me] = false
  od
}
