bit p;
chan c = [1] of { bit }, d = [1] of { bit };
active proctype C() { do :: c!1 od }
active proctype D() { do :: d!1 od }
active proctype E() { do :: c?_ od }
active proctype F() { do :: d?_ od }
active proctype P() { do :: c?_; p = 1 :: d?_; p = 1 od }
ltl f { <> (p == 1) }
