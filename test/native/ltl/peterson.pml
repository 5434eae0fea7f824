int want0, want1, turn; bit in0, in1;
active proctype first () {
  do :: want0 = 1; turn = 1;
     do :: want1 == 0 -> break :: want1 != 0 -> if :: turn == 1 :: turn != 1 -> break fi od;
     in0 = 1; in0 = 0; want0 = 0
  od
}
active proctype second () {
  do :: want1 = 1; turn = 0;
     do :: want0 == 0 -> break :: want0 != 0 -> if :: turn == 0 :: turn != 0 -> break fi od;
     in1 = 1; in1 = 0; want1 = 0
  od
}
