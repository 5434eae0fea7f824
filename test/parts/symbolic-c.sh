#!/bin/sh
# C programs as circuits: proofs without a bound and for any number of threads, values from outside, what is not translated, and the
# engines against each other.
cd "$(dirname "$0")/../.." || exit 1
mazurka=${BUILD:-build}/mazurka
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
good=0 bad=0
note () { if [ "$1" = 0 ]; then good=$((good + 1)); else bad=$((bad + 1)); echo "failed: $2"; fi; }

# expect CODE OPTIONS...: the exit code of a check
expect () {
  code=$1; shift
  "$mazurka" check --trace="$place/trace" "$@" > "$place/out" 2> "$place/err"
  got=$?
  [ "$got" = "$code" ]; note $? "mazurka check $* exits with $got, not $code: $(cat "$place/out" "$place/err" | head -3)"
}
says () { grep -q -- "$1" "$place/out" "$place/err"; note $? "it says: $1"; }

# locks in C, round after round without end
for program in peterson bakery ticket rwlock; do
  expect 1 --engine=bmc "examples/symbolic/${program}_broken.c"
  says 'run with this schedule, the program itself fails in the same way: assertion failed'
done
expect 0 --engine=ic3 examples/symbolic/peterson.c
expect 0 --engine=bdd examples/symbolic/ticket.c
expect 0 --engine=ic3 examples/symbolic/rwlock.c
expect 0 --engine=bdd examples/symbolic/bakery.c
expect 0 --engine=bdd examples/symbolic/peterson.c
says ' state bits, .* nodes, depth '

# values from outside: all of them, and a counterexample has its own
program=test/native/symbolic
for engine in bmc ic3 induction; do
  expect 1 --engine=$engine "$program/value_found.c"
  "$mazurka" replay "$place/trace" > "$place/replayed" 2>&1
  [ $? = 1 ]; note $? "the counterexample with its value replays: $(tail -1 "$place/replayed")"
  grep -q 'run with this schedule, the program itself fails in the same way: assertion failed: x != 41152263' "$place/replayed"
  note $? "the program follows the counterexample: $(tail -1 "$place/replayed")"
  expect 0 --engine=$engine "$program/value_any.c"
done
for engine in bmc ic3; do
  expect 1 --engine=$engine "$program/value_late.c"
done
expect 1 --engine=bmc "$program/values_differ.c"
expect 1 --engine=bmc "$program/value_unused.c"
expect 1 --engine=portfolio --time=60 "$program/value_written.c"
expect 1 --engine=portfolio --time=60 "$program/values_joined.c"
"$mazurka" replay "$place/trace" > "$place/replayed" 2>&1
[ $? = 1 ]; note $? "what the portfolio found in a C program replays: $(tail -1 "$place/replayed")"
expect 1 --engine=bmc --ends=on "$program/value_stuck.c"
says deadlock
expect 0 --engine=ic3 "$program/value_waits.c"
expect 1 --engine=ic3 --por=static --transactions "$program/values_joined.c"

# a pointer that leaves its object is found, whatever is read there
for engine in bmc ic3 bdd; do
  expect 1 --engine=$engine "$program/outside.c"
  says 'outside of the object'
done

# the program follows, also where plain accesses are steps of it: to what an operation is given, in the operation's line
for file in "any_disturbed.c" "any_sections.c --cflags=-DUNLOCKED"; do
  # shellcheck disable=SC2086
  expect 1 --engine=bmc --allow-races --ends=off $program/$file
  says 'run with this schedule, the program itself fails in the same way: reach_error is reached'
done

# the native engine tries random executions at 10,000 executions and whenever they have doubled since
cat > "$place/many.c" << 'END'
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x;
static void *add (void *unused) { (void) unused; for (int i = 0; i < 4; i++) x++; return 0; }
int main (void)
{
  pthread_t a, b, c;
  pthread_create (&a, 0, add, 0), pthread_create (&b, 0, add, 0), pthread_create (&c, 0, add, 0);
  return pthread_join (a, 0) | pthread_join (b, 0) | pthread_join (c, 0);
}
END
expect 0 --random=10 "$place/many.c"
says '34,650 executions after 20 random ones'

# what is not translated is named with file and line
printf 'int x;\nint main (void)\n{\n  __asm__ volatile ("incl %%0" : "+m" (x));\n  return x;\n}\n' > "$place/assembly.c"
for engine in bmc ic3 bdd induction explicit; do
  expect 3 --engine=$engine "$place/assembly.c"
  says 'assembly.c:4: inline assembly: not translated'
done
printf 'int main (void)\n{\n  static void *to[] = {&&a, &&b};\n  goto *to[1];\na:\n  return 1;\nb:\n  return 0;\n}\n' > "$place/computed.c"
expect 2 --engine=ic3 "$place/computed.c"
says 'computed.c:3: error: the initial value of main.to is not translated'

