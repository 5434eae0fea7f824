#!/bin/sh
# The symbolic engines: proofs without a bound, the file system's races, circuits for berkeley-abc, what is refused, and random models
# against the explicit engine.
cd "$(dirname "$0")/../.." || exit 1
mazurka=${BUILD:-build}/mazurka
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
good=0 bad=0
note () { if [ "$1" = 0 ]; then good=$((good + 1)); else bad=$((bad + 1)); echo "failed: $2"; fi; }

# expect CODE OPTIONS...: the exit code of a check
expect () {
  code=$1; shift
  "$mazurka" check --quiet --claim=safety --trace="$place/trace" "$@" > "$place/out" 2> "$place/err"
  got=$?
  [ "$got" = "$code" ]; note $? "mazurka check $* exits with $got, not $code: $(cat "$place/out" "$place/err" | head -3)"
}

for model in peterson symbolic/bakery symbolic/ticket symbolic/rwlock; do
  expect 0 --engine=bdd "examples/$model.pml"
done
for model in peterson symbolic/bakery symbolic/rwlock; do
  expect 0 --engine=ic3 "examples/$model.pml"
done
for engine in bmc induction ic3 bdd portfolio; do
  expect 1 --engine=$engine examples/peterson_broken.pml
done
expect 3 --engine=bmc --max-depth=5 examples/peterson.pml
grep -q 'no violation up to depth 5' "$place/out"; note $? "bmc says up to which depth nothing was found"
# at its bound no engine has proved anything, nor where there was no time to ask
for engine in bmc induction ic3 bdd; do
  expect 3 --engine=$engine --max-depth=2 examples/peterson.pml
  grep -q 'deeper states were not explored (--max-depth)' "$place/out"; note $? "$engine says that --max-depth ended it"
  expect 3 --engine=$engine --time=0.000001 examples/peterson.pml
  grep -q 'not finished in time (--time)' "$place/out"; note $? "$engine says that --time ended it"
done
# the violation is seven steps away, and only a claim that was never asked for at the base could miss it
printf 'byte n;\nactive proctype P () { do :: n < 7 -> n++ :: n == 7 -> assert (false) od }\n' > "$place/seven.pml"
for engine in bmc induction ic3 bdd; do
  expect 1 --engine=$engine "$place/seven.pml"
done

# temporal properties: expect_formula FAIRNESS CODE MODEL, for the engines that can prove; bounded model checking finds violations only
expect_formula () {
  for engine in bmc induction ic3 bdd; do
    [ "$engine$2" = bmc0 ] && continue
    "$mazurka" check --quiet --claim=f --max-depth=60 --fair="$1" --engine=$engine --trace="$place/run" "$3" > "$place/out" 2> "$place/err"
    got=$?
    [ "$got" = "$2" ]; note $? "--engine=$engine --fair=$1 $3 exits with $got, not $2: $(cat "$place/out" "$place/err" | head -3)"
  done
}
# P waits for what nobody does: fairness does not make it move
cat > "$place/waits.pml" << 'END'
bool x;
active proctype P () { x }
active proctype Q () { byte n; do :: n = 1 - n od }
ltl f { <> x }
END
cat > "$place/toggles.pml" << 'END'
bool a, x;
active proctype P () { a -> x = true }
active proctype Q () { do :: a = !a od }
ltl f { <> x }
END
printf 'byte n;\nactive proctype P () { n = 1; n = 2 }\nltl f { <> (n == 3) }\n' > "$place/ends.pml"
printf 'byte n;\nactive proctype P () { do :: n < 3 -> n++ :: else -> n = 0 od }\nltl f { [] <> (n == 3) }\n' > "$place/counts.pml"
for fairness in none weak strong; do
  expect_formula $fairness 1 "$place/waits.pml"
  expect_formula $fairness 1 "$place/ends.pml"
  expect_formula $fairness 0 "$place/counts.pml"
done
# who counts steps is not reduced for: either process may come first
printf 'bool a, b;\nactive proctype P () { a = true }\nactive proctype Q () { b = true }\nltl f { X !a }\nltl g { X !b }\n' > "$place/next.pml"
for claim in f g; do
  "$mazurka" check --quiet --claim=$claim --engine=bdd --por=static --trace="$place/run" "$place/next.pml" > "$place/out" 2> "$place/err"
  [ $? = 1 ]; note $? "$claim counts steps, and is violated: $(cat "$place/out" "$place/err" | head -3)"
done
expect_formula weak 1 "$place/toggles.pml"
expect_formula strong 0 "$place/toggles.pml"
for mode in none static 'static --transactions'; do
  # shellcheck disable=SC2086
  expect 1 --engine=bmc --por=$mode --define=-DRACE=2 examples/symbolic/filesystem.pml
done
expect 0 --engine=bdd --por=static --transactions --define=-DRACE=0 examples/symbolic/filesystem.pml
# the same in C: protected, and with the deep race and the shallow one; lock patterns shrink the explicit engine's sets, too
for race in 1 2; do
  expect 1 --engine=bmc --por=static --transactions --cflags=-DRACE=$race examples/symbolic/filesystem.c
  expect 1 --engine=explicit --transactions --cflags=-DRACE=$race examples/symbolic/filesystem.c
