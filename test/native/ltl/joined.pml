int done; bit after, ended;
active proctype worker () { done = 1; ended = 1 }
active proctype start () { ended == 1; after = done }
