byte once; bit ready, used;
active [2] proctype user () {
  if :: atomic { once == 0 -> once = 1 }; ready = 1; once = 2 :: once == 2 fi;
  used = 1
}
