byte next; int now, inside;
active [2] proctype member () {
  byte ticket;
  do
  :: atomic { ticket = next & 3; next = next + 1 };
     if :: ticket == 3 -> next = next - 4 :: else fi;
     do :: now == ticket -> break :: now != ticket od;
     inside = _pid + 1; inside = 0; now = (now + 1) & 3
  od
}
