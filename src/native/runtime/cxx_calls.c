#define _GNU_SOURCE 1
#include "native/runtime/cxx_calls.h"

#include <dlfcn.h>
#include <string.h>

#include "native/runtime/libc.h"
#include "native/runtime/rt.h"

static void
touch (const void *p, size_t bytes, bool write, uint64_t pc)
{
  if (p && bytes)
    rt_plain (p, bytes, write, pc);
}

/* ---- std::string: where its text is, how long it is, then a buffer ---- */

struct text { const char *data; size_t length; char buffer[16]; };

static void
string_is_read (void *const *a, uint64_t pc)
{
  const struct text *s = a[0];
  touch (s, sizeof *s, false, pc);
  touch (s->data, s->length + 1, false, pc);
}

static void
string_is_changed (void *const *a, uint64_t pc)
{
  const struct text *s = a[0];
  touch (s, sizeof *s, true, pc);
  touch (s->data, s->length + 1, true, pc);
}

/* (this, const char *, size_t) */
static void
string_takes_text (void *const *a, uint64_t pc)
{
  string_is_changed (a, pc);
  touch (a[1], (size_t) a[2], false, pc);
}

/* (this, size_t, size_t, const char *, size_t) */
static void
string_replaces (void *const *a, uint64_t pc)
{
  string_is_changed (a, pc);
  touch (a[3], (size_t) a[4], false, pc);
}

/* (this, const std::string &) */
static void
string_takes_string (void *const *a, uint64_t pc)
{
  string_is_changed (a, pc);
  string_is_read (a + 1, pc);
}

/* A new one: what was there before is nothing yet. */
static void
string_is_copied (void *const *a, uint64_t pc)
{
  touch (a[0], sizeof (struct text), true, pc);
  string_is_read (a + 1, pc);
}

static void
string_is_made (void *const *a, uint64_t pc)
{
  touch (a[0], sizeof (struct text), true, pc);
}

/* ---- containers ---- */

struct list_node { struct list_node *next, *previous; };

static void
list_hook (void *const *a, uint64_t pc)
{
  const struct list_node *n = a[0], *at = a[1];
  touch (n, sizeof *n, true, pc);
  touch (&at->previous, sizeof at->previous, true, pc);
  touch (&at->previous->next, sizeof at->previous->next, true, pc);
}

static void
list_unhook (void *const *a, uint64_t pc)
{
  const struct list_node *n = a[0];
  touch (n, sizeof *n, false, pc);
  touch (&n->next->previous, sizeof n->next->previous, true, pc);
  touch (&n->previous->next, sizeof n->previous->next, true, pc);
}

/* Moving, swapping, reversing: at least the nodes that are named. */
static void
list_nodes (void *const *a, uint64_t pc)
{
  touch (a[0], sizeof (struct list_node), true, pc);
}

struct tree_node { uint64_t color; struct tree_node *parent, *left, *right; };

/* (left, node, parent, header): whoever uses the tree reads its header first. */
static void
tree_insert (void *const *a, uint64_t pc)
{
  for (int i = 1; i < 4; i++)
    touch (a[i], sizeof (struct tree_node), true, pc);
}

/* (node, header) */
static void
tree_erase (void *const *a, uint64_t pc)
{
  touch (a[0], sizeof (struct tree_node), true, pc);
  touch (a[1], sizeof (struct tree_node), true, pc);
}

static void
tree_step (void *const *a, uint64_t pc)
{
  touch (a[0], sizeof (struct tree_node), false, pc);
}

/* The policy of a hash table: a factor, and when it grows next. */
static void
rehash_policy (void *const *a, uint64_t pc)
{
  touch (a[0], 16, true, pc);
}

static void
hash_bytes (void *const *a, uint64_t pc)
{
  touch (a[0], (size_t) a[1], false, pc);
}

/* ---- streams ---- */

