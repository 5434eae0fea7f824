#!/bin/sh
# The command from outside: verdicts, exit codes, streams, traces, bad input.
# Usage: sh test/parts/cli.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build/asan}}")/mazurka
examples=$(realpath examples)
. "$PWD/test/command.sh"

# ---- verdicts of the examples; every trace replays ----
for name in peterson philosophers_fixed abp buffer; do
  code 0 check "$examples/$name.pml" --json=r.json
  says out '^[^:]*: ok — [0-9,]* states, every behaviour covered$'
  says out '^checked: assertions, invalid end state, run-time error$'
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
echo 'active proctype A () { byte n; do :: n < 100 -> n++ :: n > 2 -> break od }' >loop.pml
code 0 check loop.pml --unreached
says out '^every statement was executed'
code 3 check loop.pml --unreached --max-states=60
says out '^cannot tell which statements are never executed'
# a claim of so many states that nobody knows whether it counts steps is not reduced
{ echo 'byte x; active proctype A () { byte a; a = 1; x = 1 } active proctype B () { byte b; b = 1; b = 2 } never {'
  for step in 0 1 2 3 4 5 6 7 8 9; do echo "S$step: if :: x == 0 :: x == 1 -> goto T$step fi; x == 0; x < 2; x < 3;"; done
  for step in 0 1 2 3 4 5 6 7 8 9; do echo "T$step: x < $((step + 2)); x != $((step + 1));"; done
  echo '}'; } >large.pml
"$mazurka" check large.pml --claim=never --trace=/dev/null --json=r.json >out 2>err
json r.json 'r["por"] == "none" and "too large to tell" in r["properties"][-1]["no_por"]'
# a variable that looked like a lock, until somebody else gave it back
echo 'bit l; active proctype A () { atomic { l == 0 -> l = 1 } } active proctype B () { l = 0 }' >misused.pml
code 0 check misused.pml --por=optimal
says out '^2 executions'
# terminal states that only differ in where a process waits are different ones
for way in 0 1; do
  echo "byte x; active proctype A () { if :: $way == 0 -> x == 2 :: $way == 1 -> x == 2 fi }" >wait.pml
  code 1 check wait.pml --trace=/dev/null --json=wait.$way.json
done
json wait.0.json 'r["terminal"]["count"] == 1 and r["terminal"] != json.load (open ("wait.1.json"))["terminal"]'
code 0 check "$examples/peterson.pml" --unreached --color=always
says out 'never executed in P:|every statement was executed'

# ---- options of the check ----
# no room for the states of executions that are stored
code 3 check "$examples/../bench/models/sort.pml" --por=none --sleep=on --stateful=on --memory=100K
says out 'the limit on memory'
# by executions everything counts, wakeup trees too: what is shown is what is compared
code 3 check "$examples/../bench/models/filesystem.pml" --por=optimal --memory=1M
says out 'the limit on memory'
code 3 check "$examples/../bench/models/filesystem.pml" --por=source --stateful=on --memory=1M
says out 'the limit on memory'
code 0 check "$examples/../bench/models/filesystem.pml" --por=source --stateful=on --memory=1G
# an invariant sees each location that it names, however many steps there were one
echo 'byte x; active proctype P () { byte i; i = 1; L: i = 2; i = 3; x = i }' >where.pml
code 1 check where.pml --trace=/dev/null --invariant='!P@L'
# who gets no more memory from the machine has proved nothing (with a sanitizer the command does not even start)
echo 'int x, y; active proctype P () { do :: x++; assert (x >= 0) od } active proctype Q () { do :: y++; assert (y >= 0) od }' >deep.pml
(ulimit -v 60000; "$mazurka" check deep.pml --trace=/dev/null) >out 2>err </dev/null
if [ $? != 0 ]; then pass; else fail "out of memory, and the exit code is 0"; fi
code 3 check "$examples/abp.pml" --max-states=100
says out 'unknown — .*--max-states'
code 3 check "$examples/abp.pml" --store=bitstate
code 1 check "$examples/peterson.pml" --invariant='inside == 0'
says out 'inside == 0'
code 1 replay peterson.pml.trace
code 0 check "$examples/peterson.pml" --invariant='inside < 2'
says out '^checked: assertions, invariant inside < 2, '
cat >turns.pml <<'END'
byte x;
active proctype A () { do :: x == 1 -> x = 0 od }
active proctype B () { do :: x == 0 -> x = 1 od }
#ifdef CLAIM
never { do :: enabled(0) == enabled(1) -> break :: else od }
#endif
END
code 0 check turns.pml --invariant='enabled(0) != enabled(1)'
code 1 check turns.pml --invariant='!enabled(0) || enabled(1)'
code 0 check turns.pml --ltl='[] <> enabled(0)'
code 1 check turns.pml --ltl='<> [] enabled(0)'
code 0 check turns.pml -DCLAIM
code 2 check "$examples/peterson.pml" --invariant='inside <'
says err '^--invariant:'
code 0 check "$examples/philosophers.pml" --ends=off
code 1 check "$examples/philosophers.pml" --define='-DN=4'
code 1 replay philosophers.pml.trace
printf '#define TEXT C\nactive proctype A () { assert (TEXT == 97) }\n' >quoted.pml
code 0 check quoted.pml "-DC='a'"
code 1 check quoted.pml "-DC='b'"
code 1 replay quoted.pml.trace
code 2 check "$examples/peterson.pml" --serch=bfs
says err 'did you mean --search'
code 2 check
code 2 check a b
code 2 frobnicate
code 0 --help
code 0 help check
code 0 --version

