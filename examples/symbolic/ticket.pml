/* A ticket lock for three; tickets wrap around. */
#define N 4
byte next, serving, critical;

active [3] proctype P () {
  byte mine;
  do
  :: atomic { mine = next; next = (next + 1) % N };
     serving == mine;
     critical++; assert (critical == 1); critical--;
     serving = (serving + 1) % N
  od
}
