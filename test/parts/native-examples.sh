#!/bin/sh
# The C examples, correct and broken, and programs that misbehave, with the real
# runtime: verdicts, traces that replay and are short, a checker that survives.
# Usage: sh test/parts/native-examples.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r examples/c "$work/c" || exit 1
cd "$work" || exit 1
examples=c
passed=0 failed=0
export LC_ALL=C.UTF-8

pass () { passed=$((passed + 1)); }
fail () {
  failed=$((failed + 1))
  echo "failed: $*"
  head -n 8 out
}

code () {
  wanted=$1
  shift
  timeout 600 "$mazurka" "$@" >out 2>&1 </dev/null
  status=$?
  if [ "$status" = "$wanted" ]; then pass; else fail "exit code $status, not $wanted: mazurka $*"; fi
}

says () {
  if grep -qE -e "$1" out; then pass; else fail "no '$1'"; fi
}

for file in "$examples"/*.c; do
  name=$(basename "$file")
  case $name in
  *_broken.c)
    code 1 check "$file"
    [ "$(wc -l <out)" -le 30 ] && pass || fail "$name: a report of $(wc -l <out) lines"
    [ "$(sed '/^[^ ]*\.c:[0-9]*:/d' out | wc -L)" -le 80 ] && pass || fail "$name: more than 80 columns"
    code 1 replay "$name.trace"
    says '^reproduced in '
    ;;
  *)
    code 0 check "$file"
    says 'ok — [0-9,]* executions*, every behaviour covered$'
    ;;
  esac
done

# two producers, two consumers, one place: every order of the mutex
code 0 check "$examples/buffer.c"
says '^64 executions'
code 1 check "$examples/list_broken.c"
says '41 +✗ use after free$'
code 1 check "$examples/philosophers_broken.c"
says 'T1 waits to lock fork_\[1\], held by T2'

cat >loop.c <<'END'
#include <pthread.h>
static void *run (void *p) { for (volatile int i = 0;; i++) ; return p; }
int main (void) { pthread_t t; pthread_create (&t, 0, run, 0); return pthread_join (t, 0); }
END
code 3 check loop.c
says 'loop.c:[0-9]+: thread 1 ran for seconds without a visible operation'
cat >memory.c <<'END'
#include <stdlib.h>
#include <string.h>
int main (void) { for (;;) memset (malloc (1 << 20), 1, 1 << 20); }
END
code 3 check memory.c --memory=200M
says 'memory.c:[0-9]+: allocating more than [0-9]+ bytes in a thread'
cat >endless.c <<'END'
#include <stdatomic.h>
atomic_int x;
int main (void) { for (;;) x++; }
END
code 3 check endless.c --max-events=1000
cat >crash.c <<'END'
#include <stddef.h>
static int *volatile p;
int main (void) { return *p; }
END
code 1 check crash.c
says '^crash.c:3: invalid memory access'
cat >both.cc <<'END'
#include <cassert>
#include <mutex>
#include <thread>
#include <condition_variable>
static std::mutex m; static std::condition_variable cv;
static int n;
int main ()
{
  std::thread t ([] {
    std::lock_guard<std::mutex> g (m);
    n++, cv.notify_one ();
  });
  {
    std::lock_guard<std::mutex> g (m);
    assert (n == 0);
  }
  t.join ();
}
END
code 1 check both.cc
says '^both.cc:15: assertion'
says '^ +10 +lock\(m\)'
says 'signal\(cv\)'
cat >never_joined.cc <<'END'
#include <thread>
int main () {
  std::thread t ([] {});
}
END
code 1 check never_joined.cc
says '^never_joined.cc:[34]: the program calls abort'
says 'main in: .*~thread'
says '[34] +✗ crash'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
