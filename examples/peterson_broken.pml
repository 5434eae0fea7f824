/* Peterson's mutual exclusion with two lines swapped: broken.
 *
 * The process gives way before it says that it wants to enter, so the other
 * one may see no wish, enter, and be joined by the first.
 *
 *     mazurka check examples/peterson_broken.pml
 */
bool want[2];
byte turn, inside;

active [2] proctype P ()
{
  pid me = _pid, other = 1 - _pid;

  do
  :: turn = other;
     want[me] = true;
     !want[other] || turn == me;      /* wait here */

     inside++;                        /* critical section */
     assert (inside == 1);
     inside--;

     want[me] = false
  od
}
