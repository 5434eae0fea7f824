/* Distributed accounting: branches of a bank pass money round a ring, and the
 * books are audited without stopping them, by a marker that collects the
 * branches' balances (a snapshot after Chandy and Lamport, Distributed
 * Snapshots, ACM TOCS 3(1), 1985). What comes in at the head office between
 * its own entry and the marker's return was on its way, and counts too.
 *
 * No audit finds money missing or too much, and audits are finished again and
 * again.
 */
#ifndef BRANCHES
#define BRANCHES 5                /* the head office is one of them */
#endif
#ifndef MONEY
#define MONEY 1                   /* of each branch in the beginning */
#endif
#ifndef ROOM
#define ROOM 2                    /* messages on the way to a branch */
#endif

mtype = { coin, audit };
chan link[BRANCHES] = [ROOM] of { mtype, byte };
bit m;

proctype branch (chan in, out)
{
  byte balance = MONEY, sum;
  xr in;
  xs out;
  do
  :: in ? coin, _ -> balance++
  :: atomic { balance > 0 && nfull (out) -> balance--; out ! coin, 0 }
  :: atomic { in ? audit, sum -> out ! audit, sum + balance; sum = 0 }
  od
}

proctype head_office (chan in, out)
{
  byte balance = MONEY, sum, coming;
  xr in;
  xs out;
  do
  :: atomic { nfull (out) -> out ! audit, balance };
     do
     :: atomic { in ? coin, _ -> balance++; coming++ }
     :: atomic { balance > 0 && nfull (out) -> balance--; out ! coin, 0 }
     :: in ? audit, sum -> break
     od;
     atomic { assert (sum + coming == BRANCHES * MONEY); sum = 0; coming = 0 };
     m = 1; m = 0                 /* the books are right */
  od
}

init {
  byte i = 1;
  atomic {
    run head_office (link[0], link[1]);
    do
    :: i < BRANCHES -> run branch (link[i], link[(i + 1) % BRANCHES]); i++
    :: else -> break
    od
  }
}

ltl audits { []<>(m == 1) }