# what the program does by itself is said of it, and what it does not do is not: a constant is written in memory that cannot be
expect 1 --engine=explicit test/native/models/local_returned.c
says 'run with this schedule, the program itself fails in the same way: use of a local variable of main'
expect 1 --engine=explicit test/native/models/constant_written.c
says 'does not fail in this way: it ends differently: invalid memory access'
expect 1 --engine=explicit test/native/models/pointers.c
says 'run with this schedule, the program itself fails in the same way: assertion failed: y == 0'

# conditions are about the program's variables: the words of Promela for its processes and its scheduler mean nothing there
for word in '_last <= 0' 'timeout == 0' '!np_' 'pc_value(0) < 9' '_nr_pr < 9' 'enabled(0)' 'get_priority(0) == 1'; do
  expect 2 --engine=explicit --invariant="$word" test/native/models/pointers.c
  says '^--invariant:1:[12]: error: this asks about a Promela model'
  expect 2 --engine=explicit --ltl="<> [] ($word)" test/native/models/pointers.c
  says 'error: this asks about a Promela model'
done

# a condition holds until the variable is written, also within a step
cat > "$place/written.pml" << 'END'
int x, y;
active proctype p ()
{
  do
  :: d_step { x < 3 -> x = x + 2; y = x }
  :: x >= 3 -> x = 0
  :: assert (y < 4)
  od
}
END
expect 1 --engine=ic3 "$place/written.pml"

# what is false says the opposite; a cell that was found with a variable is another one when that is written; bits that differ in some number
cat > "$place/opposite.pml" << 'END'
byte x, y;
active proctype p ()
{
  do
  :: d_step { x < 3 -> x = x + 1 }
  :: d_step { !(x < 2) -> y = x }
  :: assert (y != 3)
  od
}
END
expect 1 --engine=ic3 "$place/opposite.pml"
cat > "$place/index.pml" << 'END'
byte a[2], i, y;
active proctype p ()
{
  a[1] = 7;
  d_step { a[i] < 2 -> i = 1; y = a[i] };
  assert (y != 7)
}
END
expect 1 --engine=ic3 "$place/index.pml"
cat > "$place/bits.pml" << 'END'
int x;
active proctype p () { do :: x = 48 :: x = 80 :: assert (x != 80) od }
END
expect 1 --engine=ic3 "$place/bits.pml"

# what nobody looks at is left out; what is looked at through another variable is not
cat > "$place/unread.pml" << 'END'
int hash, other, x;
active proctype p ()
{
  do
  :: other = (hash + x) * (other + 7)
  :: hash = other * (hash + 3)
  :: x = (x + 1) % 3
  :: assert (x < 3 && (hash & 7) < 9)
  od
}
END
expect 0 --engine=bdd --time=60 "$place/unread.pml"
cat > "$place/chain.pml" << 'END'
byte x, y, z;
active proctype p () { z = 1; y = z; x = y; assert (x == 0) }
END
for engine in bmc ic3 bdd induction; do
  expect 1 --engine=$engine "$place/chain.pml"
done

# any number of threads
expect 0 --engine=ic3 --allow-races "$program/any_spinlock.c"
expect 3 --engine=bmc --max-depth=8 --allow-races "$program/any_spinlock.c"
expect 1 --engine=bmc --allow-races "$program/any_spinlock_broken.c"
expect 3 --engine=ic3 --allow-races --time=8 "$program/any_eight.c"
expect 0 --engine=ic3 --allow-races "$program/any_counter.c"
expect 0 --engine=ic3 --allow-races "$program/any_balance.c"
expect 0 --engine=ic3 --allow-races --time=60 "$program/any_sections.c"
expect 1 --engine=ic3 --allow-races --cflags=-DUNLOCKED "$program/any_sections.c"
expect 1 --engine=ic3 --allow-races "$program/any_disturbed.c"
expect 3 --engine=ic3 --allow-races --max-threads=3 --time=8 "$program/any_fourth.c"
expect 3 --engine=ic3 --allow-races --max-threads=1 --time=4 "$program/any_families.c"
expect 3 --engine=ic3 --allow-races --time=8 "$program/any_joined.c"
says 'for any number of threads: line .* looks at another thread'
expect 3 --engine=ic3 --allow-races --time=8 "$program/any_told_apart.c"
says 'for any number of threads: threads of .* differ'

# one of nobody knows how many: a second one is beyond the model
for engine in explicit bmc; do
  expect 3 --engine=$engine --allow-races --max-threads=1 --time=8 "$program/any_families.c"
  expect 3 --engine=$engine --max-blocks=1 --time=8 "$program/one_block.c"
done

# every engine on random programs
[ -n "$MAZURKA_MUTANT" ] || { python3 test/trust/lock_programs.py --across --programs 3 --seed 80 --seconds 2 --mazurka "$mazurka" > "$place/across"; note $? "$(cat "$place/across")"; }

echo "$good passed, $bad failed"
[ "$bad" = 0 ]
