/* expect: verdict=ok states=29 kinds=- */
/* Channels live as long as the process that made them. */
chan hand = [1] of { chan };
proctype C() { chan mine = [1] of { byte }; mine!3; hand!mine; (empty(mine)) }
active proctype P() { byte i, v; chan c; do :: i < 2 -> run C(); hand?c; c?v; assert(v == 3); (_nr_pr == 1); i++ :: else -> break od }
