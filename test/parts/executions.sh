#!/bin/sh
# Models execution by execution: exact counts, traces, what is refused, and a
# fixed share of the random comparisons (test/trust/executions.py tries more).
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$root/test/command.sh"

# ---- the numbers of executions that are known ----
counts () {                       # MODEL N EXECUTIONS
  code 0 check "$root/bench/models/$1.pml" --define=-DN=$2 --por=optimal --json=r.json
  json r.json "s['executions'] == $3 and s['blocked'] == 0 and s['cut'] == 0 and r['por'] == 'optimal' and not r['stateful'] and r['sleep']"
  code 0 check "$root/bench/models/$1.pml" --define=-DN=$2 --por=source --json=r.json
  json r.json "s['executions'] == $3"
}
counts indexer 11 1
counts indexer 12 8
counts indexer 13 64
counts indexer 14 512
counts filesystem 12 1
counts filesystem 14 2
counts filesystem 16 8
counts filesystem 18 32
for p in "--por=dpor" "--por=dpor --sleep=off"; do
  code 0 check "$root/bench/models/indexer.pml" --define=-DN=11 $p --json=r.json
  json r.json "s['executions'] == 1 and s['transitions'] == 44"
done

# ---- a plan for one alternative of a step cannot be executed after another one ----
code 1 check "$root/test/corpus/promela/plan_of_another_way.pml" --por=optimal --all --simplify=off --json=r.json
json r.json "s['executions'] == 160 and s['blocked'] == 0 and r['exhaustive']"

# ---- stored states and sleep sets: the same states, as many transitions as states less one ----
code 0 check "$root/bench/models/indexer.pml" --define=-DN=3 --por=none --stateful=on --sleep=on --json=r.json
json r.json "s['states'] == 125 and s['transitions'] == 124 and r['stateful'] and r['sleep']"
code 0 check "$root/bench/models/indexer.pml" --define=-DN=3 --por=none --stateful=off --json=r.json
json r.json "s['executions'] == 34650 and not r['stateful'] and not r['sleep']"

# ---- traces replay ----
cat >philosophers.pml <<'END'
bit f[3];
active [3] proctype P ()
{
  byte l = _pid, r = (_pid + 1) % 3;
  atomic { !f[l] -> f[l] = 1 };
  atomic { !f[r] -> f[r] = 1 };
  f[l] = 0; f[r] = 0
}
END
for p in static dpor source optimal; do
  code 1 check philosophers.pml --por=$p --json=r.json
  json r.json 'r["findings"][0]["kind"] == "invalid-end" and len (r["findings"][0]["steps"]) >= 3'
  code 1 replay philosophers.pml.trace
  says out '^reproduced in [0-9,]+ steps'
done
code 1 check philosophers.pml --por=optimal --all --json=r.json
json r.json "s['executions'] == 7 and r['exhaustive']"

# ---- what does not end, and what does not go ----
echo 'bit z; active proctype A () { do :: z = 1 - z od } active proctype B () { z = 0 }' >cycle.pml
code 3 check cycle.pml --por=optimal
says out 'comes back to a state'
code 3 check cycle.pml --por=optimal --max-events=10
says out 'longer executions were cut'
code 0 check cycle.pml --por=static --sleep=on
refuses () {                      # PATTERN TEXT
  printf '%s\n' "$2" >refused.pml
  code 2 check refused.pml --por=optimal
  says err "^refused.pml:[0-9]+:[0-9]+: error: $1"
}
refuses 'timeout' 'byte x; active proctype A () { timeout -> x = 1 }'
refuses 'a rendezvous' 'chan c = [0] of {byte}; active proctype A () { c!1 } active proctype B () { byte b; c?b }'
refuses 'enabled' 'active proctype A () { enabled (1) } active proctype B () { skip }'
refuses 'a remote reference' 'active proctype B () { here: skip } active proctype A () { B[0]@here -> skip }'
refuses 'ltl p' 'bit x; active proctype A () { x = 1 } ltl p { <> x }'
code 0 check refused.pml --por=optimal --claim=safety
for o in "--por=optimal --sleep=off" "--por=optimal --stateful=on" "--por=ample --sleep=on" "--por=static --search=bfs" \
         "--por=optimal --invariant=x<2" "--por=source --store=compact" "--stateful=off" "--por=dpor --max-states=5"; do
  code 2 check refused.pml --claim=safety $o
  says err '^mazurka: error: --'
done

also python3 "$root/test/trust/executions.py" --mazurka "$mazurka" --models 50 --seed 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
