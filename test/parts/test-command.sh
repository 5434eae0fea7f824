#!/bin/sh
# mazurka test: what it finds, what it says, what it remembers.
# Usage: sh test/parts/test-command.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
top=$PWD
. "$PWD/test/command.sh"
export COLUMNS=200

mkdir -p suite/c suite/models suite/.hidden
cp "$top/examples/c/philosophers.c" "$top/examples/c/philosophers_broken.c" suite/c
cp "$top/examples/peterson.pml" suite/models
cp suite/c/philosophers_broken.c suite/.hidden
echo 'int helper (void) { return 0; }' >suite/c/helper.c
printf '// mazurka: with=helper.c -DWANTED=3 -- 3\nint helper (void);\nint main (int argc, char **argv) { (void) argv; return helper () || argc != 2 || WANTED != 3; }\n' >suite/c/two.c
printf '/* mazurka: expect=violation */\n#include <assert.h>\nint main (void) { assert (0); }\n' >suite/c/meant.c
"$mazurka" cc suite/c/philosophers.c -o suite/built || fail "cannot build"

# ---- a folder ----
code 1 test suite
says out '^ok +suite/c/philosophers.c +6 executions'
says out '^VIOLATION +suite/c/philosophers_broken.c +deadlock: main, T1, T2 and T3 can never continue'
says out '^ok +suite/c/two.c +1 execution'
says out '^ok +suite/c/meant.c +violation, as expected'
says out '^ok +suite/models/peterson.pml +38 states'
says out '^ok +suite/built '
says out '^5 passed, 1 failed$'
says out 'mazurka replay .mazurka/suite_c_philosophers_broken.c.trace'
[ "$(grep -cE '^(ok|VIOLATION) ' out)" = 6 ] && pass || fail "what is no program, or hidden, is tested"
code 1 replay .mazurka/suite_c_philosophers_broken.c.trace

# ---- what failed is tried first, also after a change that does not help ----
code 1 test suite/c/philosophers_broken.c
says out '^VIOLATION .*can never continue \(again\)'
echo '/* no better */' >>suite/c/philosophers_broken.c
code 1 test suite/c/philosophers_broken.c
says out ' \(again\)'
cp suite/c/philosophers.c suite/c/philosophers_broken.c
code 0 test suite/c/philosophers_broken.c
says out '^ok .*6 executions'
[ ! -e .mazurka/suite_c_philosophers_broken.c.trace ] && pass || fail "a trace of what is mended is kept"

# ---- exit codes ----
code 0 test suite --quiet
[ "$(cat out)" = '6 passed' ] && pass || fail "--quiet"
printf '// mazurka: expect=violation\nint main (void) { return 0; }\n' >fine.c
code 1 test fine.c
says out '^WRONG +fine.c +expected violation'
echo 'int main (void) { return x; }' >wrong.c
code 2 test wrong.c suite
says out '^ERROR +wrong.c +wrong.c:1'
says out '1 could not be checked'
printf '// mazurka: --executions=1\n' | cat - "$top/examples/c/buffer.c" >long.c
code 3 test long.c
says out '^unknown +long.c '
says out '^0 passed, 1 unknown'
code 1 test long.c wrong.c fine.c --junit=r.xml
/usr/bin/python3 -c 'import xml.etree.ElementTree as e; r = e.parse ("r.xml").getroot ()[0].attrib; assert (r["tests"], r["failures"], r["errors"]) == ("3", "1", "2"), r' && pass || fail "JUnit"
mkdir empty
cp r.xml empty/report.xml                     # quotes of programs are no programs
printf '# Notes\n\n    int main (void) { return 1; }\n' >empty/notes.md
printf '#include <mazurka/protocol.h>\nint helper (void);\n' >empty/helper.h
code 2 test empty
says err 'nothing to check here'
code 2 test gone
says err 'cannot read gone'
printf '// mazurka: expect=vilation\nint main (void) { return 0; }\n' >typo.c
code 2 test typo.c
says err '^typo.c:1: error: .*expected ok, violation or unknown'
code 2 test suite -- 3
says err 'mazurka.toml'
code 2 check suite/c/philosophers.c suite/c/two.c
says err '^suite/c/two.c:3: error: these are two programs: suite/c/philosophers.c:[0-9]+ has a main function, too'

# ---- mazurka.toml ----
mkdir -p project/src
cp "$top/examples/c/philosophers_broken.c" project/src/dinner.c
echo 'int helper (void) { return 0; }' >project/src/helper.c
sed 1d suite/c/two.c >project/src/two.c
cat >project/mazurka.toml <<'END'
time = 30      # of each
options = ["-DWANTED=3"]

[[test]]
name = "dinner party"
files = ["src/dinner.c"]
expect = "violation"
time = "20s"

[[test]]
files = ["src/two.c",
         'src/helper.c']   # both
args = ["3"]
END
code 0 test project
says out '^ok +dinner party +violation, as expected'
says out '^ok +src/two.c '
code 1 replay 'project/.mazurka/dinner party.trace'
code 0 test project/mazurka.toml
sed -i 's/expect = .*/expect = "ok"/' project/mazurka.toml
code 1 test project
says out '^VIOLATION +dinner party .*\(again\)'
for line in 'name = "x' 'nonsense = 3' '[[tests]]' 'files = "x"' 'files = ["a" "b"]' '= 3' 'time = 3 4' 'time = "soon"'; do
  printf '[[test]]\nfiles = ["x.c"]\n%s\n' "$line" >project/mazurka.toml
  code 2 test project
  says err '^project/mazurka.toml:3: error: '
done
printf '[[test]]\nfiles = ["src/two.c"]\n[[test]]\nfiles = ["src/two.c"]\n' >project/mazurka.toml
code 2 test project
says err 'two tests are called src/two.c'

# ---- watching ----
printf 'int main (void) { return 0; }\n' >watched.c
"$mazurka" test watched.c fine.c --watch >out 2>err </dev/null &
pid=$!
wait_for () { n=0; while [ "$(grep -cE "$1" out)" -lt "$2" ] && [ $n -lt 300 ]; do n=$((n + 1)); sleep 0.1; done; [ $n -lt 300 ]; }
wait_for 'waiting for changes' 1 && pass || fail "nothing is watched"
printf 'int main (void) { return 1; }\n' >watched.c
wait_for 'waiting for changes' 2 && pass || fail "a change goes unnoticed"
says out '^VIOLATION +watched.c .*exit'
[ "$(grep -c '^WRONG' out)" = 1 ] && pass || fail "what did not change is run again"
kill -INT "$pid"
wait "$pid"
[ $? = 1 ] && pass || fail "the exit code after Ctrl-C"
mkdir young
printf 'int main (void) { return 0; }\n' >young/first.c
"$mazurka" test young --watch >out 2>err </dev/null &
pid=$!
wait_for 'waiting for changes' 1
echo 'init { assert (false) }' >young/second.pml
wait_for 'waiting for changes' 2 && pass || fail "a new file goes unnoticed"
says out '^VIOLATION +young/second.pml'
[ "$(grep -c 'first.c' out)" = 1 ] && pass || fail "what did not change is run again"
printf '// mazurka: expect=violation\nint main (void) { return 1; }\n' >young/first.c
wait_for 'waiting for changes' 3
says out '^ok +young/first.c'
kill -INT "$pid"
wait "$pid"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
