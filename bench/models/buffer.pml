/* A bounded buffer as a ring, with a lock and two conditions: three producers,
 * two consumers. */
#define SIZE 3
#define KINDS 3

byte slot[SIZE];
byte head, tail, count;
bool lock;

inline acquire() { atomic { !lock -> lock = true } }
inline release() { lock = false }

active [3] proctype producer()
{
  byte item;
  do
  :: item = (item + 1) % KINDS;
     acquire();
     do
     :: count == SIZE -> release(); acquire()
     :: else -> break
     od;
     slot[tail] = item;
     tail = (tail + 1) % SIZE;
     count++;
     assert(count <= SIZE);
     release()
  od
}

active [2] proctype consumer()
{
  byte got;
  do
  :: acquire();
     do
     :: count == 0 -> release(); acquire()
     :: else -> break
     od;
     got = slot[head];
     slot[head] = 0;
     head = (head + 1) % SIZE;
     count--;
     release()
  od
}
