#!/bin/sh
# C programs from outside, with a runtime that only pretends (test/native/fake.c):
# building, verdicts, reports, traces, programs that misbehave.
# Usage: sh test/parts/native-cli.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build/asan}}")
top=$PWD
. "$PWD/test/command.sh"
mkdir bin tmp
cp -r "$build/mazurka" "$build/mazurka.specs" "$build/wrap" bin
cp -r "$top/include" bin/include
gcc -std=gnu17 -g -O1 -fPIC -I"$top/src" -c "$top/test/native/fake.c" -o bin/libmazurka-rt.o || exit 1
mazurka=$work/bin/mazurka
export TMPDIR=$work/tmp

cat >prog.c <<'END'
#include <stdio.h>
#include <mazurka/mazurka.h>
#ifdef __SANITIZE_THREAD__
#error "the program must be the one its author compiles"
#endif
int n, other (void);
int main (int argc, char **argv) { n = argc + other (); printf ("hello %s %d\n", argv[0], n); return n == 3 ? 0 : 5; }
END
cat >other.c <<'END'
#ifndef N
#define N 1
#endif
int other (void) { return N; }
END

# ---- the compiler ----
code 0 cc prog.c other.c -o prog
./prog x >out; [ $? = 0 ] && pass || fail "a program built with mazurka cc does not run by itself"
says out 'hello ./prog 3'
code 0 cc -MD -c prog.c -o p.o
says p.d 'prog.c'
code 0 cc -DN=7 -c other.c
code 0 cc p.o other.o -o prog7
./prog7 >out
says out 'hello ./prog7 8'
code 0 cc -S prog.c -o -
says out '__tsan_func_entry'
code 0 cc -E other.c
code 0 cc --version
says out 'gcc'
"$mazurka" cc -x c - -o std <<'END'
int main (void) { return 7; }
END
./std; [ $? = 7 ] && pass || fail "standard input as source"
printf '%s\n' '-c prog.c' '-o "q r.o"' >words
code 0 cc @words
[ -f 'q r.o' ] && pass || fail "@file"
code 0 cc -shared -fPIC other.c -o libother.so
code 0 cc prog.c -L. -lother -Wl,-rpath,. -o prog_shared
./prog_shared a >out
says out 'hello'
echo 'inline int f (void) { return 3; } int (*p) (void) = f; int main () { return 0; }' >old.c
code 0 check old.c
says err 'note: .*compiled with -fgnu89-inline'
echo 'int main (void) { return x; }' >wrong.c
code 1 cc -c wrong.c
says err "^wrong.c:1:.*error: .*x"
code 0 c++ -x c++ -c other.c -o other_cxx.o
MAZURKA_CC=clang "$mazurka" cc -c prog.c -o clang.o && nm clang.o | grep -q __tsan_func_entry && pass || fail "clang"
code 2 check wrong.c
says err "^wrong.c:1:.*error: .*x"
[ -z "$(ls tmp)" ] && pass || fail "something is left in the directory for temporary files: $(ls tmp)"

# ---- verdicts; sources and executables ----
code 0 check prog.c other.c --json=r.json -- ok
says out '^prog.c: ok — 6 executions, every behaviour covered$'
says out '^6 executions, 60 transitions, depth 10'
json r.json 'r["verdict"] == "ok" and r["exhaustive"] and r["engine"] == "native" and r["por"] == "optimal" and not r["stateful"]'
json r.json 'r["inputs"] == ["prog.c", "other.c"] and r["stats"]["executions"] == 6 and r["stats"]["threads"] == 3'
code 0 check ./prog
code 2 check prog.c
says err 'undefined reference'
code 2 check other.c                 # the author knows no place in our runtime where main is missing
says err '^mazurka: error: there is no main function'
! grep -q wrap_main err || fail "the linker's words about our runtime are shown"
echo 'init { skip }' > model.pml
code 2 check prog.c model.pml
says err '^model.pml: error: this is a Promela model, but prog.c is C'
code 2 check .
says err 'it is a folder; `mazurka test`'
code 2 check prog.c other.c --cflags='-DN=2 -Werror=nonsense'
code 0 check prog.c other.c --cflags='-DN=2'
gcc other.c prog.c -Ibin/include -o plain
code 2 check ./plain
says err 'not built with `mazurka cc`'
code 2 check ./prog other.c
code 2 check --engine=explicit prog.c other.c
code 2 check --por=ample prog.c other.c
for o in --search=dfs --store=plain --max-depth=3 --ends=empty --define=-DN; do
  code 2 check "$o" prog.c other.c
  says err "^prog.c:[0-9]+: error: ${o%%[x=]*}.*applies to models"
