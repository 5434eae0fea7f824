/* Lamport's bakery for two, with numbers that stay small: proved without a bound by --engine=ic3 and --engine=bdd. */
byte number[2]; bool choosing[2]; byte critical;

active [2] proctype P () {
  byte other = 1 - _pid;
  do
  :: number[other] < 3;           /* bounded: who would get a larger number waits */
     choosing[_pid] = true;
     number[_pid] = 1 + number[other];
     choosing[_pid] = false;
     !choosing[other];
     number[other] == 0 || number[_pid] < number[other] || (number[_pid] == number[other] && _pid < other);
     critical++; assert (critical == 1); critical--;
     number[_pid] = 0
  od
}
