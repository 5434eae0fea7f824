int x;
active proctype write_both () { x = 1; x = 2 }
