bit first, second; byte came;
active proctype other () { first = 1; came++; came == 2 }
active proctype start () { came++; came == 2; second = 1 }
