#!/bin/sh
# Automata out of and into the command: each format, SPIN's word on our never
# claims, and the same verdict for a property and for its automaton in a file.
# Usage: sh test/parts/export.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build/asan}}")/mazurka
. "$PWD/test/command.sh"

# The model without its properties, and its properties: each name, verdict and formula.
cat >plain.pml <<'END'
mtype = { ping, pong };
chan q = [2] of { mtype };
byte x, a[2]; bool go;
typedef T { byte f[2] }
T t;
active [2] proctype P () { do :: atomic { x < 2 -> x++ } :: atomic { x > 0 -> x-- } :: a[_pid] = 1 - a[_pid] od }
active proctype Q () {
  byte n;
wait: do
  :: q ! ping; n = 1 - n; go = !go
  :: q ? ping; t.f[1] = !t.f[1]
  :: n -> skip
  od
}
END
cat >properties <<'END'
p1 1 []<>(x == 1)
p2 0 [](x <= 2)
p3 1 [](go -> <>!go)
p4 1 <>[](t.f[1] == 0 && len(q) < 2)
p5 0 [](len(q) <= 2)
p6 1 []<>(Q@wait) && []<>!(a[0] == a[1])
p7 1 !(x == 1) U (go W t.f[1])
p8 0 (x == 0) && (!go W (len(q) > 0))
p9 0 [](Q:n <= 1)
END
cp plain.pml model.pml
while read -r name verdict formula; do echo "ltl $name { $formula }" >>model.pml; done <properties

# our own words, SPIN's, and the automaton's
while read -r name verdict formula; do
  code "$verdict" check model.pml --claim="$name"
  code 0 export hoa model.pml --claim="$name"
  cp out "$name.hoa"
  says out '^HOA: v1'
  says out "^name: \"the runs that violate: ltl $name \{"
  code "$verdict" check plain.pml --claim="$name.hoa"
  [ "$verdict" = 0 ] || code 1 replay "plain.pml.$name.hoa.trace"
  code 0 export never model.pml --claim="$name"
  says out "^never \{ /\* the runs that violate: ltl $name \{"
  cat plain.pml out >never.pml
  code "$verdict" check never.pml --claim=never
  rm -f pan*
  spin -a never.pml >out 2>err && gcc -O0 -w -DNOREDUCE -o pan pan.c 2>err && ./pan -a -E >out 2>err
  if grep -q 'errors: 0' out; then errors=0; elif grep -qE 'errors: [1-9]' out; then errors=1; else errors=none; fi
  [ "$errors" = "$verdict" ] && pass || fail "SPIN's verdict on the claim of $name: $errors, not $verdict"
  # a claim exported again is still the same
  code 0 export hoa never.pml --claim=never
  cp out again.hoa
  code "$verdict" check plain.pml --claim=again.hoa
done <properties

# a formula on its own, fairness, labels, and the model's one property
code 0 export hoa --ltl='[](p -> <>q)'
says out '^AP: 2 "p" "q"'
code 0 export never --ltl='[](x == 1 -> <> y[2] > 3)'
says out '\(x == 1\) && !\(y\[2\] > 3\)'
code 0 export dot --ltl='<>p'
says out '^digraph'
code 0 export dot plain.pml --ltl='<>(x == 3)'
says out 'label="!\(x==3\)'
code 0 export hoa --ltl='true'
code 0 export hoa --ltl='false'
printf 'byte x; active proctype P () { do :: x = 1 - x od } active proctype Q () { do :: skip od } ltl { []<>(x == 1) }\n' >one.pml
code 0 export hoa one.pml
cp out one.hoa
code 1 check one.pml --claim=one.hoa
code 0 check one.pml --claim=one.hoa --fair=weak
mkdir -p sub && cp one.hoa sub/two.hoa
code 1 check one.pml --claim=sub/two.hoa
code 1 replay one.pml.two.hoa.trace
sed -i 's/x==1/x==2/' sub/two.hoa
code 2 replay one.pml.two.hoa.trace
says err 'has changed'
printf 'byte x; active proctype P () { do :: x = 1 - x; progress: skip :: accept: skip od }\n' >labels.pml
code 0 export dot labels.pml --claim=progress
says out '!at_progress'
code 0 export hoa labels.pml --claim=acceptance
says out '^AP: 1 "at_accept"'