# ---- temporal properties: each has its verdict, lassos replay ----
cat >ltl.pml <<'END'
byte x; bool go;
active proctype P () { do :: x = 1 :: x = 0 od }
active proctype Q () { do :: go = !go; progress: skip od }
ltl p1 { []<>(x == 1) }
ltl p2 { [](x < 2) }
ltl p3 { []<>go }
ltl p4 { [](x == 0) }
END
code 1 check ltl.pml --json=r.json
json r.json '{p["name"]: p["verdict"] for p in r["properties"]} == {"safety": "ok", "p1": "violation", "p2": "ok", "p3": "violation", "p4": "violation", "non-progress cycles": "violation"}'
json r.json '[f["loop_start"] is None for f in r["findings"]] == [False, False, True, False]'
json r.json 'sorted (set (f["kind"] for f in r["findings"])) == ["livelock", "ltl"]'
json r.json 'r["stats"] == r["properties"][0]["stats"] and r["stats"]["states"] != r["properties"][-1]["stats"]["states"]'
says out 'ltl p1 does not hold'
says out 'the cycle starts here and repeats forever'
for name in p1 p3 p4 progress; do
  code 1 replay ltl.pml.$name.trace
  says out '^reproduced in'
done
sed 's/^loop .*/loop 0/' ltl.pml.p3.trace >bad.trace
code 2 replay bad.trace
says err 'not reproduced'
sed 's/^finding/option fair weak\n&/' ltl.pml.p3.trace >unfair.trace      # Q never moves
code 2 replay unfair.trace
says err 'not reproduced'
code 1 check ltl.pml --fair=weak --json=r.json
json r.json '{p["name"]: p["verdict"] for p in r["properties"]} == {"safety": "ok", "p1": "violation", "p2": "ok", "p3": "ok", "p4": "violation", "non-progress cycles": "ok"}'
code 1 replay ltl.pml.p1.trace
code 0 check ltl.pml --claim=p3 --fair=strong
says out '^checked: ltl p3 '
code 1 check ltl.pml --claim p4 --trace=t.trace
code 1 replay t.trace
code 0 check ltl.pml --claim=progress --fair=weak
code 0 check ltl.pml --claim=safety
code 2 check ltl.pml --claim=p9
says err 'no property p9; expected one of safety, p1, p2, p3, p4, progress'
code 0 check "$examples/peterson.pml" --ltl='[] (inside < 2)'
code 1 check "$examples/peterson.pml" --ltl='[] (inside == 0)' --claim=formula
code 1 replay peterson.pml.formula.trace
# reduced where that is sound; else it says why
cat >reduced.pml <<'END'
byte x;
active proctype P () { byte a; a = 1; a = 2; a = 3; x = a }
active proctype Q () { byte b; b = 1; b = 2; b = 3; x = b }
never { do :: x == 0 :: x != 0 -> break od; x == 0 }
ltl even { (x == 0) && X X X (x == 0) }
ltl changes { <> ((x == 0) && X !(x == 0)) }
END
code 0 check reduced.pml --simplify=off --json=r.json
json r.json '[p["por"] for p in r["properties"][1:]] == ["none", "none", "stubborn"]'
json r.json 'all (("no_por" in p) and bool (p["no_por"]) == (p["por"] == "none") for p in r["properties"])'
says out 'never .*, ltl even .*: partial-order reduction is off: the property counts steps'
code 0 check reduced.pml --simplify=off --claim=changes --json=r.json
code 0 check reduced.pml --simplify=off --claim=changes --por=none --json=full.json
json r.json 'r["stats"]["states"] < json.load (open ("full.json"))["stats"]["states"]'
json full.json 'r["properties"][0]["por"] == "none" and r["properties"][0]["no_por"] is None'
code 2 check ltl.pml --ltl='[] ('
says err '^--ltl:'
# a run that ends goes on in its last state, also under fairness (Spin#38)
printf 'byte n; active proctype P(){n=1} active proctype Q(){n=2} ltl t {<>[](n==1)}\n' >ends.pml
for fair in none weak strong; do
  code 1 check ends.pml --fair=$fair
  says out 'stays in this state forever'
  code 1 replay ends.pml.t.trace
