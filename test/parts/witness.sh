#!/bin/sh
# Violation witnesses: those that are written are confirmed when they are followed, others are not.
# Usage: sh test/parts/witness.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
top=$PWD
. "$PWD/test/command.sh"

# ---- our own: each is confirmed ----
for name in aba buffer flag handoff late lazy list peterson refcount shutdown stack; do
  code 1 check "$top/examples/c/${name}_broken.c" --witness=$name.yml
  code 1 check "$top/examples/c/${name}_broken.c" --follow=$name.yml
  says out "^the witness $name.yml is confirmed"
done
# of a program that is correct, or of another one: never ok
code 3 check "$top/examples/c/lazy.c" --follow=lazy.yml
says out 'not confirmed: .*no file of the program'
sed 's/lazy_broken/lazy/g' lazy.yml >other.yml
code 3 check "$top/examples/c/lazy.c" --follow=other.yml
says out 'a witness of another program: the SHA-256'
# nothing to write: nothing to follow
code 1 check "$top/examples/c/philosophers_broken.c" --witness=none.yml
code 2 check "$top/examples/c/philosophers_broken.c" --follow=none.yml
says err 'none.yml:2:1: error: expected a list with one witness'

# ---- each kind of waypoint, followed and avoided ----
cat >four.c <<'END_OF_C'
#include <pthread.h>
void reach_error (void) {}
int __VERIFIER_nondet_int (void);
int x, y;
void step (int n) { x += n; }
void *
other (void *arg)
{
  y = 7;
  return arg;
}
int
main (void)
{
  pthread_t t;
  int n = __VERIFIER_nondet_int ();
  pthread_create (&t, 0, other, 0);
  for (int i = 0; i < 2; i++)
    step (n);
  if (x > 50)
    y = y + 1;
  switch (n) {
  case 30: x = 1; break;
  default: x = 2;
  }
  if (y == 7) reach_error ();
  while (x < 3)
    x++;
  pthread_join (t, 0);
  reach_error ();
}
END_OF_C
# way TYPE ACTION LINE [VALUE] [COLUMN]: another waypoint; follow ends its segment
way () {
  [ -n "$open" ] || echo "  - segment:" >>w.yml
  open=1
  printf '%s\n' "    - waypoint: {type: $1, action: $2, location: {file_name: four.c, line: $3 ${5:+, column: $5} }, constraint: {value: '$4'} }" | sed "s/, constraint: {value: ''}//" >>w.yml
  [ "$2" = avoid ] || open=
}
begin () {
  open=
  printf -- '- entry_type: violation_sequence\n  metadata: {task: {specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"}}\n  content:\n' >w.yml
}
# can, cannot: what was begun, with the target in that line
can () { way target follow "$1"; code 1 check four.c --follow=w.yml; says out '^the witness w.yml is confirmed'; }
cannot () { way target follow "$1"; code 3 check four.c --follow=w.yml; says out 'the witness w.yml is not confirmed: '; }
begin; can 26
begin; cannot 19                                                       # it never fails there
says out 'the program fails at four.c:(26|30), not at four.c:19'
begin; way function_return follow 16 '\result == 30' 34; can 26        # a value that is not tried otherwise
begin; way function_return follow 16 '\result > 30'; cannot 26
begin; way function_return follow 16 '\result != 30'; can 26
begin; way function_return avoid 16 '\result != 1'; way function_enter follow 19; way assumption follow 20 'x == 2'; can 26
begin; way function_return avoid 16 '\result != 1'; way function_enter follow 19; way assumption follow 20 'x == 0'; cannot 26
begin; way function_enter follow 19; way function_enter follow 19; can 26
begin; way function_enter follow 19; way function_enter follow 19; way function_enter follow 19; cannot 26
begin; way function_enter follow 29; can 30                            # after the join
begin; way function_enter follow 29; cannot 26
begin; way branching follow 20 true; cannot 26                         # neither 0 nor 1 leads there
begin; way function_return follow 16 '\result == 30'; way branching follow 20 true 3; way assumption follow 22 'y == 8'; can 30
begin; way branching follow 20 false; way branching follow 22 '0'; can 26
begin; way branching follow 22 '9'; cannot 26
begin; way branching follow 18 true; way branching follow 18 false; way branching follow 20 false; can 26
begin; way branching follow 18 false; way branching follow 18 true; cannot 26
begin; way assumption follow 24 'n == 1'; can 26
begin; way assumption follow 9 'x == 0'; way assumption follow 20 'y == 7 && x == 0'; can 26
begin; way assumption follow 17 'y == 7'; cannot 26                    # before the thread is there
begin; way branching avoid 26 true; cannot 26
begin; way branching avoid 26 true; can 30
begin; way branching follow 27 true; way branching follow 27 true; way branching follow 27 false; cannot 30   # of the second part: x is 1 or 2
begin; way function_return follow 16 '\result == 30'; way branching follow 27 true; way branching follow 27 true; way branching follow 27 false; can 30
# what is not understood costs the confirmation, and is named
begin; way assumption follow 20 'step (3) == 3'; cannot 26
says out 'w.yml:5: this constraint is not understood'
begin; way assumption follow 20 'x = 3'; cannot 26
begin; way branching follow 21 true; cannot 26
says out 'no if, while, for or switch'
begin; way function_enter follow 21; cannot 26
says out 'no call ends'
begin; way assumption follow 400 1; cannot 26
# located messages
bad () { code 2 check four.c --follow=w.yml; says err "$1"; }
begin; way assumption follow 20; way target follow 26; bad '^w.yml:5:[0-9]+: error: expected .constraint:'
begin; way guess follow 20; way target follow 26; bad '^w.yml:5:[0-9]+: error: expected assumption'
begin; way assumption skip 20 1; bad 'expected follow or avoid'
begin; way target follow 26; way target follow 26; bad 'and no other, is the target'
begin; way function_enter follow 19; bad 'is the target'
begin; way target avoid 26; bad 'the last waypoint is followed'
begin; way target follow zero; bad 'expected a number from 1'
begin; bad 'expected .content:'
sed -i 's/ call(reach_error())/ overflow/' w.yml; bad 'expected a property about'
echo '{' >w.yml; bad '^w.yml:2:1: error: this is no YAML'
echo '3' >w.yml; bad 'expected a list'
: >w.yml; bad 'expected a list'
rm w.yml; bad '^w.yml: error: cannot read'
printf -- '- entry_type: invariant_set\n  content:\n  - invariant: {type: loop_invariant}\n' >w.yml
code 3 check four.c --follow=w.yml
says err '^w.yml:3:3: warning: the 1 invariants of a correctness witness are not used'
says out 'a correctness witness'
# names that quote, separate and look like a tag; a header beside the source
odd="d'i\"r <b>/q\"u,o:te.c"
mkdir -p "d'i\"r <b>"
{ echo '#include "beside.h"'; cat "$top/examples/c/flag_broken.c"; } >"$odd"
echo 'extern int beside;' >"d'i\"r <b>/beside.h"
code 1 check "$odd" --witness=odd.yml --github
says out "^::error file=d'i\"r <b>/q\"u%2Co%3Ate.c,line=28,"
code 1 check "$odd" --follow=odd.yml
says out '^the witness odd.yml is confirmed'
# races: the waypoints order calls, and hide nothing
cat >race.c <<'END_OF_C'
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *
other (void *arg)
{
  pthread_mutex_lock (&m); pthread_mutex_unlock (&m);
  x = 1;
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, other, 0);
  x = 2;
  pthread_mutex_lock (&m); pthread_mutex_unlock (&m);
  pthread_join (t, 0);
}
END_OF_C
code 1 check race.c --witness=race.yml
code 1 check race.c --follow=race.yml
says out '^the witness race.yml is confirmed'
begin; way function_enter follow 17 '' 26; way function_enter follow 7 '' 26; way function_enter follow 7; way target follow 8
sed -i 's/ call(reach_error())/ data-race/; s/four.c/race.c/' w.yml
code 3 check race.c --follow=w.yml       # the lock is taken after the write: that orders the two

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
