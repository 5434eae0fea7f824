#!/bin/sh
# What is not instrumented is named and costs the ok, unless the user vouches for it.
# Usage: sh test/parts/native-trust.sh [directory of mazurka]
cd "$(dirname "$0")/../.." || exit 1
mazurka=$(realpath "${1:-${BUILD:-build}}")/mazurka
. "$PWD/test/command.sh"

cat >outside.c <<'END'
static int calls;
int outside (int *p) { calls++; return ++*p; }
END
cat >unused.c <<'END'
int unused (void) { return 1; }
END
cat >add.S <<'END'
	.globl outside
outside:
	movl	(%rdi), %eax
	ret
	.section .note.GNU-stack,"",@progbits
END
cat >main.c <<'END'
#include <pthread.h>
int outside (int *);
static int value;
static void *
work (void *unused)
{
  outside (&value);
  return unused;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  pthread_join (a, 0);
  return 0;
}
END
cat >unwilling.c <<'END'
#include <pthread.h>
static int value;
UNWILLING static void touch (void) { value = 1; }
static void *
work (void *unused)
{
  touch ();
  return unused;
}
int
main (void)
{
  pthread_t a;
  pthread_create (&a, 0, work, 0);
  touch ();
  pthread_join (a, 0);
  return 0;
}
END
gcc -c outside.c -o outside.o && gcc -c unused.c -o unused.o && ar rcs libout.a unused.o outside.o && ar rcs libnone.a unused.o || exit 1
gcc -shared -fPIC outside.c -o libshared.so || exit 1

for cc in gcc clang; do
  export MAZURKA_CC=$cc
  # objects, archives, assembler sources
  code 3 check main.c --cflags=outside.o
  says out 'outside\.o was not compiled by'
  code 0 check main.c --cflags=outside.o --trust=outside.o
  code 3 check main.c --cflags='-L. -lout' --trust=libnone.a
  code 3 check main.c --cflags='-L. -lout' --trust=libout.a2,libouter,lib
  says err 'libout\.a\(outside\.o\)'
  if grep -q unused.o err; then fail "an object that is not used is named"; else pass; fi
  code 0 check main.c --cflags='-L. -lout' --trust=other,libout.a
  code 3 check main.c --cflags=add.S
  says out 'add|\.o was not compiled'

  # the same, compiled by us
  code 0 check main.c outside.c
  code 0 cc -c outside.c -o ours.o
  code 0 cc -g main.c ours.o -o prog
  code 0 check ./prog
  code 0 cc -shared -fPIC outside.c -o libours.so
  code 0 cc -g main.c -L. -lours -Wl,-rpath,"$PWD" -o prog
  code 0 check ./prog

  # a library made by us, of an object that is not; an object joined of both
  gcc -fPIC -c outside.c -o plain.o && code 0 cc -shared -fPIC unused.c plain.o -o libmixed.so
  code 0 cc -g main.c -L. -lmixed -Wl,-rpath,"$PWD" -o prog
  code 3 check ./prog
  says out 'plain\.o was not compiled by'
  code 0 check ./prog --trust=plain.o
  code 0 cc -c main.c -o main.o
  ld -r main.o outside.o -o joined.o && code 0 cc joined.o -o prog
  code 3 check ./prog
  says out 'joined\.o was not compiled by'
  ld -r main.o ours.o -o joined.o && code 0 cc joined.o -o prog
  code 0 check ./prog
  mkdir -p 'a (1)' && cp libout.a 'a (1)' && code 0 cc main.o 'a (1)/libout.a' -o prog
  code 3 check ./prog
  says out 'a \(1\)/libout\.a\(outside\.o\)'
  rm -f libthin.a && ar rcsT libthin.a outside.o && code 0 cc main.o libthin.a -o prog
  code 3 check ./prog
  says out 'outside\.o was not compiled by'

  # who asks not to be instrumented is
  for attribute in 'no_sanitize ("thread")' '__no_sanitize__ ("thread", "undefined")' no_sanitize_thread __no_sanitize_thread__; do
    code 1 check unwilling.c --cflags="-w '-DUNWILLING=__attribute__ (($attribute))'"
    says out 'data race'
  done

  # shared libraries: the call is named, with its line
  code 3 check main.c --cflags="-L. -lshared -Wl,-rpath,$PWD"
  says out 'main\.c:7: outside of libshared\.so is not instrumented'
  # through the table of addresses, without a stub
  code 3 check main.c --cflags="-fno-plt -L. -lshared -Wl,-rpath,$PWD"
  says out 'outside of libshared\.so is not instrumented'
  for name in outside libshared libshared.so; do
    code 0 check main.c --cflags="-L. -lshared -Wl,-rpath,$PWD" --trust=$name
  done
  code 3 check main.c --cflags="-L. -lshared -Wl,-rpath,$PWD" --trust=out,shared
  code 3 check main.c --cflags="-L. -lshared -Wl,-rpath,$PWD" --json=r.json
  json r.json 'r["verdict"] == "unknown" and not r["exhaustive"] and "libshared.so" in r["reason"]'

  # assembly
  cat >asm.c <<'END'
