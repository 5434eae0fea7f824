/* The accesses of functions of the C++ library to strings, exceptions and exception pointers.
 *
 * Each argument of a call has a letter, from the first (`this`) on:
 *
 *     s, S     a std::string that is read, changed
 *     N        a std::string that is constructed: its memory is uninitialised
 *     o        a std::string that may not be constructed yet: read, except its text
 *     z        text with its terminator, read
 *     t, T     text that is read, written; the next argument is its length
 *     u        text that is read; the argument after the next is its length
 *     b        text that is read, up to where the next argument points
 *     r, w     an object of one pointer (std::exception_ptr, std::thread), read, written
 *     e, E     an exception: its functions and where its text is; read, written
 *     .        no access to memory of the program
 *
 * Functions with other parameters have no pattern here, and are treated as unknown code. */
#include "native/runtime/libc/cxx_calls.h"

#include <assert.h>
#include <string.h>

#include "native/runtime/libc/libc.h"
#include "native/runtime/core/rt.h"

/* The layout of std::string in libstdc++. */
struct text { const char *data; size_t length; char buffer[16]; };

static void
touch_string (const struct text *s, bool write, uint64_t pc)
{
  cxx_touch (s, sizeof *s, write, pc);
  cxx_touch (s->data, s->length + 1, write, pc);
}

static void
touch_argument (char how, void *const *a, uint64_t pc)
{
  switch (how) {
  case 's': touch_string (a[0], false, pc); break;
  case 'S': touch_string (a[0], true, pc); break;
  case 'N': cxx_touch (a[0], sizeof (struct text), true, pc); break;
  case 'o': cxx_touch (a[0], sizeof (struct text), false, pc); break;
  case 'z':
    if (a[0])
      cxx_touch (a[0], libc_length (a[0], SIZE_MAX), false, pc);
    break;
  case 't': cxx_touch (a[0], (size_t) a[1], false, pc); break;
  case 'T': cxx_touch (a[0], (size_t) a[1], true, pc); break;
  case 'u': cxx_touch (a[0], (size_t) a[2], false, pc); break;
  case 'b': cxx_touch (a[0], (size_t) ((const char *) a[1] - (const char *) a[0]), false, pc); break;
  case 'r': cxx_touch (a[0], sizeof (void *), false, pc); break;
  case 'w': cxx_touch (a[0], sizeof (void *), true, pc); break;
  case 'e': cxx_touch (a[0], 2 * sizeof (void *), false, pc); break;
  case 'E': cxx_touch (a[0], 2 * sizeof (void *), true, pc); break;
  default: assert (how == '.'); break;
  }
}

void
cxx_call_touches (const struct cxx_call *c, void *const *arguments, uint64_t pc)
{
  assert (c->shape && strlen (c->shape) <= 6);
  if (c->effect)
    c->effect (arguments, pc);
  for (size_t i = 0; c->shape[i]; i++)
    touch_argument (c->shape[i], arguments + i, pc);
}

/* (this, char *to, size_t most, size_t from) */
static void
string_copies_out (void *const *a, uint64_t pc)
{
  const struct text *s = a[0];
  size_t from = (size_t) a[3], left = from < s->length ? s->length - from : 0;
  cxx_touch (a[1], left < (size_t) a[2] ? left : (size_t) a[2], true, pc);
}

/* (char *to, const char *from, size_t) */
static void
text_is_copied (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], (size_t) a[2], true, pc);
  cxx_touch (a[1], (size_t) a[2], false, pc);
}

/* (char *to, from, end) */
static void
range_is_copied (void *const *a, uint64_t pc)
{
  size_t n = (size_t) ((const char *) a[2] - (const char *) a[1]);
  cxx_touch (a[0], n, true, pc);
  cxx_touch (a[1], n, false, pc);
}

/* std::exception::what. */
static void
error_says (void *const *a, uint64_t pc)
{
  const char *const *fields = a[0];
  cxx_touch (fields, 2 * sizeof *fields, false, pc);
}

#define STRING "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define POINTER "St15__exception_ptr13exception_ptr"
#define OBJECT NULL

