bit one, zero;
active proctype start () { do :: one = 1; one = 0 :: zero = 1; zero = 0 od }