static int value;
int
main (void)
{
  __asm__ volatile ("" : : : "memory");
  __asm__ volatile ("pause");
  __asm__ volatile ("mov %eax, %eax");
#ifdef LOCKED
  __asm__ volatile ("lock; incl %0" : "+m" (value));
#elif defined MOVED
  __asm__ volatile ("nop; movl $1, %0" : "=m" (value));
#elif defined CLOCK
  __asm__ volatile ("rdtsc" : : : "rax", "rdx");
#elif defined BUILTIN
  value = (int) __builtin_ia32_rdtsc ();
#elif defined COPIED
  char from[8] = "", to[8], *f = from, *t = to;
  long n = 8;
  __asm__ volatile ("rep movsb" : "+S" (f), "+D" (t), "+c" (n) : : "memory");
#endif
  return value - value;
}
END
  code 0 check asm.c
  for kind in LOCKED MOVED COPIED CLOCK BUILTIN; do
    code 3 check asm.c --cflags=-D$kind
    says out 'asm\.c:[0-9]+: inline assembly or intrinsic not modelled'
    code 0 check asm.c --cflags=-D$kind --trust=asm.c
  done
  code 3 check asm.c --cflags='-DLOCKED -pipe'

  # assembly that does not look like it
  cat >hidden.c <<'END'
int value;
void change (void);
#if defined BYTES
void change (void) { __asm__ volatile (".byte 0xff, 5\n .long value - . - 4" : : : "memory"); }
#elif defined FILE_SCOPE
__asm__ ("change: incl value(%rip)\n ret");
#elif defined INCLUDED
__asm__ (".include \"hidden.inc\"");
void change (void) { }
#elif defined RENAMED
__asm__ (".set __tsan_write4, __tsan_func_entry");
void change (void) { value++; }
#elif defined ASSIGNED
__asm__ ("__tsan_write4=__tsan_func_entry");
void change (void) { value++; }
#elif defined MACRO
__asm__ (".macro nothing\n .endm");
void change (void) { }
#elif defined CONDITION
void change (void) { __asm__ volatile (".if 1"); __asm__ volatile (".endif"); }
#elif defined ENDED
void change (void) { __asm__ volatile ("#NO_APP\n incl value(%%rip)\n#APP" : : : "memory"); }
#elif defined ENDED_LATER
void change (void) { __asm__ volatile ("#{N|N}O_APP\n incl value(%%rip)\n#{A|A}PP" : : : "memory"); }
#elif defined SECTION
__attribute__ ((section (".data\n.text\nchange: incl value(%rip)\n ret\n.data#"))) int other = 1;
#elif defined CODE
__attribute__ ((section (".text.other"))) const unsigned char other[] = {0xff, 0x07, 0xc3};
void change (void) { ((void (*) (int *)) (void *) other) (&value); }
#elif defined WEAKREF
static void other (void) __attribute__ ((weakref ("puts\n.text\nchange: incl value(%rip)\n ret\n.text")));
static void (*volatile keep) (void);
#elif defined HARMLESS
__asm__ (".pushsection .note.other,\"\",@note\n .long 1, 2\n .asciz \"text\"\n .popsection\n .globl change");
void change (void) { __asm__ volatile (".p2align 4\n 1: nop # of %%0 and more\n .rept 3\n nop\n .endr\n .ifdef x\n pause\n .endif /* here */"); }
#endif
int
main (void)
{
#ifdef WEAKREF
  keep = other;
#endif
  change ();
  return value - value;
}
END
  printf 'nop\n' >hidden.inc
  code 0 check hidden.c -DHARMLESS
  kinds="BYTES FILE_SCOPE INCLUDED ASSIGNED MACRO CONDITION ENDED ENDED_LATER"
  [ "$cc" = clang ] || kinds="$kinds RENAMED SECTION CODE WEAKREF"
  for kind in $kinds; do
    code 3 check hidden.c -D$kind
    says out 'hidden\.c:[0-9]+: inline assembly or intrinsic not modelled'
  done
  [ "$cc" = clang ] || code 0 cc -save-temps -DLOCKED asm.c -o saved      # what is said to cc1 joins no other word
  # what instrumented code calls is ours
  printf 'void __tsan_write4 (void *p) { (void) p; }\nint x;\nint main (void) { x++; return 0; }\n' >defines.c
  code 2 check defines.c
  says err 'multiple definition of .__tsan_write4'
  # a name that awk takes for an assignment; and the file stays as it is
  gcc -O1 -S asm.c -DLOCKED -o x=1.s
  cp x=1.s as-it-was
  chmod 444 x=1.s
  "$mazurka" cc x=1.s -o from-assembly
  cmp -s x=1.s as-it-was && pass || fail "mazurka cc changes an assembly file"
  rm -f x=1.s
  code 3 check ./from-assembly
  says out 'inline assembly or intrinsic not modelled'
