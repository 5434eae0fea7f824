/* A bounded buffer with a lock and condition variables: correct.
 *
 * Producers wait while the buffer is full, consumers while it is empty. A
 * process that was woken looks again (a loop, not an `if`): another one may
 * have been faster.
 *
 *     mazurka check examples/buffer.pml
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
     do
     :: count == SIZE -> wait ()
     :: else -> break
     od;
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
     do
     :: count == 0 -> wait ()
     :: else -> break
     od;
     assert (count > 0);
     count--;
     wake_all ();
     unlock ()
  od
}
