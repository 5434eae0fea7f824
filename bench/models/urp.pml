/* A windowed link protocol after AT&T's Universal Receiver Protocol of Datakit
 * (A. G. Fraser and W. T. Marshall, Data Transport in a Byte Stream Network,
 * IEEE Journal on Selected Areas in Communications 7(7), 1989).
 *
 * What is kept of it: one receiver serves every kind of sender; blocks carry
 * sequence numbers; the receiver echoes the number of a block that arrives in
 * sequence and rejects, once, what does not; a rejection makes the sender go
 * back; a sender that hears nothing enquires; a session starts with INIT1 and
 * AINIT. Left out: the bytes of a block, and windows in bytes. Numbers run
 * modulo 4 instead of 8.
 *
 * The two directions of the line lose up to LOSSES messages together. Blocks
 * are delivered again and again.
 */
#ifndef WINDOW
#define WINDOW 2
#endif
#ifndef LOSSES
#define LOSSES 2
#endif
#define NUMBERS 4

mtype = { INIT1, AINIT, BLOCK, ENQ, ECHO, REJ };

chan sent = [2] of { mtype, byte };
chan arrived = [2] of { mtype, byte };
chan answered = [2] of { mtype, byte };
chan heard = [2] of { mtype, byte };
byte lost;
bit m;

/* Blocks up to n have arrived: the window moves. */
inline move (n) {
  do
  :: atomic { outstanding > 0 && oldest != (n + 1) % NUMBERS -> oldest = (oldest + 1) % NUMBERS; outstanding-- }
  :: else -> break
  od
}

active proctype sender ()
{
  byte oldest, outstanding, n;
  xr heard;
  xs sent;
  sent ! INIT1, 0;
  do
  :: heard ? AINIT, _ -> break
  :: timeout -> sent ! INIT1, 0
  od;
  do
  :: outstanding < WINDOW -> sent ! BLOCK, (oldest + outstanding) % NUMBERS; outstanding++
  :: heard ? ECHO, n -> move (n)
  :: heard ? REJ, n -> move (n); outstanding = 0
  :: heard ? AINIT, _
  :: timeout -> sent ! ENQ, 0
  od
}

active proctype receiver ()
{
  byte expected, n;
  bool rejected;
  xr arrived;
  xs answered;
  do
  :: arrived ? INIT1, _ -> expected = 0; answered ! AINIT, 0
  :: arrived ? BLOCK, n ->
     if
     :: n == expected ->
        m = 1; m = 0;             /* delivered */
        expected = (expected + 1) % NUMBERS;
        rejected = false;
        answered ! ECHO, n
     :: n != expected && !rejected ->
        rejected = true;
        answered ! REJ, (expected + NUMBERS - 1) % NUMBERS
     :: else
     fi
  :: arrived ? ENQ, _ -> answered ! REJ, (expected + NUMBERS - 1) % NUMBERS
  od
}

proctype line (chan from, to)
{
  mtype kind;
  byte n;
  xr from;
  xs to;
  do
  :: from ? kind, n ->
     if
     :: to ! kind, n
     :: atomic { lost < LOSSES -> lost++ }
     fi
  od
}

init { atomic { run line (sent, arrived); run line (answered, heard) } }

ltl delivers { []<>(m == 1) }
