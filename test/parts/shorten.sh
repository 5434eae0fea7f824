#!/bin/sh
# What is shown of a finding has few steps, and then few changes between threads; and it is that finding.
# Usage: sh test/parts/shorten.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
top=$PWD
. "$PWD/test/command.sh"

# told CONDITION: over f, the first finding, n, its steps, and w, the changes between threads
told () {
  json out "(lambda f: (lambda n, w: $1) (len (f['steps']), sum (a['thread'] != b['thread'] for a, b in zip (f['steps'], f['steps'][1:])))) (r['findings'][0])"
}

# programs: the error shows in the first round of the loops, and is met in the last
cat >rounds.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int busy, inside;
static void *
worker (void *arg)
{
  for (int i = 0; i < 4; i++)
    if (!atomic_load (&busy)) {
      atomic_store (&busy, 1);
      assert (atomic_fetch_add (&inside, 1) == 0);
      atomic_fetch_sub (&inside, 1);
      atomic_store (&busy, 0);
    }
  return arg;
}
int
main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
END
for how in '' --por=source --por=none --sample=200 '--stateful=on --por=dpor --memory-model=sc'; do
  code 1 check rounds.c --json $how
  told 'n <= 11 and w <= 3'
  code 1 replay rounds.c.trace
done
code 1 check rounds.c --json --all --executions=500
told 'n >= 11'

# the failure that was found stays the one that is told, though another is nearer
cat >two.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int a, b;
static void *
late (void *arg)
{
  for (int i = 0; i < 5; i++)
    atomic_fetch_add (&a, 1);
  assert (atomic_load (&a) == 0);
  return arg;
}
static void *
early (void *arg)
{
  assert (atomic_load (&b) == 1);
  return arg;
}
int
main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, late, NULL);
  pthread_create (&t[1], NULL, early, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
}
END
code 1 check two.c --json
told "'&a' in f['message'] and n == 9"

# a race: what the others do after it is left out
code 1 check "$top/examples/c/lazy_broken.c" --json
told "f['kind'] == 'data-race' and not any (s['op'] in ('join', 'unlock') for s in f['steps'])"

# models
code 1 check "$top/examples/peterson_broken.pml" --json
told 'n == 9 and w == 2'
code 1 check "$top/examples/abp_broken.pml" --json
told 'n <= 28 and w <= 9'
cat >two.pml <<'END'
byte x, y;
active proctype early () { y = 1; assert (y != 1) }
active proctype late () { x = 1; x = 2; x = 3; x = 4; assert (x != 4) }
END
code 1 check two.pml --json
told "'x!=4' in f['message'] and n == 5"
# too many states for a search from the start: steps that are not needed are left out
cat >many.pml <<'END'
byte n, c[7];
active proctype one () { do :: n < 15 -> n++ :: n == 15 -> assert (false) od }
active [6] proctype other () { do :: c[_pid] < 10 -> c[_pid]++ od }
END
code 1 check many.pml --json --por=none
told 'n == 32 and w == 0'
code 1 replay many.pml.trace
# so they are of runs that never end; the loop stays one
cat >lasso.pml <<'END'
bool done; byte x, y;
active proctype Q () { y = 1; y = 2; y = 3; (x > 1) -> done = true }
active proctype P () { do :: x = 1 - x od }
ltl ends { <> done }
END
code 1 check lasso.pml --json --por=none
told "n == 2 and f['loop_start'] == 0"
code 1 replay lasso.pml.ends.trace
code 1 check lasso.pml --json --fair=weak
told "n == 5 and f['loop_start'] == 3"
# without fairness the shortest of all lassos is looked for; the choice that is to blame is shown
cat >lost.pml <<'END'
bool request, answer;
active proctype Server ()
{
  do
  :: request -> request = false;
     if
     :: answer = true
     :: skip
     fi
  od
}
active proctype Client () { do :: !request -> answer = false; request = true od }
ltl served { [] (request -> <> answer) }
END
code 1 check lost.pml --json
told "n == 10 and f['loop_start'] == 4"
code 1 replay lost.pml.served.trace
says out ' skip *$'
# but not for ever: from each of the states before the loop, which are all accepting, none leads back
cat >far.pml <<'END'
int n, a;
active proctype P ()
{
  do :: n < 1600 -> n++ :: n == 1600 -> break od;
  do :: a = 1; a = 2; a = 3; a = 0 :: a = 0 od
}
ltl f { <> (a == 5) }
END
code 1 check far.pml --claim=f --json --por=none --simplify=off
told "n - f['loop_start'] == 4"
sed 's/1600/16/g' far.pml >near.pml
code 1 check near.pml --claim=f --json --por=none --simplify=off
told "n - f['loop_start'] == 1"
# a bad end: the state that is told is where the steps lead
code 1 check "$top/examples/philosophers.pml" --json
told 'n == 6 and w == 2'
# protocols
code 1 check "$top/examples/protocols/two_phase_commit.c" --json
told "n <= 20 and any (s['after'] == 0 and '<-' in s['message'] for s in f['steps'][1:])"

# counterexamples of symbolic engines, which need not be the shortest
for engine in bmc induction ic3 bdd; do
  code 1 check "$top/examples/peterson_broken.pml" --engine=$engine --json
  told "n >= 9 and r['engine'] == '$engine'"
done

# a file that lies beside the present folder has its whole name, and its lines are shown
mkdir -p beside here
cp "$top/examples/c/peterson_broken.c" beside
cd here || exit 1
code 1 check "$work/beside/peterson_broken.c" --engine=bmc
says out "^$work/beside/peterson_broken.c:18: "
says out 'atomic_store \(&turn, other\)'
cd ..

# words of a trace: the value that was returned, not its number; C++ names as they were written
cat >open.c <<'END'
#include <assert.h>
int __VERIFIER_nondet_int (void);
int
main (void)
{
  assert (__VERIFIER_nondet_int () != -100);
}
END
code 1 check open.c --nondet=7,-100 --witness=open.yml
says out 'choose → -100'
says open.yml 'result == -100'
cat >lambda.cpp <<'END'
#include <cassert>
#include <thread>
static int x;
int
main ()
{
  std::thread t ([] { assert (x == 1); });
  t.join ();
}
END
"$mazurka" c++ -g lambda.cpp -o lambda 2>err && code 1 check ./lambda
says out 'main::.lambda'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
