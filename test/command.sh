# For parts that try the command from outside; read by them with `.` after they
# have set mazurka. Works in a directory of its own; counts in passed, failed.
[ -z "$BUILD" ] || BUILD=$(realpath "$BUILD")
schema=$PWD/docs/result.schema.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
export LC_ALL=C.UTF-8
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99

pass () { passed=$((passed + 1)); }
fail () {
  failed=$((failed + 1))
  echo "failed: $*"
  head -n 30 out err
  [ -z "$STOP_AT_FAILURE" ] || exit 1
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

# widest FILE: the columns of its longest line; those of folders, which may be anywhere, do not count
widest () { sed 's|[^ ]*/||g' "$1" | wc -L; }

# json FILE CONDITION: over r, the result, and s, its statistics; every result fits the schema
json () {
  if /usr/bin/python3 -c "import json,sys,jsonschema; r = json.load(open('$1')); s = r['stats']; jsonschema.validate (r, json.load(open('$schema')))
sys.exit(0 if ($2) else 1)"; then pass
  else fail "not so in $1: $2: $(python3 -c "import json; print(json.load(open('$1'))['stats'])")"; fi
}

# interrupt PID: when it is ready for that and has worked for a while; its exit code
interrupt () {
  while [ -e "/proc/$1" ] && ! grep -qE '^(State:.*Z|SigCgt:.*[2367abef]$)' "/proc/$1/status"; do sleep 0.1; done
  sleep 0.5
  while grep -qsE '^(gcc|g\+\+|cc|c\+\+|clang)' $(sed 's|[0-9]\+|/proc/&/comm|g' "/proc/$1/task/$1/children" 2>/dev/null) /dev/null; do sleep 0.1; done
  sleep 2
  kill -INT "$1"
  wait "$1"
}

# also COMMAND...: a test that ends with a count of its own, which is added
also () {
  if "$@" >log 2>&1; then p=$(tail -n 1 log | sed -nE 's/^([1-9][0-9]*) passed, 0 failed$/\1/p'); else p=; fi
  passed=$((passed + ${p:-0}))
  if [ -z "$p" ]; then
    failed=$((failed + 1))
    echo "failed: $*"
    tail -n 60 log
    [ -z "$STOP_AT_FAILURE" ] || exit 1
  fi
}
