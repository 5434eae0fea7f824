/* Requests to a lift by rendezvous and a controller that serves them: much
 * synchronous communication. */
#define FLOORS 4

chan call = [0] of { byte };
chan go = [0] of { byte };
chan arrived = [0] of { byte };
bool wanted[FLOORS];
byte where;

active [FLOORS] proctype passenger()
{
  byte target = _pid;
  do
  :: call!target -> target = (target + 1) % FLOORS
  :: target = (target + 2) % FLOORS
  od
}

active proctype controller()
{
  byte f, n;
  do
  :: call?f -> wanted[f] = true
  :: n = 0;
     do
     :: n < FLOORS && !wanted[n] -> n++
     :: n < FLOORS && wanted[n] -> go!n; arrived?n; wanted[n] = false; break
     :: n == FLOORS -> break
     od
  od
}

active proctype lift()
{
  byte to;
end:
  do
  :: go?to ->
     do
     :: where < to -> where++
     :: where > to -> where--
     :: where == to -> break
     od;
     arrived!where
  od
}
