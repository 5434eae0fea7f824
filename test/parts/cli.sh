#!/bin/sh
# The command from outside: verdicts, exit codes, streams, traces, bad input.
# Usage: sh test/parts/cli.sh [path of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-build/asan/mazurka}")
examples=$(realpath examples)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99

pass () { passed=$((passed + 1)); }
fail () {
  failed=$((failed + 1))
  echo "failed: $*"
  head -n 5 out err
}

# code WANTED ARGS...: runs mazurka, keeps out and err, compares the exit code
code () {
  wanted=$1
  shift
  "$mazurka" "$@" >out 2>err </dev/null
  status=$?
  if [ "$status" = "$wanted" ]; then pass; else fail "exit code $status, not $wanted: mazurka $*"; fi
}

# says FILE PATTERN: the last run wrote it
says () {
  if grep -qE -e "$2" "$1"; then pass; else fail "no '$2' in $1"; fi
}

empty () {
  if [ -s "$1" ]; then fail "$1 is not empty"; else pass; fi
}

json () {
  if python3 -c "import json,sys; r = json.load(open('$1')); sys.exit(0 if ($2) else 1)"; then pass
  else fail "not so in $1: $2"; fi
}

# ---- verdicts of the examples; every trace replays ----
for name in peterson philosophers_fixed abp buffer; do
  code 0 check "$examples/$name.pml" --json=r.json
  says out '^[^:]*: ok — every reachable state'
  says out '^[0-9,]+ states, [0-9,]+ transitions, depth [0-9,]+, '
  json r.json 'r["verdict"] == "ok" and r["exhaustive"] and not r["findings"]'
  empty err
done
for name in peterson_broken philosophers abp_broken buffer_broken; do
  for search in dfs bfs; do
    code 1 check "$examples/$name.pml" --search=$search --json=r.json
    json r.json 'r["verdict"] == "violation" and len (r["findings"]) == 1 and r["findings"][0]["steps"]'
    code 1 replay "$name.pml.trace"
    says out '^reproduced in [0-9,]+ steps'
    if grep -q '^option simplify' "$name.pml.trace"; then fail "the trace of $name is not one of the model as written"
    else pass; fi
    code 1 replay "$name.pml.trace" --messages --full
    code 1 replay --quiet "$name.pml.trace"
  done
done

# ---- streams ----
code 1 check --json "$examples/peterson_broken.pml" --trace=t.trace
json out 'r["findings"][0]["kind"] == "assertion" and r["stats"]["states"] > 0'
says err 'assertion'
code 0 check --quiet "$examples/peterson.pml"
[ "$(wc -l <out)" = 1 ] && pass || fail "--quiet prints more than a line"
code 2 check "$examples/peterson.pml" --json=/nonexistent/r.json
code 1 check "$examples/peterson_broken.pml" --trace=/nonexistent/t.trace
says err 'cannot write the trace'
code 0 check "$examples/peterson.pml" --unreached --color=always
says out 'never executed in P:|every statement was executed'

# ---- options of the check ----
code 3 check "$examples/abp.pml" --max-states=100
says out 'unknown — .*--max-states'
code 3 check "$examples/abp.pml" --store=bitstate
code 1 check "$examples/peterson.pml" --invariant='inside == 0'
says out 'inside == 0'
code 1 replay peterson.pml.trace
code 0 check "$examples/peterson.pml" --invariant='inside < 2'
says out 'and the invariant inside < 2'
code 2 check "$examples/peterson.pml" --invariant='inside <'
says err '^--invariant:'
code 0 check "$examples/philosophers.pml" --ends=off
code 1 check "$examples/philosophers.pml" --define='-DN=4'
code 1 replay philosophers.pml.trace
code 2 check "$examples/peterson.pml" --serch=bfs
says err 'did you mean --search'
code 2 check
code 2 check a b
code 2 frobnicate
code 0 --help
code 0 help check
code 0 --version

# ---- properties that are not checked are said ----
printf 'byte x;\nltl p1 { [] (x < 2) }\nactive proctype P () { progress: x = 1 }\n' >ltl.pml
code 3 check ltl.pml --json=r.json
says out '^not checked: ltl p1 \(ltl.pml:2\)'
says out '^not checked: non-progress cycles \(ltl.pml:3\)'
json r.json 'r["verdict"] == "unknown" and [p["verdict"] for p in r["properties"]] == ["ok", "unknown", "unknown"]'

# ---- bad input ----
printf 'int main (void)\n{ return 0; }\n' >c.pml
code 2 check c.pml
says err '^c.pml:1: error: C programs are not supported'
code 2 check /nonexistent.pml
code 2 check .
code 2 replay "$examples/peterson.pml"
says err ':1: error: not a trace file'
code 2 check peterson_broken.pml.trace
says err 'mazurka replay'
cp "$examples/peterson_broken.pml" mine.pml
code 1 check mine.pml
echo '/* changed */' >>mine.pml
code 2 replay mine.pml.trace
says err '^mine.pml.trace:3: error: mine.pml has changed'
cp "$examples/peterson_broken.pml" mine.pml
sed -i 's/^0 [0-9]* /0 999 /' mine.pml.trace
code 2 replay mine.pml.trace
says err '^mine.pml.trace:[0-9]+: error: this step cannot be executed here'
mkdir -p dir/sub && cp "$examples/peterson_broken.pml" dir/sub/m.pml
(cd dir/sub && "$mazurka" check m.pml >/dev/null)
code 1 replay dir/sub/m.pml.trace

# ---- simulation ----
code 0 simulate "$examples/peterson.pml" --seed=5 --steps=200
cp out first
code 0 simulate "$examples/peterson.pml" --seed=5 --steps=200
cmp -s out first && pass || fail "a seed does not repeat the run"
says out 'seed 5 '
code 0 simulate "$examples/abp.pml" --steps=50 --messages
code 0 simulate "$examples/abp.pml" --steps=50 --variables --trace=sim.trace
code 0 replay sim.trace
says out '^50 steps executed, nothing wrong'
printf 's\nh\nx\n99\n\n1\nq\n' >keys
"$mazurka" simulate --interactive "$examples/peterson.pml" <keys >out 2>err
[ $? = 0 ] && pass || fail "interactive simulation"
says out "'99' is not one of the choices"
says out 'stopped after 2 steps'

# ---- an interrupted run tells what it knows ----
cat >big.pml <<'END'
int a, b, c;
active proctype A () { do :: a++ od }
active proctype B () { do :: b++ od }
active proctype C () { do :: c++ od }
END
"$mazurka" check big.pml --simplify=off --json=r.json >out 2>err &
sleep 1
kill -INT $!
wait $!
[ $? = 3 ] && pass || fail "an interrupted run"
says out 'unknown — interrupted'
json r.json 'r["verdict"] == "unknown" and not r["exhaustive"] and r["stats"]["states"] > 0'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
