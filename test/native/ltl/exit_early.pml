int started, done; bit over;
active proctype start () { started = 1; run worker (); over = 1 }
proctype worker () { if :: atomic { over == 0 -> done = 1 } fi }
