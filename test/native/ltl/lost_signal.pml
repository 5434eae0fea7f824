#define lock(m) atomic { m == 0 -> m = 1 }
#define unlock(m) m = 0
bit m, waits, wakes, woken, signalled;
active proctype waiter () { lock (m); atomic { m = 0; waits = 1 }; wakes == 1; lock (m); woken = 1; unlock (m) }
active proctype start () { lock (m); signalled = 1; if :: waits == 1 -> wakes = 1 :: else fi; unlock (m) }