done
expect 0 --engine=explicit --transactions --json="$place/locks.json" --cflags=-DRACE=0 examples/symbolic/filesystem.c
expect 0 --engine=explicit --json="$place/plain.json" --cflags=-DRACE=0 examples/symbolic/filesystem.c
python3 - "$place" <<'END'; note $? "lock patterns leave fewer states of the file system"
import json, sys
locks, plain = (json.load(open(f"{sys.argv[1]}/{n}.json"))["stats"]["states"] for n in ("locks", "plain"))
sys.exit(not 0 < locks < 0.8 * plain)
END

# a finding replays, like any other
"$mazurka" check --engine=ic3 --trace="$place/found" examples/peterson_broken.pml > /dev/null 2>&1
"$mazurka" replay "$place/found" > /dev/null 2>&1
[ $? = 1 ]; note $? "the trace of a symbolic engine replays"

# circuits for another tool
for model in peterson peterson_broken; do
  "$mazurka" export aiger --claim=safety "examples/$model.pml" > "$place/$model.aig"; note $? "export aiger $model"
done
berkeley-abc -c "read_aiger $place/peterson.aig; fold; pdr" | grep -q 'Property proved'; note $? "abc proves peterson"
berkeley-abc -c "read_aiger $place/peterson_broken.aig; fold; bmc2 -F 40" | grep -q 'was asserted in frame'; note $? "abc finds peterson_broken's violation"
for program in examples/symbolic/peterson test/native/models/section; do
  "$mazurka" export aiger "$program.c" > "$place/right.aig"
  berkeley-abc -c "read_aiger $place/right.aig; fold; pdr" | grep -q 'Property proved'; note $? "abc proves $program.c"
done
for program in peterson ticket rwlock; do
  "$mazurka" export aiger "examples/symbolic/${program}_broken.c" > "$place/wrong.aig"
  berkeley-abc -c "read_aiger $place/wrong.aig; fold; bmc2 -F 40" | grep -q 'Output 0.*was asserted in frame'; note $? "abc finds the violation of ${program}_broken.c"
done

# of a portfolio only the answer that is told is written: one JSON object comes through a pipe, though three engines end before, unsure
mkfifo "$place/pipe"
exec 3<> "$place/pipe"
expect 0 --engine=portfolio --max-depth=5 --json="$place/pipe" examples/peterson.pml
printf 'end\n' >&3
sed '/^end$/q' <&3 > "$place/written"
exec 3>&-
[ "$(grep -c '"tool"' "$place/written")" = 1 ] && grep -q '"verdict": "ok"' "$place/written"
note $? "a portfolio writes one result: $(grep '"verdict"' "$place/written" | tr '\n' ' ')"
rm -f "$place/trace"
expect 1 --engine=portfolio --json="$place/result.json" --html="$place/page.html" examples/peterson_broken.pml
grep -q '"verdict": "violation"' "$place/result.json" && grep -q '</html>' "$place/page.html"; note $? "a portfolio writes each file"
"$mazurka" replay "$place/trace" > /dev/null 2>&1
[ $? = 1 ]; note $? "the trace of a portfolio's winner replays"
# engines that are killed have proved nothing: numbers that no engine gets to the end of, and a second of the processor for each
cat > "$place/large.pml" << 'END'
int a = 1, b = 3, c = 5;
active proctype P ()
{
  do
  :: a = a * b + c
  :: b = b * c + a
  :: c = c * a + b
  :: a == 123456789 -> assert (b != 987654321)
  od
}
END
( ulimit -t 1; "$mazurka" check --quiet --claim=safety --engine=portfolio --trace="$place/trace" "$place/large.pml" ) > "$place/out" 2> "$place/err"
[ $? = 3 ]; note $? "a portfolio whose engines are killed is unknown: $(cat "$place/out" "$place/err" | head -3)"
expect 2 --engine=portfolio --json="$place/nowhere/result.json" examples/peterson_broken.pml
grep -q 'cannot write the JSON result' "$place/err"; note $? "a portfolio says which file cannot be written"

# what no circuit is made for is named with its line
printf 'byte x;\nactive proctype P () { x = 1 }\nactive proctype Q () {\n  enabled (0) -> x = 2 }\n' > "$place/refused.pml"
expect 2 --engine=bmc "$place/refused.pml"
grep -q 'refused.pml:4.*enabled' "$place/err"; note $? "the message names what is not supported, and its line"
# where one engine is bounded and the others refuse, the answer is that it is not known
printf 'byte x;\nactive proctype P () { do :: x++ od }\nactive proctype Q () { enabled (0) -> x = 2 }\n' > "$place/bounded.pml"
expect 3 --engine=portfolio --max-depth=3 "$place/bounded.pml"
expect 2 --engine=bmc --por=stubborn examples/peterson.pml
expect 2 --engine=explicit --por=none --transactions examples/peterson.pml
expect 0 --engine=explicit --transactions examples/peterson.pml

python3 test/trust/symbolic.py --models 5 --seed 300 --seconds 1 --abc --mazurka "$mazurka" > "$place/random"; note $? "$(cat "$place/random")"
python3 test/trust/lock_programs.py --programs 4 --seed 40 --seconds 1 --only transactions --mazurka "$mazurka" > "$place/locks"; note $? "$(cat "$place/locks")"
echo "$good passed, $bad failed"
[ "$bad" = 0 ]
