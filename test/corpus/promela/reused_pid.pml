/* expect: verdict=ok states=11 kinds=- */
/* A process with the number and the frame of one that has ended is another one. */
byte n;
proctype P () { if :: true :: true fi }
proctype Q () { true; assert (n == 0); n = 1 }
init { run P (); (_nr_pr == 1); run Q () }
