int a, b;
active proctype first () { do :: a = 1; a = 0 od }
active proctype second () { do :: b = 1; b = 0 od }