done
cat >never.pml <<'END'
byte x;
active proctype P () { do :: x = 1 - x od }
never { T0: do :: x == 0 :: atomic { x == 1 -> assert (x != 1) } od }
END
code 1 check never.pml --json=r.json
json r.json 'r["findings"][0]["property"] == "never_0" and len (r["findings"][0]["steps"]) == 1'
code 1 replay never.pml.never_0.trace
printf 'byte x; active proctype P () { do :: x = 1 - x :: accept: skip od }\n' >accept.pml
code 1 check accept.pml
says out 'an acceptance cycle'
code 1 replay accept.pml.acceptance.trace
# a run that ends is no cycle without progress, but may stay at an accept label
printf 'byte x; active proctype P () { progress: x = 1; end: x == 2 }\n' >labels.pml
code 0 check labels.pml
printf 'byte x; active proctype P () { x = 1; accept: x == 2 }\n' >labels.pml
code 1 check labels.pml --claim=acceptance
code 1 replay labels.pml.acceptance.trace

# ---- bad input ----
printf 'int main (void)\n{ return 0; }\n' >c.pml
code 0 check c.pml
says out '^c.pml: ok — 1 execution, every behaviour covered$'
code 0 simulate c.pml
says out '^c.pml: ended in a valid end state'
code 2 check /nonexistent.pml
code 2 check .
code 2 replay "$examples/peterson.pml"
says err ':1: error: not a trace'
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

# ---- all findings: one for each statement that fails, whatever it says ----
cat >two.pml <<'END'
byte x;
active proctype P () {
  if
  :: x = 1; assert (x == 0)
  :: x = 2;
     assert (x == 0)
  fi
}
END
code 1 check two.pml --json=r.json
json r.json 'len (r["findings"]) == 1'
code 1 check two.pml --all --json=r.json
json r.json 'sorted (f["line"] for f in r["findings"]) == [4, 6]'

# ---- a step says which send its message comes from ----
cat >order.py <<'END'
import json
seen = 0
for f in json.load (open ("r.json"))["findings"]:
    full = {}
    for i, s in enumerate (f["steps"]):
        if s["op"] == "send":
            full.setdefault (s["object"], []).append (i)
        if s["op"] == "receive":
            sent = full[s["object"]].pop (0)
            wanted = None if f["steps"][sent]["thread"] == s["thread"] else sent
            assert s["after"] == wanted, (i, s["after"], wanted)
            assert s["after"] is None or f["steps"][sent]["message"].replace ("!", "?") == s["message"]
            seen += 1
        elif s["op"] == "send":
            assert s["after"] is None
assert seen > 3
END
for model in abp_broken buffer_broken; do
  code 1 check "$examples/$model.pml" --simplify=off --json=r.json
  if grep -q '"op": "receive"' r.json; then
    python3 order.py 2>err && pass || fail "messages of $model"
  fi
