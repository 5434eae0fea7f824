#!/bin/sh
# libmazurka-lpor.a alone: examples/petri builds with it as plain C17, and reduces; random nets, also as Promela.
cd "$(dirname "$0")/../.." || exit 1
build=$(realpath "${1:-${BUILD:-build}}")
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
passed=0 failed=0
expect () {                       # WHAT EXPECTED ACTUAL
  if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $1: expected '$2', got '$3'"; fi
}
petri=$here/petri
errors=$(${CC:-gcc} -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -Iinclude examples/petri/petri.c "$build/libmazurka-lpor.a" -o "$petri" 2>&1)
expect "it compiles" "" "$errors"
nets=examples/petri
expect "the paper's set" "stubborn set: t1 t4" "$("$petri" --from t1 $nets/figure2.net | head -1)"
expect "figure 2, all" "11 markings, 2 deadlocks" "$("$petri" --full $nets/figure2.net)"
expect "figure 2, reduced" "6 markings, 2 deadlocks" "$("$petri" --verify $nets/figure2.net)"
expect "philosophers, all" "1154 markings, 1 deadlocks" "$("$petri" --full $nets/philosophers.net)"
expect "philosophers, reduced" "114 markings, 1 deadlocks" "$("$petri" $nets/philosophers.net)"
printf 'place a 1\nplace b 0\nplace c 1\nplace d 0\ntransition go: a -> b\ntransition back: b -> a\ntransition other: c -> d\ninvariant d 0\n' > "$here/ignored.net"
expect "a cycle ignores nobody" "invariant violated" "$("$petri" --verify "$here/ignored.net" | sed 's/.*, //')"
printf 'place a 1\nnonsense\n' > "$here/bad.net"
expect "bad input" "bad.net:2: error: expected place, transition or invariant" "$("$petri" "$here/bad.net" 2>&1 | sed 's/.*\///')"
expect "random nets, by the library and as models" "60 passed, 0 failed" "$(python3 test/trust/petri.py --mazurka "$build/mazurka" --petri "$petri" --nets 60 | tail -1)"
symbols=$(nm -u "$build/libmazurka-lpor.a" | awk 'NF == 2 {print $2}' | sort -u | grep -vE '^(mz_|verify_|lpor_|mutant_|__asan|__ubsan|__stack|_GLOBAL|__assert_fail|calloc|realloc|malloc|free|mem|str|snprintf|__snprintf_chk|qsort|bsearch|write|_exit|__popcountdi2|environ|__environ)' )
expect "it needs libc alone" "" "$symbols"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
