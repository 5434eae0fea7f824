/* Leader election in a ring with one direction (Dolev, Klawe, Rodeh 1982):
 * active nodes compare the numbers of their two active neighbours upstream;
 * the largest number wins. */
#define N 7
#define L 4

mtype = { one, two, winner };
chan link[N] = [L] of { mtype, byte };
byte leaders;

proctype node(chan in; chan out; byte mine)
{
  byte best, left, number;
  bool relaying, known;
  xr in;
  xs out;

  best = mine;
  out!one(mine);
end:
  do
  :: in?one(number) ->
     if
     :: !relaying && number != best ->
        out!two(number);
        left = number
     :: !relaying && number == best ->
        out!winner(number);
        known = true
     :: relaying -> out!one(number)
     fi
  :: in?two(number) ->
     if
     :: !relaying && left > number && left > best ->
        best = left;
        out!one(left)
     :: !relaying && !(left > number && left > best) -> relaying = true
     :: relaying -> out!two(number)
     fi
  :: in?winner(number) ->
     if
     :: number == mine -> leaders++; assert(leaders == 1)
     :: number != mine
     fi;
     if
     :: known
     :: !known -> out!winner(number)
     fi;
     break
  od
}

init
{
  byte i;
  atomic {
    do
    :: i < N -> run node(link[i], link[(i + 1) % N], 1 + (i * 3) % N); i++
    :: i == N -> break
    od
  }
}
