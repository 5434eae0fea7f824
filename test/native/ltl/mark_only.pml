bit one, x;
active proctype start () { if :: one = 1 :: one = 0 fi; x = 1; x = 0 }