/* The first pattern that matches is used. */
static const struct cxx_call known[] = {
  /* strings that are read: compare, find, ... */
  {"_ZNK" STRING "4copyEPcmm", string_copies_out, "s"},
  {"_ZNK" STRING "*_M_*", OBJECT, "o"},
  {"_ZNK" STRING "*EPKcmm", OBJECT, "su"}, {"_ZNK" STRING "*EPKcm", OBJECT, "sz"}, {"_ZNK" STRING "*EPKc", OBJECT, "sz"},
  {"_ZNK" STRING "*EmmPKcm", OBJECT, "s..t"}, {"_ZNK" STRING "*EmmPKc", OBJECT, "s..z"},
  {"_ZNK" STRING "*ERKS4_", OBJECT, "ss"}, {"_ZNK" STRING "*ERKS4_m", OBJECT, "ss"},
  {"_ZNK" STRING "*EmmRKS4_", OBJECT, "s..s"}, {"_ZNK" STRING "*EmmRKS4_mm", OBJECT, "s..s"},
  {"_ZNK" STRING "6substrEmm", OBJECT, "Ns"},       /* the first argument is the address of the result */
  {"_ZNK" STRING "13get_allocatorEv", OBJECT, "."}, {"_ZNK" STRING "*rbeginEv", OBJECT, ".s"}, {"_ZNK" STRING "*rendEv", OBJECT, ".s"},
  {"_ZNK" STRING "*Ev", OBJECT, "s"}, {"_ZNK" STRING "*Em", OBJECT, "s"}, {"_ZNK" STRING "*Ec", OBJECT, "s"},
  {"_ZNK" STRING "*Ecm", OBJECT, "s"}, {"_ZNK" STRING "*Emm", OBJECT, "s"}, {"_ZNK" STRING "*EmPKc", OBJECT, "s"},
  {"_ZNK" STRING "*", NULL, NULL},
  /* static members */
  {"_ZN" STRING "7_S_copyEPcPKcm", text_is_copied, ""}, {"_ZN" STRING "7_S_moveEPcPKcm", text_is_copied, ""},
  {"_ZN" STRING "9_S_assignEPcmc", OBJECT, "T"}, {"_ZN" STRING "13_S_copy_chars*", range_is_copied, ""}, {"_ZN" STRING "10_S_compareEmm", OBJECT, ""},
  /* constructors of strings */
  {"_ZN" STRING "C*ERKS4_*", OBJECT, "Ns"}, {"_ZN" STRING "C*EOS4_*", OBJECT, "NS"},
  {"_ZN" STRING "C*EPKcm*", OBJECT, "Nt"}, {"_ZN" STRING "C*EPKc*", OBJECT, "Nz"}, {"_ZN" STRING "C*ESt16initializer_listIcE*", OBJECT, "Nt"},
  {"_ZN" STRING "C*Ev", OBJECT, "N"}, {"_ZN" STRING "C*ERKS3_", OBJECT, "N"}, {"_ZN" STRING "C*Emc*", OBJECT, "N"},
  {"_ZN" STRING "C*", NULL, NULL},
  {"_ZN" STRING "9_M_createERmm", OBJECT, "N"},
  {"_ZN" STRING "*_M_constructI*EEvT_S*", OBJECT, "Nb"}, {"_ZN" STRING "*_M_construct*Emc", OBJECT, "N"},
  {"_ZN" STRING "9_M_appendEPKcm", OBJECT, "St"}, {"_ZN" STRING "10_M_replaceEmmPKcm", OBJECT, "S..t"}, {"_ZN" STRING "9_M_mutateEmmPKcm", OBJECT, "S..t"},
  {"_ZN" STRING "9_M_assignERKS4_", OBJECT, "Ss"}, {"_ZN" STRING "*_M_*", OBJECT, "N"}, {"_ZN" STRING "12_Alloc_hider*", OBJECT, "N"},
  /* members that only read, although they are not const ([container.requirements.dataraces]) */
  {"_ZN" STRING "6rbeginEv", OBJECT, ".s"}, {"_ZN" STRING "4rendEv", OBJECT, ".s"}, {"_ZN" STRING "5beginEv", OBJECT, "s"}, {"_ZN" STRING "3endEv", OBJECT, "s"},
  {"_ZN" STRING "ixEm", OBJECT, "s"}, {"_ZN" STRING "2atEm", OBJECT, "s"}, {"_ZN" STRING "4backEv", OBJECT, "s"}, {"_ZN" STRING "5frontEv", OBJECT, "s"},
  {"_ZN" STRING "4dataEv", OBJECT, "s"},
  /* strings that are changed */
  {"_ZN" STRING "*EPKcm", OBJECT, "St"}, {"_ZN" STRING "*EPKc", OBJECT, "Sz"}, {"_ZN" STRING "*EmPKcm", OBJECT, "S.t"}, {"_ZN" STRING "*EmPKc", OBJECT, "S.z"},
  {"_ZN" STRING "*EmmPKcm", OBJECT, "S..t"}, {"_ZN" STRING "*EmmPKc", OBJECT, "S..z"},
  {"_ZN" STRING "*EmRKS4_*", OBJECT, "S.s"}, {"_ZN" STRING "*EmmRKS4_*", OBJECT, "S..s"}, {"_ZN" STRING "*ERKS4_*", OBJECT, "Ss"},
  {"_ZN" STRING "*EOS4_", OBJECT, "SS"}, {"_ZN" STRING "4swapERS4_", OBJECT, "SS"}, {"_ZN" STRING "*ESt16initializer_listIcE", OBJECT, "St"},
  {"_ZN" STRING "*Ev", OBJECT, "S"}, {"_ZN" STRING "*Em", OBJECT, "S"}, {"_ZN" STRING "*Ec", OBJECT, "S"}, {"_ZN" STRING "*Emm", OBJECT, "S"},
  {"_ZN" STRING "*Emc", OBJECT, "S"}, {"_ZN" STRING "*Emmc", OBJECT, "S"}, {"_ZN" STRING "*Emmmc", OBJECT, "S"}, {"_ZN" STRING "*EPc", OBJECT, "S"},
  {"_ZN" STRING "*E*__normal_iteratorI*EE", OBJECT, "S"}, {"_ZN" STRING "*E*__normal_iteratorI*EES8_", OBJECT, "S"},
  {"_ZN" STRING "*E*__normal_iteratorI*EES9_", OBJECT, "S"}, {"_ZN" STRING "*E*__normal_iteratorI*EE*c", OBJECT, "S"},
  {"_ZN" STRING "*", NULL, NULL},
  /* no memory of the program: std::allocator has no fields, std::ctype fills its own table */
  {"_ZNSaIcE*", OBJECT, ""}, {"_ZNKSt5ctypeIcE13_M_widen_initEv", OBJECT, ""},
  /* exceptions with a text */
  {"_ZNKSt*_error4whatEv", error_says, ""},
  {"_ZNSt*_errorC*RKNSt7__cxx1112basic_string*", OBJECT, "Es"}, {"_ZNSt*_errorC*EPKc", OBJECT, "Ez"},
  {"_ZNSt12out_of_rangeC*EPKc", OBJECT, "Ez"}, {"_ZNSt16invalid_argumentC*EPKc", OBJECT, "Ez"}, {"_ZNSt12length_errorC*EPKc", OBJECT, "Ez"},
  {"_ZNSt12out_of_rangeC*RKNSt7__cxx1112basic_string*", OBJECT, "Es"}, {"_ZNSt16invalid_argumentC*RKNSt7__cxx1112basic_string*", OBJECT, "Es"},
  {"_ZNSt*_errorC*ERKS_", OBJECT, "Ee"}, {"_ZNSt*_errorC*EOS_", OBJECT, "EE"}, {"_ZNSt*_erroraSERKS_", OBJECT, "Ee"}, {"_ZNSt*_erroraSEOS_", OBJECT, "EE"},
  {"_ZNSt*_errorD*", OBJECT, "E"}, {"_ZNSt12out_of_rangeD*", OBJECT, "E"}, {"_ZNSt16invalid_argumentD*", OBJECT, "E"},
  {"_ZNSt12future_errorD*", OBJECT, "E"}, {"_ZNKSt12future_error4whatEv", error_says, ""},
  /* std::exception_ptr: its object has an atomic reference count */
  {"_ZN" POINTER "C*ERKS0_", OBJECT, "wr"}, {"_ZN" POINTER "C*EOS0_", OBJECT, "ww"}, {"_ZN" POINTER "C*", OBJECT, "w"},
  {"_ZN" POINTER "aSERKS0_", OBJECT, "wr"}, {"_ZN" POINTER "aSEOS0_", OBJECT, "ww"}, {"_ZN" POINTER "4swapERS0_", OBJECT, "ww"},
  {"_ZN" POINTER "D*", OBJECT, "w"}, {"_ZN" POINTER "10_M_releaseEv", OBJECT, "w"}, {"_ZN" POINTER "9_M_addrefEv", OBJECT, "r"},
  {"_ZNK" POINTER "*", OBJECT, "r"}, {"_ZNSt15__exception_ptreqERKNS_13exception_ptrES2_", OBJECT, "rr"},
  {"_ZNSt15__exception_ptrneERKNS_13exception_ptrES2_", OBJECT, "rr"}, {"_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE", OBJECT, "r"},
  /* std::thread::detach clears the thread's id. (join waits first: runtime/libc/cxx.c.) */
  {"_ZNSt6thread6detachEv", OBJECT, "w"},
};

const struct cxx_call *
cxx_object_calls (size_t *n)
{
  *n = sizeof known / sizeof *known;
  return known;
}