done
for o in --cflags=-O2 --allow-races --spurious --sample=3 --nondet=0,1 --max-threads=3; do
  code 2 check "$o" "$top/examples/peterson.pml"
  says err "peterson.pml: error: ${o%%=*} applies to C programs"
done
for o in --nondet=x --nondet=1.. --nondet=3..1 --nondet=1,,2 --nondet= --nondet=0..64 --nondet=99999999999999999999; do
  code 2 check "$o" prog.c other.c
  says err '^mazurka: error: --nondet: .* (is not a list of numbers|has more than 64)'
done
code 0 check --engine=native --por=source --sleep=off prog.c other.c --json=r.json
json r.json 'r["por"] == "source" and not r["sleep"]'
code 2 check --sleep=off prog.c other.c
says err '^mazurka: error: --por=optimal needs sleep sets$'
code 2 check --engine=native "$top/examples/peterson.pml"
code 2 check --por=static prog.c other.c
says err '^mazurka: error: --por=static applies to models; for C programs choose none, dpor, source, optimal or bounded$'
code 3 check ./prog --sample=10

# ---- findings ----
code 1 check prog.c other.c --json=r.json -- assert
says out 'fake.c:[0-9]+: assertion failed: fake_counter == 2'
says out '^  T1 in: fake_caller  fake.c:[0-9]+'
says out '^    called by fake_caller  fake.c:[0-9]+'
says out '✗ the assertion fails'
says out '^  fake.c +main +T1 fake_worker|^  fake.c +main +T1 fake_w'
says out ' lock\(fake_table.slots\[0\].lock\)'
says out ' load fake_counter → 0'
says out ' store fake_table.slots\[2\].value = -1'
says out ' trylock\(fake_table.slots\[1\].lock\) → EBUSY'
[ "$(wc -l <out)" -lt 30 ] && pass || fail "a trace of more than 30 lines"
[ "$(widest out)" -le 80 ] && pass || fail "more than 80 columns"
json r.json 'r["findings"][0]["kind"] == "assertion" and r["findings"][0]["line"] > 0 and r["findings"][0]["thread"] == "T1"'
json r.json '[s for s in r["findings"][0]["steps"] if s["op"] == "lock" and s["thread"] == "T2" and s["object"] == "fake_table.slots[1].lock" and s["line"] > 0]'
for name in worker caller; do
  line=$(awk "/^fake_$name /{ found = 1 } found && /return here/{ print NR; exit }" "$top/test/native/fake.c")
  eval "$name=$line"
