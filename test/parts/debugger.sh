#!/bin/sh
# A recorded execution in gdb: it stops in the user's frame, lists the program's threads, goes back.
# Usage: sh test/parts/debugger.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
top=$PWD
. "$PWD/test/command.sh"
cp "$top"/examples/c/*_broken.c .
: >err

# session TRACE COMMAND...: gdb's answers in out
session () {
  trace=$1
  shift
  printf '%s\n' "$@" | timeout 120 "$mazurka" replay "$trace" --gdb >out 2>&1
}
# silent PATTERN: nothing of the kind was said
silent () { if grep -qE "$1" out; then fail "'$1' in out"; else pass; fi; }

# a race: a breakpoint in the user's code, on to the failing line
code 1 check lazy_broken.c
session lazy_broken.c.trace 'break get' run continue 'info threads' continue 'info threads' bt 'thread 0' 'print thread[0] != thread[1]'
says out '^\(gdb\) Breakpoint 1 at'
says out '^Breakpoint 1.*, get \(\) at .*lazy_broken.c:17'
says out '^#[0-9]+ .* in get \(\) at lazy_broken.c:18'
says out 'The failing operation \(step 6 of 6\)'
says out '^18.*struct thing \*t = the_thing;'
says out '\* 2 +T2 worker +get \(\) at lazy_broken.c:18'
says out ' 1 +T1 worker +get \(\) at lazy_broken.c:28'
says out ' 0 +main +main \(\) at lazy_broken.c:47'
says out 'worker \(argument=.*\) at lazy_broken.c:36'
says out '\[main\]'
says out '\$1 = 1'
silent 'SIGSEGV|SIGTRAP|received signal|Error|Exception'

# an assertion: the step before, stepping from there, and back to the failure
code 1 check stack_broken.c
session stack_broken.c.trace reverse next 'print node' 'steps 24' 'info threads' failure
says out 'The failing operation \(step 25 of 25\)'
says out '^Before step 25 of 25'
says out '^#[0-9]+ .* in take \(me=.*\) at stack_broken.c:41'
says out '^Before step 24 of 25'
[ "$(grep -c 'The failing operation' out)" = 3 ] && pass || fail "the failure is not reached again"
silent 'native/explorer|received signal|Error|Exception'

# a deadlock: nobody runs, everybody can be looked at
code 1 check philosophers_broken.c
session philosophers_broken.c.trace 'info threads' 'thread 1' 'thread apply all bt' 'thread 9' reverse 'thread 1' next
for t in 'main +main \(\) at philosophers_broken.c:34' 'T1 philosopher +philosopher \(\) at philosophers_broken.c:18' \
         'T2 philosopher +philosopher \(\) at philosophers_broken.c:18' 'T3 philosopher +philosopher \(\) at philosophers_broken.c:18'; do
  says out "$t"
done
[ "$(grep -cE '^#[0-9]+ .*philosopher .*philosophers_broken.c:18' out)" -ge 4 ] && pass || fail "stacks of all threads"
says out 'There is no thread 9'
says out 'T3 philosopher makes the next step'

# a crash: in the line that crashes, not in a handler
cat >crash.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
_Atomic (int *) p;
int v;
static void *clear (void *a) { atomic_store (&p, NULL); return a; }
int main (void)
{
  pthread_t t;
  atomic_store (&p, &v);
  pthread_create (&t, NULL, clear, NULL);
  int *q = atomic_load (&p);
  *q = 3;
  return pthread_join (t, NULL);
}
END
code 1 check crash.c
session crash.c.trace 'info locals' 'info threads'
says out '^#[0-9]+ .* in main \(\) at crash.c:13'
says out '^13'
says out 'T1 clear +about to end'
silent 'received signal'

# a program with names of ours: a variable rt, a function rt_fail
cat >ours.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int rt;
static void rt_fail (void) { rt++; }
static void *work (void *a) { int rt = 7; rt_fail (); return rt ? a : NULL; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int rt_now = rt;
  assert (rt_now == 0);
  return pthread_join (t, NULL);
}
END
code 1 check ours.c
session ours.c.trace 'info threads' reverse 'break work' failure continue 'info threads' 'print rt'
says out '^#[0-9]+ .* in main \(\) at ours.c:12'
says out 'T1 work'
says out '^Before step'
says out 'Breakpoint 1, work .*ours.c:6'
silent 'received signal|Error|Exception|has not started'

# lldb, where it is installed and has a Python that works: the same, by its own commands for threads
if ! command -v lldb >/dev/null; then
  code 2 replay lazy_broken.c.trace --lldb
  says err 'lldb is not installed'
elif lldb -b -o 'script print (6 * 7)' 2>&1 | grep -q '^42$'; then
  code 1 check lazy_broken.c
  printf '%s\n' 'breakpoint set -n get' failure continue continue threads 'thread select 2' 'bt' 'breakpoint delete 4' reverse 'steps 3' quit >commands
  echo 'command source -c false -e false commands' | timeout 200 "$mazurka" replay lazy_broken.c.trace --lldb >out 2>&1
  says out 'The failing operation \(step 6 of 6\)'
  says out '^\[T2 worker\]'
  says out '^-> 18'
  says out '2 +main +main at lazy_broken.c:47'
  says out '3 +T1 worker +get at lazy_broken.c:28'
  says out '\* 4 +T2 worker +get at lazy_broken.c:18'
  says out 'main at lazy_broken.c:47'
  says out '^Before step 6 of 6'
  says out '^Before step 3 of 6'
  silent 'SIGSEGV|SIGTRAP|Traceback|error:'
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
