/* A bounded buffer whose processes do not look twice: broken.
 *
 * A process that was woken goes on at once (an `if`, not a loop). When two
 * consumers are woken for one item, the second takes what is not there.
 *
 *     mazurka check examples/buffer_broken.pml --search=bfs
 */
#define SIZE 2

bool locked;
byte count;                           /* items in the buffer */
bool asleep[4];                       /* processes that wait to be woken */

inline lock ()   { atomic { !locked -> locked = true } }
inline unlock () { locked = false }

/* Gives up the lock and sleeps; comes back with the lock. */
inline wait ()
{
  atomic { asleep[_pid] = true; unlock () };
  !asleep[_pid];
  lock ()
}

inline wake_all ()
{
  d_step { asleep[0] = false; asleep[1] = false; asleep[2] = false; asleep[3] = false }
}

active [2] proctype Producer ()
{
  do
  :: lock ();
     if
     :: count == SIZE -> wait ()
     :: else
     fi;
     count++;
     assert (count <= SIZE);
     wake_all ();
     unlock ()
  od
}

active [2] proctype Consumer ()
{
  do
  :: lock ();
     if
     :: count == 0 -> wait ()
     :: else
     fi;
     assert (count > 0);
     count--;
     wake_all ();
     unlock ()
  od
}