done

# ---- C++: small copies in headers are seen; the library's containers too ----
unset MAZURKA_CC
cat >cxx.cpp <<'END'
#include <list>
#include <map>
#include <string>
#include <thread>
#include <vector>
static std::vector<char> v (16);
static std::map<int, int> m;
static std::list<int> l;
static std::string s = "a text that is longer than its buffer";
static volatile int sink;
int
main (int argc, char **argv)
{
  (void) argc;
  char what = argv[1][0];
  std::thread a ([=] { if (what == 'v') v.assign (16, 'x'); if (what == 'm') m[1] = 2; if (what == 'l') l.push_back (3); if (what == 's') s.append (argv[1]); });
  std::thread b ([=] { if (what == 'v') sink = v[9]; if (what == 'm') sink = (int) m.count (3); if (what == 'l') sink = l.empty () ? 0 : l.front ();
                       if (what == 's') sink = s[3]; });
  a.join ();
  b.join ();
  m[5] = 1; m.erase (5); l.push_back (1); l.clear (); s += "more";
  return 0;
}
END
code 0 c++ -O2 -std=c++20 -g cxx.cpp -o cxx
for what in v m l s; do
  code 1 check ./cxx --json=r.json -- $what
  json r.json 'r["findings"][0]["kind"] == "data-race" and "builtins.h" not in r["findings"][0]["file"]'
done
code 0 check ./cxx -- none

# ---- accesses that only what is not seen may order are no race; those that it cannot have ordered are one ----
cat >asm_lock.c <<'END'
#include <pthread.h>
static volatile unsigned l;
static int in;
static inline unsigned
swap (volatile unsigned *p, unsigned v)
{
  __asm__ volatile ("xchgl %0, %1" : "+r" (v), "+m" (*p) : : "memory");
  return v;
}
static void *work (void *p) { while (swap (&l, 1)) ; in++; (void) swap (&l, 0); return p; }
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, work, 0), pthread_create (&b, 0, work, 0);
  pthread_join (a, 0), pthread_join (b, 0);
  return 0;
}
END
code 3 check asm_lock.c --json=r.json
json r.json 'not r["findings"] and "not seen" in r["reason"] and "asm_lock.c:10" in r["reason"]'
code 1 check asm_lock.c --trust=asm_lock.c
cat >library.c <<'END'
static volatile int l;
void take (void) { while (__atomic_exchange_n (&l, 1, __ATOMIC_ACQUIRE)) ; }
void give (void) { __atomic_store_n (&l, 0, __ATOMIC_RELEASE); }
END
cat >uses.c <<'END'
#include <pthread.h>
void take (void), give (void);
static int in;
static void *one (void *p) { if (FIRST) take (); in++; if (FIRST) give (); return p; }
static void *two (void *p) { if (SECOND) take (); in++; if (SECOND) give (); return p; }
int
main (void)
{
  pthread_t a, b;
  if (BEFORE)
    take (), give ();
  pthread_create (&a, 0, one, 0), pthread_create (&b, 0, two, 0);
  pthread_join (a, 0), pthread_join (b, 0);
  return 0;
}
END
gcc -O1 -shared -fPIC library.c -o liblocks.so
for which in "1 1 0 3" "1 1 1 3" "0 0 1 1" "0 0 0 1" "1 0 0 1" "0 1 0 1"; do
  set -- $which
  code "$4" check uses.c -L. -llocks "--cflags=-Wl,-rpath,$PWD -DFIRST=$1 -DSECOND=$2 -DBEFORE=$3"
done
code 1 check uses.c -L. -llocks "--cflags=-Wl,-rpath,$PWD -DFIRST=1 -DSECOND=1 -DBEFORE=0" --trust=liblocks
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
