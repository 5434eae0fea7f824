#!/bin/sh
# Installed into a prefix: the command works from there, and a CMake project of somebody's uses it.
cd "$(dirname "$0")/../.." || exit 1
top=$PWD
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0
expect ()       # WHAT COMMAND...: it succeeds
{
  what=$1
  shift
  if "$@" > "$dir/out" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $what"
    sed 's/^/  /' "$dir/out" | tail -20
  fi
}

make -s install PREFIX="$dir/prefix" > "$dir/out" 2>&1 || { cat "$dir/out"; echo "0 passed, 1 failed"; exit 1; }
PATH="$dir/prefix/bin:$PATH"
export PATH
cp -r test/install/project "$dir/project" && cp -r examples "$dir/examples"
cd "$dir" || exit 1

expect "a program is checked" mazurka check examples/c/buffer.c
expect "the compilers' plugins come along" sh -c 'for c in gcc clang; do MAZURKA_CC=$c mazurka check examples/c/buffer.c >verdict && grep -q "^assumed: " verdict && ! grep -q "accesses without instrumentation" verdict || exit 1; done'
expect "mazurka.h is found without flags" sh -c 'printf "#include <mazurka/mazurka.h>\nint main (void) { return 0; }\n" > m.c && mazurka check m.c'
expect "a protocol is checked" mazurka check examples/protocols/register.c
expect "the man page is there" test -s prefix/share/man/man1/mazurka.1
expect "pkg-config finds the library" sh -c 'PKG_CONFIG_PATH=prefix/lib/pkgconfig pkg-config --exists mazurka'
expect "a checker is built with the library" sh -c 'cc examples/petri/petri.c $(PKG_CONFIG_PATH=prefix/lib/pkgconfig pkg-config --cflags --libs mazurka) -o petri && ./petri examples/petri/figure2.net'
expect "bash completes commands" bash -c '. prefix/share/bash-completion/completions/mazurka; COMP_WORDS=(mazurka ch) COMP_CWORD=1; _mazurka; [ "${COMPREPLY[*]}" = check ]'
expect "bash completes options" bash -c 'compopt () { :; }; . prefix/share/bash-completion/completions/mazurka; COMP_WORDS=(mazurka check --htm) COMP_CWORD=2; _mazurka; [ "${COMPREPLY[*]}" = --html= ]'

# what the workflow runs exists: its packages are those of the Makefile, its words are the command's
expect "the workflow installs what the build needs" /usr/bin/python3 -c "
import re, sys, yaml
steps = yaml.safe_load (open ('prefix/share/doc/mazurka/github-workflow.yml'))['jobs']['mazurka']['steps']
text = ' '.join (s.get ('run', '') for s in steps)
needed = re.search (r'^PACKAGES := (.*)', open ('$top/Makefile').read (), re.M).group (1).split ()
sys.exit (0 if set (needed) <= set (text.split ()) else 1)"
expect "the workflow's test runs" sh -c 'mkdir -p w/tests && cp examples/c/flag.c w/tests && cd w && mazurka test tests/ --time=60 --junit=mazurka.xml && test -s mazurka.xml'
expect "the workflow shows a finding" sh -c 'cd w && cp ../examples/c/flag_broken.c . && { mazurka check flag_broken.c --time=60 --github --sarif=mazurka.sarif --html=mazurka.html; test -s mazurka.sarif; } | grep -q ::error && test -s mazurka.html'

expect "the project is configured" cmake -S project -B made -DCMAKE_PREFIX_PATH="$dir/prefix"
expect "the project is built" cmake --build made
ctest --test-dir made --output-on-failure > ctest.log 2>&1
expect "ctest fails" test $? -ne 0
expect "one test fails, two pass" grep -q "67% tests passed, 1 tests failed out of 3" ctest.log
expect "at the broken one" grep -Eq "The following tests FAILED:" ctest.log
expect "which is named" grep -Eq "counter_broken \(Failed\)" ctest.log
expect "with file and line" grep -Eq "counter\.c:[0-9]+: data race on" ctest.log

cd - > /dev/null || exit 1
make -s uninstall PREFIX="$dir/prefix" > /dev/null
expect "nothing is left after uninstall" sh -c "[ -z \"\$(find '$dir/prefix' -type f)\" ]"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
