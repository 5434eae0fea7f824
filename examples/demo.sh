#!/bin/sh
# Shows Mazurka at work: the examples with their verdicts, then one bug in full.
# Usage: sh examples/demo.sh [path of mazurka]
mazurka=${1:-build/mazurka}
here=$(dirname "$0")
trace=$(dirname "$mazurka")/demo.trace
bad=0

expect () {
  wanted=$1
  shift
  "$mazurka" "$@"
  status=$?
  if [ "$status" != "$wanted" ]; then
    echo "demo: exit code $status, expected $wanted" >&2
    bad=1
  fi
}

say () {
  echo
  echo "$1"
  echo
  echo "\$ mazurka $2"
}

say "Eight small models, the last four with a bug:" "check --quiet FILE"
for name in peterson philosophers_fixed abp buffer; do
  expect 0 check --quiet --trace="$trace" "$here/$name.pml"
done
for name in peterson_broken philosophers abp_broken buffer_broken; do
  expect 1 check --quiet --trace="$trace" "$here/$name.pml"
done

say "A bug in full, by the shortest way to it:" "check --search=bfs examples/peterson_broken.pml"
expect 1 check --search=bfs --trace="$trace" "$here/peterson_broken.pml"

say "How a message gets lost: only the messages, one column for each process:" "replay --messages abp_broken.pml.trace"
"$mazurka" check --quiet --search=bfs --trace="$trace" "$here/abp_broken.pml" >/dev/null
expect 1 replay --messages "$trace"

say "C programs, with threads, as they are:" "check --quiet FILE.c"
for name in peterson philosophers buffer stack lazy late; do
  expect 0 check --quiet --trace="$trace" "$here/c/$name.c"
  expect 1 check --quiet --trace="$trace" "$here/c/${name}_broken.c"
done

say "A deadlock, step by step:" "check examples/c/philosophers_broken.c"
expect 1 check --trace="$trace" "$here/c/philosophers_broken.c"
exit $bad
