int flag; bit seen;
active proctype waiter () {
  do :: flag == 0 :: flag != 0 -> break od;
  seen = 1
}
active proctype setter () { flag = 1 }