# Promela has nempty, not !empty
cp plain.pml never.pml
echo 'never { T0: do :: empty(q) :: else -> goto accept od; accept: do :: nempty(q) :: else -> goto T0 od }' >>never.pml
code 1 check never.pml --claim=never
code 0 export never never.pml
cat plain.pml out >again.pml
code 1 check again.pml --claim=never
code 0 export hoa never.pml
cp out never.hoa
code 1 check plain.pml --claim=never.hoa

# generalised acceptance, on edges, written by hand
cat >two.hoa <<'END'
HOA: v1
States: 1
Start: 0
AP: 2 "x == 1" "go"
Acceptance: 2 Inf(0)&Inf(1)
--BODY--
State: 0
[0&1] 0 {0 1}
[0&!1] 0 {0}
[!0&1] 0 {1}
[!0&!1] 0
--END--
END
code 1 check plain.pml --claim=two.hoa
code 1 replay plain.pml.two.hoa.trace
sed 's/"go"/"x > 2"/' two.hoa >none.hoa
code 0 check plain.pml --claim=none.hoa

# mistakes
code 2 export
code 2 export hoa
code 2 export hoa a b
code 2 export pdf plain.pml
says err "unknown format 'pdf'; expected hoa, never, dot"
code 2 export hoa plain.pml
says err 'no temporal property'
code 2 export hoa model.pml
says err 'choose one with --claim: p1, p2'
code 2 export hoa model.pml --claim=p99
code 2 export never labels.pml --claim=progress
says err 'labels have no name'
code 2 export hoa --ltl='[](p'
says err '^--ltl:1:'
code 2 check plain.pml --claim=missing.hoa
says err 'cannot read missing.hoa'
printf 'byte x;\n' >bad.hoa
code 2 check plain.pml --claim=bad.hoa
says err '^bad.hoa:1:'
sed 's/"go"/"y"/' two.hoa >bad.hoa
code 2 check plain.pml --claim=bad.hoa
says err '^bad.hoa:4:'
sed 's/"go"/"x) -> goto a; (x"/' two.hoa >bad.hoa
code 2 check plain.pml --claim=bad.hoa
sed 's/"go"/"go) || (x"/' two.hoa >bad.hoa
code 2 check plain.pml --claim=bad.hoa
says err '^bad.hoa:'
sed 's/"go"/"x++"/' two.hoa >bad.hoa
code 2 check plain.pml --claim=bad.hoa
sed 's/"go"/"x \/* "/' two.hoa >bad.hoa
code 2 check plain.pml --claim=bad.hoa

# ---- the reachable states, drawn ----
printf 'byte x;\nactive proctype P () { do :: x < 3 -> x++ :: x == 3 -> assert (x < 3) od }\n' >few.pml
code 0 export states few.pml
says out '^digraph "few.pml"'
says out 'label="P \(0\): x = \(x\+1\)"'
says out 'color=red'
[ "$(grep -cE '^  [0-9]+ \[label' out)" = "$("$mazurka" check few.pml --simplify=off --por=none --all --json --quiet 2>/dev/null | python3 -c 'import json, sys; print (json.load (sys.stdin)["stats"]["states"])')" ] && pass || fail "as many states as a check finds"
code 2 export states
printf 'int x;\nactive proctype P () { do :: x++ od }\n' >many.pml
code 2 export states many.pml
says err 'more than 2000 states'

# ---- the process types, drawn ----
cat >types.pml <<'END'
byte x;
chan q = [1] of {byte};
active proctype P () { do :: x < 3 -> x++; q!x :: x == 3 -> break od; progress: skip }
active proctype Q () { byte y; end: do :: q?y :: atomic { x == 1 -> x = 2 } od }
ltl { []<>(x == 1) }
END
code 0 export dot types.pml
says out '^digraph "types.pml"'
says out 'label="proctype P"'
says out 'p0_[0-9]+ -> p0_[0-9]+ \[label="q!x"\]'
says out 'p0_[0-9]+ -> p0_gone'
says out 'label="end\\n4", .*peripheries=2'
says out 'gray90'
# what leaves the places where the steps lead: from the start all of them are reached
python3 - out <<'END' && pass || fail "every place of a process is reached from its start"
import re, sys
text = open (sys.argv[1]).read ()
edges = [e for e in re.findall (r"(p\d+_\w+) -> (p\d+_\w+)", text)]
reached = set (re.findall (r"(p\d+_\d+) \[label=[^;]*penwidth=2", text))
for _ in edges:
    reached |= {b for a, b in edges if a in reached}
sys.exit (not edges or reached < set (sum (edges, ())))
END
code 0 export dot types.pml --ltl='<>(x == 3)'
says out '^digraph automaton'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
