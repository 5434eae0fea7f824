/* The accesses of functions of the C++ library to streams.
 *
 * Idea: a stream is an object for the characters that pass through it, and the part that all streams have (std::ios), whose
 * fields the program reads and writes by inline functions: flags, width, fill and so on. Formatted output reads these fields
 * and sets the width to 0. On cout and the other standard streams, as long as they are synchronised with stdio, output
 * functions do not race with each other ([iostream.objects.overview]): they count as reads of the width and the state,
 * because parts of other output functions are inline and read them in the program's code. Manipulators and functions that
 * set a field are not output functions and race with them. */
#define _GNU_SOURCE 1
#include "native/runtime/libc/cxx_calls.h"

#include <dlfcn.h>

#include "native/runtime/core/rt.h"

/* std::basic_ios<char>, in the ABI of libstdc++ 6. */
struct ios {
  void *functions;
  size_t precision, width;
  uint32_t flags, exceptions, state;
  void *callbacks, *words[20], *locale;
  void *tie;
  char fill, has_fill;
  void *buffer, *facets[3];
};
_Static_assert (offsetof (struct ios, state) == 32 && offsetof (struct ios, locale) == 208 && offsetof (struct ios, tie) == 216 && sizeof (struct ios) == 264,
                "the layout of libstdc++");

/* The offset of std::ios in the stream is stored before the table of virtual functions, to which the first word points. */
static struct ios *
ios_of (void *stream)
{
  enum { WHERE = -3 };
  return (struct ios *) ((char *) stream + (*(const ptrdiff_t *const *) stream)[WHERE]);
}

/* Set by std::ios_base::sync_with_stdio; in the program's memory. */
static bool unsynchronised;

static bool
is_standard (const void *stream)
{
  static const char *const names[] = {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt4wcin", "_ZSt5wclog"};
  for (size_t i = 0; i < sizeof names / sizeof *names && !unsynchronised; i++)
    if (stream == dlsym (RTLD_DEFAULT, names[i]))
      return true;
  return false;
}

/* The accesses of every output function. */
static void
stream_prints (void *const *a, uint64_t pc)
{
  struct ios *s = ios_of (a[0]);
  bool shared = is_standard (a[0]);
  cxx_touch (&s->exceptions, sizeof s->exceptions, false, pc);
  cxx_touch (&s->locale, sizeof s->locale + sizeof s->tie, false, pc);
  cxx_touch (&s->buffer, sizeof s->buffer, false, pc);
  cxx_touch (&s->state, sizeof s->state, !shared, pc);
  if (!shared)
    cxx_touch (a[0], sizeof (void *), true, pc);
}

static void
stream_formats (void *const *a, uint64_t pc)
{
  struct ios *s = ios_of (a[0]);
  stream_prints (a, pc);
  cxx_touch (&s->flags, sizeof s->flags, false, pc);
  cxx_touch (&s->precision, sizeof s->precision, false, pc);
  cxx_touch (&s->fill, 2, false, pc);
  cxx_touch (&s->facets, sizeof s->facets, false, pc);
  cxx_touch (&s->width, sizeof s->width, !is_standard (a[0]), pc);
}

/* ---- manipulators: (stream, value) ---- */

static void
width_is_set (void *const *a, uint64_t pc)
{
  cxx_touch (&ios_of (a[0])->width, sizeof (size_t), true, pc);
}

static void
precision_is_set (void *const *a, uint64_t pc)
{
  cxx_touch (&ios_of (a[0])->precision, sizeof (size_t), true, pc);
}

static void
flags_are_set (void *const *a, uint64_t pc)
{
  cxx_touch (&ios_of (a[0])->flags, sizeof (uint32_t), true, pc);
}

static void
fill_is_set (void *const *a, uint64_t pc)
{
  cxx_touch (&ios_of (a[0])->fill, 2, true, pc);
}

/* ---- functions of std::ios itself ---- */

static void
state_is_set (void *const *a, uint64_t pc)
{
  struct ios *s = a[0];
  cxx_touch (&s->exceptions, sizeof s->exceptions, false, pc);
  cxx_touch (&s->buffer, sizeof s->buffer, false, pc);
  cxx_touch (&s->state, sizeof s->state, true, pc);
}

static void
locale_is_set (void *const *a, uint64_t pc)
{
  struct ios *s = a[1];           /* the first argument is the address of the result */
  cxx_touch (&s->locale, sizeof s->locale, true, pc);
  cxx_touch (&s->facets, sizeof s->facets, true, pc);
}

static void
synchronisation_is_set (void *const *a, uint64_t pc)
{
  cxx_touch (&unsynchronised, sizeof unsynchronised, true, pc);
  unsynchronised = !((uintptr_t) a[0] & 1);
}

/* ---- names ---- */

#define MANIPULATOR "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
#define CHARACTERS "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_"
#define IOS "St9basic_iosIcSt11char_traitsIcEE"

/* The first pattern that matches is used. */
static const struct cxx_call known[] = {
  {CHARACTERS "PKc", stream_formats, ".z"}, {CHARACTERS "PKa", stream_formats, ".z"}, {CHARACTERS "PKh", stream_formats, ".z"},
  {CHARACTERS "a", stream_formats, ""}, {CHARACTERS "c", stream_formats, ""}, {CHARACTERS "h", stream_formats, ""},
  {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l", stream_formats, ".t"},
  {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE", stream_formats, ".s"},
  {MANIPULATOR "St5_Setw", width_is_set, ""}, {MANIPULATOR "St13_Setprecision", precision_is_set, ""},
  {MANIPULATOR "St8_Setfill*", fill_is_set, ""}, {MANIPULATOR "St*_Setiosflags", flags_are_set, ""},
  {MANIPULATOR "St*_Resetiosflags", flags_are_set, ""}, {MANIPULATOR "St8_Setbase", flags_are_set, ""},
  {"_ZNSolsEPF*", NULL, ""},      /* calls its argument, a function */
  {"_ZNSolsEPS*", NULL, NULL},    /* from another stream's buffer */
  {"_ZNSolsE*", stream_formats, ""}, {"_ZNSo9_M_insert*", stream_formats, ""},
  {"_ZNSo5writeEPKcl", stream_prints, ".t"}, {"_ZNSo8_M_writeEPKcl", stream_prints, ".t"},
  {"_ZNSo3putEc", stream_prints, ""}, {"_ZNSo5flushEv", stream_prints, ""}, {"_ZNSo5seekp*", stream_prints, ""}, {"_ZNSo5tellpEv", stream_prints, ""},
  {"_ZSt4endlIcSt11char_traitsIcE*", stream_prints, ""}, {"_ZSt5flushIcSt11char_traitsIcE*", stream_prints, ""},
  {"_ZSt4endsIcSt11char_traitsIcE*", stream_prints, ""},
  {"_ZN" IOS "5clearESt12_Ios_Iostate", state_is_set, ""}, {"_ZN" IOS "5imbueERKSt6locale", locale_is_set, "..r"},
  {"_ZNSt8ios_base15sync_with_stdioEb", synchronisation_is_set, ""},
};

const struct cxx_call *
cxx_stream_calls (size_t *n)
{
  *n = sizeof known / sizeof *known;
  return known;
}