done
json r.json "[f['line'] for f in r['findings'][0]['threads'][1]['stack']] == [$caller, $caller] and r['findings'][0]['line'] == $caller"
says prog.c.trace '^program other.c$'
says prog.c.trace '^argument assert$'
code 1 replay prog.c.trace
says out '^hello prog 3'
says out '^reproduced in [0-9]+ steps'
code 1 replay prog.c.trace --quiet
[ "$(grep -c hello out)" = 0 ] && pass || fail "output although --quiet"
sed 's/^message .*/message something else/' prog.c.trace >bad.trace
code 2 replay bad.trace
says err 'not reproduced: it ended differently: assertion failed'
# what the check was asked for reaches the program, and its trace keeps it
code 1 check ./prog --allow-races --spurious --max-events=77 --max-threads=5 --nondet=3,8 --trace=o.trace -- assert orders
says err 'note: orders: races 1 spurious 1 events 77 threads 5 values 2:8$'
code 1 replay o.trace
says out '^orders: races 1 spurious 1 events 77 threads 5 values 2:8$'
code 1 check ./prog --trace=o.trace -- assert orders
says err 'note: orders: races 0 spurious 0 events 100000 threads 0 values 2:1$'
code 1 replay o.trace
says out '^orders: races 0 spurious 0 events 100000 threads 0 values 2:1$'
cp other.c other.sav; echo >>other.c
code 2 replay prog.c.trace
says err 'has changed since'
mv other.sav other.c
sed 's/^option max-events.*/option cflags -fplugin=evil.so/' prog.c.trace >bad.trace
code 2 replay bad.trace
says err 'bad.trace:6: error: the flag -fplugin=evil.so is not one that a file may give'
sed 's/^0 0 /0 x /' prog.c.trace >bad.trace
code 2 replay bad.trace
says err 'expected a step'
mkdir sub && cp prog.c other.c prog.c.trace sub
mkdir else && (cd else && "$mazurka" replay ../sub/prog.c.trace >out 2>&1; [ $? = 1 ]) && pass || fail "a trace that moved with its program"
code 1 check ./prog --trace=t.trace -- deadlock
says out 'T1 waits to lock fake_table.slots\[1\].lock, held by T2'
says out 'main waits for T1 to end'
code 1 replay t.trace
code 1 check ./prog --json -- race
says err "data race on 'fake_counter': T1 writes it \\(fake.c:$worker\\) while main may read it \\(fake.c:$caller\\)"
says err 'the other access'
json out 'r["findings"][0]["kind"] == "data-race" and r["findings"][0]["other_stack"][0]["function"] == "fake_worker"'
code 1 check ./prog -- long
says out '… [0-9]+ steps left out \(--full shows all\)'
[ "$(wc -l <out)" -lt 40 ] && pass || fail "a long trace is shown whole"
code 1 check ./prog --full -- long
[ "$(grep -c yield out)" -gt 100 ] && pass || fail "--full does not show all"

# ---- what is not known is not ok ----
code 3 check ./prog -- unrepeatable
says err 'could not be repeated: nothing went wrong'
code 3 check ./prog -- cut
says out 'unknown — executions are longer than the limit \(--max-events\)'
code 3 check ./prog -- broken
code 0 check ./prog -- note
[ "$(grep -c 'note: files exist' err)" = 1 ] && pass || fail "a note is told once"
code 3 check ./prog -- exit
says out 'exit code 42 before the exploration was over'
code 3 check ./prog -- crash
says out 'killed by signal 11'
code 3 check ./prog -- nonsense
says out "records do not fit"
code 3 check ./prog -- close
code 3 check ./prog --memory=100M -- memory
says out 'limit on memory'
code 3 check ./prog --time=1 -- slow
says out 'not finished after'
code 3 check ./prog -- silent
says out 'no thread reached an operation for 10 seconds'
"$mazurka" check ./prog --json=r.json -- slow >out 2>err &
interrupt $!
[ $? = 3 ] && pass || fail "an interrupted run"
says out 'unknown — interrupted'
json r.json 'r["verdict"] == "unknown" and r["stats"]["executions"] > 0'
[ -z "$(ls tmp)" ] && pass || fail "something is left in the directory for temporary files: $(ls tmp)"

# a file that is no text is not taken for a model because nothing else is left
printf 'int main (void)\000{ return 0; }\n' >binary.c
code 2 check binary.c
says err '^binary.c:1: error: this is not a text file; expected C, a Promela model'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
