#!/bin/sh
# Shows Mazurka at work: the examples with their verdicts, then one bug in full.
# Usage: sh examples/demo.sh [path of mazurka]
mazurka=${1:-build/mazurka}
here=$(dirname "$0")
trace=$(dirname "$mazurka")/demo.trace
bad=0

run () {
  echo
  echo "\$ mazurka $*" | sed "s|--trace=$trace||; s|$here/|examples/|g; s| *\$||"
  "$mazurka" "$@"
}

expect () {
  wanted=$1
  shift
  run "$@"
  status=$?
  if [ "$status" != "$wanted" ]; then
    echo "demo: exit code $status, expected $wanted" >&2
    bad=1
  fi
}

echo "Eight small models, four of them with a bug:"
for name in peterson philosophers_fixed abp buffer; do
  expect 0 check --quiet --trace="$trace" "$here/$name.pml"
done
for name in peterson_broken philosophers abp_broken buffer_broken; do
  expect 1 check --quiet --trace="$trace" "$here/$name.pml"
done

echo
echo "A bug in full, by the shortest way to it:"
expect 1 check --search=bfs --trace="$trace" "$here/peterson_broken.pml"

echo
echo "The lost message, as the processes see it:"
"$mazurka" check --quiet --search=bfs --trace="$trace" "$here/abp_broken.pml" >/dev/null
expect 1 replay --messages "$trace"
exit $bad
