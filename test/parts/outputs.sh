#!/bin/sh
# Outputs are whole or absent; what ends a run early is said; nothing is left behind.
# Usage: sh test/parts/outputs.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
top=$PWD examples=$(realpath examples)
. "$PWD/test/command.sh"
mkdir tmp
export TMPDIR="$work/tmp"
cp "$examples/peterson.pml" "$examples/peterson_broken.pml" "$examples/c/philosophers_broken.c" .

same () { if [ "$(cat "$1" 2>/dev/null)" = "$2" ]; then pass; else fail "$1 is not '$2'"; fi; }
none () { if [ -z "$(ls -A tmp)$(find . -name '.mazurka-out.*')" ]; then pass; else fail "left: $(ls -A tmp) $(find . -name '.mazurka-out.*')"; fi; }

# ---- what is no regular file is written directly, links are not followed ----
echo precious >victim
ln -s victim link.json
for option in json html svg sarif junit plantuml; do
  code 2 check peterson_broken.pml --trace=/dev/null --$option=link.json
  says err 'cannot write .* to link.json: it is a symbolic link'
done
ln -sf victim peterson_broken.pml.trace
code 1 check peterson_broken.pml
says err 'cannot write the trace to peterson_broken.pml.trace: it is a symbolic link'
rm peterson_broken.pml.trace
code 2 simulate peterson_broken.pml --trace=link.json
code 2 test peterson.pml --junit=link.json
code 2 check nowhere.pml --json=link.json
says err 'cannot write .* to link.json'
code 2 check philosophers_broken.c --engine=portfolio --json=link.json
same victim precious
code 1 test peterson_broken.pml
code 0 check peterson.pml --json=/dev/null
code 0 check peterson.pml --quiet --json=/dev/stdout
says out '"verdict": "ok"'
code 0 check peterson.pml --quiet --json=/dev/fd/1
says out '"verdict": "ok"'
code 0 check peterson.pml --quiet --json=-
json out 'r["verdict"] == "ok"'
[ ! -e ./- ] && pass || fail "- is a file"
mkfifo fifo
cat fifo >through &
code 0 check peterson.pml --json=fifo
wait $!
says through '"verdict": "ok"'
mkdir elsewhere linked
ln -s ../elsewhere linked/.mazurka
cp peterson_broken.pml linked
cd linked
code 2 test peterson_broken.pml
says err '^mazurka: error: .mazurka is not a folder'
rm out err
cd ..
[ -z "$(ls elsewhere)" ] && pass || fail "mazurka test writes through a link"

# ---- full disks and limits ----
code 2 check peterson.pml --json=/dev/full
says out '^[^:]*: ok '
says err 'cannot write the JSON result to /dev/full: No space left'
for words in "check peterson.pml" "check peterson.pml --json" "check peterson_broken.pml --trace=/dev/null" "check peterson.pml --engine=portfolio" "test peterson.pml" \
  "simulate peterson.pml" "export dot peterson.pml" "help" "--version"; do
  # shellcheck disable=SC2086
  "$mazurka" $words >/dev/full 2>err
  status=$?
  if [ $status = 2 ]; then pass; else fail "exit code $status with a full standard output: $words"; fi
  says err 'cannot write .*standard output: No space left'
done
says err 'otherwise the exit code would be 0, ok'
echo old >r.json
echo old >r.html
(ulimit -f 16; exec "$mazurka" check peterson_broken.pml --trace=/dev/null --json=r.json --html=r.html 2>&1) | cat >err
says err 'cannot write the page to r.html: File too large'
same r.html old
json r.json 'r["verdict"] == "violation"'
(ulimit -f 0; exec "$mazurka" check peterson.pml --junit=r.xml 2>&1) | cat >err
says err 'cannot write the JUnit result to r.xml: File too large'
[ ! -e r.xml ] && pass || fail "a part of r.xml"
"$mazurka" check peterson.pml --json=closed.json >&- 2>err
[ $? = 0 ] && pass || fail "standard output is closed"
json closed.json 'r["verdict"] == "ok"'

# ---- small limits: a message ----
for input in peterson.pml philosophers_broken.c; do
  (ulimit -s 64; "$mazurka" check "$input" --trace=/dev/null) >out 2>err
  [ $? = 2 ] && pass || fail "a stack of 64 kB"
  says err 'the stack is limited to 64 kB'
done
(ulimit -S -s 64; "$mazurka" check peterson.pml) >out 2>err
[ $? = 0 ] && pass || fail "a stack that may grow"
for files in 4 5 6 8 12 16; do
  for input in peterson.pml philosophers_broken.c; do
    (ulimit -n "$files"; "$mazurka" check "$input" --trace=/dev/null --json=n.json) >out 2>err
    case $? in 0 | 1 | 2 | 3) pass ;; *) fail "$files open files: $input" ;; esac
  done
done
none

# ---- leftovers ----
mkdir tmp/mazurka-run.dead tmp/mazurka-run.alive
touch tmp/mazurka-run.dead/program .mazurka-out.dead
flock tmp/mazurka-run.alive "$mazurka" check peterson.pml --json=r.json >out 2>err
[ ! -e tmp/mazurka-run.dead ] && pass || fail "a leftover stays"
[ -e tmp/mazurka-run.alive ] && pass || fail "a live run's folder is removed"
code 0 check peterson.pml --json=r.json
none
cat >sleep.c <<'END'
#include <pthread.h>
int x[9];
static void *f (void *p) { pthread_mutex_t *m = p; for (int i = 0; i < 9; i++) { pthread_mutex_lock (m); x[i]++; pthread_mutex_unlock (m); } return 0; }
int main (void) { pthread_mutex_t m; pthread_t t[3]; pthread_mutex_init (&m, 0); for (int i = 0; i < 3; i++) pthread_create (&t[i], 0, f, &m); for (int i = 0; i < 3; i++) pthread_join (t[i], 0); return 0; }
END
for signal in HUP TERM; do        # in the middle of the search, and of the compilation unless that is over already
  for moment in 3 0.1; do
    rm -f s.json
    "$mazurka" check sleep.c --json=s.json >out 2>err &
    pid=$!
    sleep $moment
    kill -$signal $pid
    wait $pid
    status=$?
    case $moment-$status-$signal in
    *-3-*) json s.json 'r["reason"] == "interrupted"' ;;
    0.1-129-HUP | 0.1-143-TERM) [ ! -e s.json ] && pass || fail "a result of nothing" ;;
    *) fail "exit code $status after SIG$signal at $moment s" ;;
    esac
    none
  done
done
# kill -9 in the middle of a compilation, which would never end: drivers and what they have started end too
mkfifo never
echo '#include "never"' >never-ends.c
"$mazurka" check never-ends.c >out 2>err &
pid=$!
compilers () { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c "cc1 .*never-ends\.c"; }
for i in 1 2 3 4 5 6 7 8 9 10; do [ "$(compilers)" = 0 ] && sleep 0.3; done
[ "$(compilers)" != 0 ] && pass || fail "no compilation of never-ends.c"
kill -9 $pid
wait $pid
for i in 1 2 3 4 5 6 7 8 9 10; do [ "$(compilers)" = 0 ] || sleep 0.3; done
[ "$(compilers)" = 0 ] && pass || fail "a compiler is left after kill -9"
code 0 check peterson.pml --json=r.json
none

also python3 "$top/test/trust/outputs.py" --mazurka "$mazurka" --moments 56 --seed 25
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