/* The standard ones may be used by several threads at once. */
static bool
is_standard (const void *stream)
{
  static const char *const names[] = {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt4wcin"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (stream == dlsym (RTLD_DEFAULT, names[i]))
      return true;
  return false;
}

static void
stream_is_used (void *const *a, uint64_t pc)
{
  if (!is_standard (a[0]))
    touch (a[0], sizeof (void *), true, pc);
}

static void
stream_takes_string (void *const *a, uint64_t pc)
{
  stream_is_used (a, pc);
  if (a[1])
    touch (a[1], libc_length (a[1], SIZE_MAX), false, pc);
}

static void
stream_takes_text (void *const *a, uint64_t pc)
{
  stream_is_used (a, pc);
  touch (a[1], (size_t) a[2], false, pc);
}

/* ---- jumps: their functions return to the caller's frame, so nothing can stand around them ---- */

/* libc saves eight registers and a flag, then the signals that are blocked. */
static void
jump_is_set (void *const *a, uint64_t pc)
{
  touch (a[0], 72, true, pc);
}

static void
jump_is_made (void *const *a, uint64_t pc)
{
  touch (a[0], 72, false, pc);
}

/* ---- names ---- */

#define STRING "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"

/* The first that fits counts; a name that ends in * stands for all that begin so. */
static const struct { const char *name; cxx_effect *effect; } known[] = {
  {"_setjmp", jump_is_set}, {"setjmp", jump_is_set}, {"__sigsetjmp", jump_is_set}, {"sigsetjmp", jump_is_set},
  {"longjmp", jump_is_made}, {"_longjmp", jump_is_made}, {"siglongjmp", jump_is_made}, {"__longjmp_chk", jump_is_made},
  {"_ZNK" STRING "*", string_is_read},
  {"_ZN" STRING "9_M_appendEPKcm", string_takes_text},
  {"_ZN" STRING "10_M_replaceEmmPKcm", string_replaces},
  {"_ZN" STRING "9_M_assignERKS4_", string_takes_string},
  {"_ZN" STRING "C1ERKS4_", string_is_copied},
  {"_ZN" STRING "C2ERKS4_", string_is_copied},
  {"_ZN" STRING "C1*", string_is_made},
  {"_ZN" STRING "C2*", string_is_made},
  {"_ZN" STRING "9_M_createERmm", string_is_made},
  {"_ZN" STRING "*", string_is_changed},
  {"_ZNSt8__detail15_List_node_base7_M_hookEPS0_", list_hook},
  {"_ZNSt8__detail15_List_node_base9_M_unhookEv", list_unhook},
  {"_ZNSt8__detail15_List_node_base*", list_nodes},
  {"_ZSt29_Rb_tree_insert_and_rebalance*", tree_insert},
  {"_ZSt28_Rb_tree_rebalance_for_erase*", tree_erase},
  {"_ZSt18_Rb_tree_increment*", tree_step},
  {"_ZSt18_Rb_tree_decrement*", tree_step},
  {"_ZNSt8__detail20_Prime_rehash_policy*", rehash_policy},
  {"_ZNKSt8__detail20_Prime_rehash_policy*", rehash_policy},
  {"_ZSt11_Hash_bytesPKvmm", hash_bytes},
  {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", stream_takes_string},
  {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l", stream_takes_text},
  {"_ZStlsIcSt11char_traitsIcE*", stream_is_used},
  {"_ZStlsISt11char_traitsIcE*", stream_is_used},
  {"_ZNSo*", stream_is_used},
  {"_ZSt4endlIcSt11char_traitsIcE*", stream_is_used},
  {"_ZSt5flushIcSt11char_traitsIcE*", stream_is_used},
  {"_ZNSt9basic_iosIcSt11char_traitsIcEE5clear*", stream_is_used},
};

cxx_effect *
cxx_effect_of (const char *name)
{
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t n = strlen (known[i].name);
    bool fits = known[i].name[n - 1] == '*' ? !strncmp (name, known[i].name, n - 1) : !strcmp (name, known[i].name);
    if (fits)
      return known[i].effect;
  }
  return NULL;
}
