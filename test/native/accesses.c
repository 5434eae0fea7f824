/* Ways in which C programs touch memory (accesses_run.h, accesses.py). */
#include <complex.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <immintrin.h>

struct small { int x; };
struct two { long x, y; };
struct mixed { double x; int y; };
struct big { long x[5]; };
struct odd { char x[3]; };
struct bits { unsigned a : 3, b : 13, c : 5; };
struct __attribute__ ((packed)) packed { char a; int x; short y; };
struct outer { int tag; struct two in[3]; struct big big; };
union either { long x[4]; double y; };
struct array { char x[100]; };
typedef int vector __attribute__ ((vector_size (16)));
typedef int wide __attribute__ ((vector_size (32)));
struct holder { vector v; int tail; };
struct callback { struct two (*make) (void); };

struct small small;
struct two two, two_source;
struct mixed mixed;
struct big big, big_source;
struct odd odd;
struct bits bits;
struct packed packed;
struct outer outer;
union either either;
struct array array, array_source;
vector vec;
wide wide_vec;
struct holder holder;
float _Complex complex_float;
double _Complex complex_double;
long double _Complex complex_long;
long double long_double;
__int128 int128;
volatile struct two vol;
volatile int vol_int;
_Atomic struct big atomic_big;
_Atomic struct two atomic_two;
long counter;
int sink_int;
char text[16] = "text";
int zero, one = 1;
volatile int sink, poked;   /* of the one thread, and of the other */
int *volatile pointer_sink;
struct callback callback;
va_list list;
jmp_buf jump;

/* Each is called where a copy is made by the call. */
#define MAKE(type, name) __attribute__ ((noinline)) static type make_##name (void) { type t; memset (&t, 1, sizeof t); return t; }
#define USE(type, name) __attribute__ ((noinline)) static int use_##name (type t) { return *(char *) &t; }
#define BOTH(type, name) MAKE (type, name) USE (type, name)
BOTH (struct small, small) BOTH (struct two, two) BOTH (struct mixed, mixed) BOTH (struct big, big) BOTH (struct odd, odd)
BOTH (struct bits, bits) BOTH (struct packed, packed) BOTH (union either, either) BOTH (struct array, array)
BOTH (vector, vector) BOTH (float _Complex, complex_float) BOTH (double _Complex, complex_double)
BOTH (long double _Complex, complex_long) BOTH (long double, long_double) BOTH (__int128, int128) BOTH (struct holder, holder)
MAKE (struct outer, outer)

static inline struct big inlined_make (void) { struct big t = {{1}}; return t; }
static inline long inlined_use (struct big t) { return t.x[1]; }
__attribute__ ((noinline)) static struct big pass_on (struct big t) { return t; }
__attribute__ ((noinline)) static struct big *at_last (void) { return &big; }
__attribute__ ((noinline)) static long variadic (int n, ...)
{
  va_list ap;
  va_start (ap, n);
  struct big t = va_arg (ap, struct big);
  va_end (ap);
  return t.x[0];
}
__attribute__ ((noinline)) static long one_of_two (struct two *p, int first) { long t; if (first) t = p->x; else t = p->y; return t; }
static void starts (int n, ...) { va_start (list, n); }
static void copies (int n, ...) { va_list ap; va_start (ap, n); va_copy (list, ap); va_end (ap); }
static void copies_from (int n, ...) { va_list ap; va_start (ap, n); va_copy (ap, list); va_end (ap); }
__attribute__ ((noinline)) static void jumps (void) { longjmp (jump, 1); }
__attribute__ ((noinline)) static struct big escapes (void) { struct big t = {{2}}; pointer_sink = (int *) &t; t.x[4] = 3; return t; }

#include "accesses_cases.h"

#ifdef __clang__
#define PREPARE callback.make = make_two;
#else
#define PREPARE                                              \
  int own = 0;                                               \
  void inside (int reads) { if (reads) sink = own; else own = 1; } \
  callback.make = make_two;                                  \
  run_nested = inside;                                       \
  frame = &own;
#endif
#include "accesses_run.h"
