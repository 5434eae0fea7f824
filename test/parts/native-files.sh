#!/bin/sh
# Files of checked programs, from outside: the disk stays as it is, every
# execution finds the same, and a program that runs by itself really writes.
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$PWD/test/command.sh"
mkdir in && echo 7 >in/count && echo old >in/old && mkdir in/empty && ln -s count in/link
cat >prog.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void *
work (void *path)
{
  FILE *f = fopen (path, "a");
  assert (f);
  fprintf (f, "%s\n", (char *) path);
  fclose (f);
  return NULL;
}
int
main (int argc, char **argv)
{
  pthread_t a, b;
  int n = 0;
  FILE *f = fopen (argv[1], "r+");
  assert (f && fscanf (f, "%d", &n) == 1);
  assert (n == 7);                     /* what the disk has, each time */
  rewind (f);
  fprintf (f, "8\n");
  fclose (f);
  assert (unlink ("in/old") == 0 && rmdir ("in/empty") == 0 && mkdir ("in/made", 0700) == 0);
  fclose (fopen ("in/log", "w"));
  pthread_create (&a, NULL, work, "in/log");
  pthread_create (&b, NULL, work, argc > 2 ? argv[2] : "in/log");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  printf ("printed\n");
  assert (argc < 4 || strcmp (argv[3], "fail"));
  return 0;
}
END
listing () { ls -lR --time-style=full-iso in; cat in/*; }
listing >before 2>/dev/null
code 0 cc -g prog.c -o prog

# ---- a check ----
code 0 check ./prog --json=result -- in/count
json result 's["executions"] == 6'       # orders of two fprintf and two fclose
says out '^$|ok'
if grep -q printed out err; then fail "output of the program in a check"; else pass; fi
listing >after 2>/dev/null
if cmp -s before after; then pass; else fail "the check has changed the disk"; fi
code 0 check ./prog --json=result -- in/link in/other
json result 's["executions"] == 1'

# ---- what one execution cuts off is there for the next ----
cat >cut.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *unused)
{
  pthread_mutex_lock (&mutex);
  shared++;
  pthread_mutex_unlock (&mutex);
  return unused;
}
int
main (int argc, char **argv)
{
  char text[8] = "", rest[8] = "";
  pthread_t a, b;
  int fd = open ("in/words", O_RDWR), n = (int) read (fd, text, sizeof text);
  (void) argc;
  assert (n == 6 && !memcmp (text, "abcdef", 6));
  if (argv[1][0] == 't')
    assert (open ("in/words", O_RDWR | O_TRUNC) >= 0);
  else
    assert (ftruncate (fd, 2) == 0);
  assert (ftruncate (fd, 4) == 0 && lseek (fd, 0, SEEK_SET) == 0);
  assert (read (fd, rest, sizeof rest) == 4);
  assert (!memcmp (rest, argv[1][0] == 't' ? "\0\0\0\0" : "ab\0\0", 4));
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
END
printf abcdef >in/words
for how in t f; do
  code 0 check cut.c --json=result -- "$how"
  json result 's["executions"] == 2'
done
rm in/words

# ---- a missing argument, a missing file: the program's own assertion ----
code 1 check ./prog -- in/missing
says out 'prog.c:23: assertion failed: f '

# ---- replay: what is printed is let through, what is written is not ----
code 1 check ./prog --trace=t -- in/link in/log fail
code 1 replay t
says out '^printed'
listing >after 2>/dev/null
if cmp -s before after; then pass; else fail "replay has changed the disk"; fi

# ---- an exit code other than 0 is told ----
code 0 check ./prog -- in/count
if grep -q 'exit code' out err; then fail "an exit code is told that was 0"; else pass; fi
echo 'int main (void) { return 3; }' >three.c
code 1 check three.c
says out 'the program ends with exit status 3'
code 0 check three.c --exit-status=any

# ---- by itself ----
"$mazurka" cc -o three three.c && ./three
if [ $? = 3 ]; then pass; else fail "the exit code of a program by itself"; fi
./prog in/count >out && says out printed
if [ "$(cat in/count in/log)" = "$(printf '8\nin/log\nin/log')" ] && [ -d in/made ] && [ ! -e in/old ]; then pass
else fail "the program by itself does not write"; fi

# what a program prints before its first weak access is printed once
cat > prints.c <<'C'
#include <stdatomic.h>
#include <stdio.h>
atomic_int x;
int main (void) { puts ("begins"); atomic_store_explicit (&x, 1, memory_order_relaxed); puts ("ends"); return 3; }
C
code 1 check prints.c
code 1 replay prints.c.trace
[ "$(grep -c '^begins$' out)$(grep -c '^ends$' out)" = 11 ] && pass || fail "a replay prints what the program prints once"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