done

cat >random.pml <<'END'
chan q = [3] of { byte };
active proctype P () { q!1; q!2; q!1 }
active proctype Q () { len (q) == 3; q??2; q?1; q?<1>; q?1; assert (false) }
END
code 1 check random.pml --simplify=off --json=r.json
json r.json '[f["steps"][s["after"]]["message"] if s["after"] is not None else None for f in r["findings"] for s in f["steps"] if s["op"] == "receive"] == ["q!2", "q!1", None, "q!1"]'
json r.json 'len (set (s["after"] for s in r["findings"][0]["steps"])) == 4'

# ---- options that traces keep ----
cat >lossy.pml <<'END'
chan q = [1] of { byte };
active proctype P () { q!1; q!2; assert (false) }
END
code 1 check lossy.pml --ends=off --lossy
code 1 replay lossy.pml.trace
sed '/^option lossy/d' lossy.pml.trace >bad.trace
code 2 replay bad.trace
code 1 check ltl.pml --trace=first.trace
says first.trace '^option claim p1$'
code 1 replay first.trace

# ---- simulation ----
code 1 simulate lossy.pml --lossy
says out 'assertion failed'
code 0 simulate "$examples/peterson.pml" --seed=5 --steps=200
cp out first
code 0 simulate "$examples/peterson.pml" --seed=5 --steps=200
cmp -s out first && pass || fail "a seed does not repeat the run"
says out 'seed 5 '
code 0 simulate "$examples/abp.pml" --steps=50 --messages
code 0 simulate "$examples/abp.pml" --steps=50 --variables --trace=sim.trace
code 0 replay sim.trace
says out '^50 steps replayed; nothing went wrong'
sed 's/^\([01]\) [0-9]* /\1 999 /' sim.trace >bad.trace
code 2 replay bad.trace
printf 's\nh\nx\n99\n\n1\nq\n' >keys
"$mazurka" simulate --interactive "$examples/peterson.pml" <keys >out 2>err
[ $? = 0 ] && pass || fail "interactive simulation"
says out "'99' is not one of the choices"
says out 'stopped after 2 steps'

# ---- fairness is for all processes, also those beyond the 64th ----
cat >many.pml <<'END'
bool x;
active [64] proctype B () { false }
active proctype L () { do :: skip od }
active proctype S () { x = true }
ltl p { <> x }
END
code 0 check many.pml --claim=p --fair=weak
code 0 check many.pml --claim=p --fair=strong
code 1 check many.pml --claim=p

# ---- without an initial state nothing is known of runs ----
cat >begin.pml <<'END'
byte a[2];
active proctype P () { byte i = 5; byte b = a[i]; b = 1 }
ltl p { <> (a[0] == 1) }
END
code 3 check begin.pml --claim=p
says out 'unknown — begin.pml:[0-9]+: index 5 of a is outside 0..1'
code 1 check begin.pml

# ---- an invalid end state is where the first process that is stuck is ----
printf 'byte g;\nactive proctype A () {\n  g == 1\n}\nactive proctype B () {\n  g == 2\n}\n' >two.pml
code 1 check two.pml
says out '^two.pml:3: invalid end state: A \(0\) at line 3, B \(1\) at line 6 cannot go on'

# ---- what reduction there was ----
code 1 check two.pml --search=bfs --json=r.json
json r.json 'r["properties"][0]["por"] == "none" and r["properties"][0]["no_por"] == "not available with --search=bfs"'
code 1 check two.pml --json=r.json
json r.json 'r["properties"][0]["por"] == "stubborn" and r["properties"][0]["no_por"] is None'

# ---- an interrupted run tells what it knows ----
cat >big.pml <<'END'
int a, b, c;
active proctype A () { do :: a++ od }
active proctype B () { do :: b++ od }
active proctype C () { do :: c++ od }
END
"$mazurka" check big.pml --simplify=off --time=60 --json=r.json >out 2>err &
interrupt $!
[ $? = 3 ] && pass || fail "an interrupted run"
says out 'unknown — interrupted'
json r.json 'r["verdict"] == "unknown" and not r["exhaustive"] and r["stats"]["states"] > 0'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
