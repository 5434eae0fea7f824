#include "native/symbols_data.h"

#include <dwarf.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/words.h"
#include "native/symbols.h"

/* ---- from a type and an offset to a path ---- */

/* Types that are reported as one object, without their members. */
static bool
is_whole (Dwarf_Die *type)
{
  static const char *const names[] = {"sem_t", "mtx_t", "cnd_t", "once_flag", "atomic_flag", "mutex", "atomic", NULL};
  const char *name = dwarf_diename (type);
  return name && (!strncmp (name, "pthread_", 8) || !strncmp (name, "atomic<", 7) || !strncmp (name, "atomic_", 7) || word_is_in (name, names));
}

/* Strips typedefs and qualifiers; false at a type that is reported as one object, or if there is none. */
static bool
strip_type (Dwarf_Die *type)
{
  Dwarf_Attribute attribute;
  for (;;) {
    int tag = dwarf_tag (type);
    if (is_whole (type))
      return false;
    if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_atomic_type)
      return true;
    if (!dwarf_formref_die (dwarf_attr (type, DW_AT_type, &attribute), type))
      return false;
  }
}

bool
symbols_type_of (Dwarf_Die *die, Dwarf_Die *type)
{
  Dwarf_Attribute attribute;
  return dwarf_formref_die (dwarf_attr_integrate (die, DW_AT_type, &attribute), type);
}

static bool
size_of (Dwarf_Die *type, Dwarf_Word *size)
{
  return !dwarf_aggregate_size (type, size) && *size;
}

static void add_path (struct str *, Dwarf_Die type, uint64_t offset, int depth);

/* The number of elements of the array's dimension; 0: not known. */
static uint64_t
count_of (Dwarf_Die *dimension)
{
  Dwarf_Attribute attribute;
  Dwarf_Word n;
  if (!dwarf_formudata (dwarf_attr (dimension, DW_AT_count, &attribute), &n))
    return n;
  if (!dwarf_formudata (dwarf_attr (dimension, DW_AT_upper_bound, &attribute), &n))
    return n + 1;
  return 0;
}

static void
add_elements (struct str *s, Dwarf_Die *array, uint64_t offset, int depth)
{
  enum { DIMENSIONS = 8 };
  uint64_t counts[DIMENSIONS], n = 0;
  Dwarf_Die element, child;
  Dwarf_Word size;
  if (!symbols_type_of (array, &element) || !size_of (&element, &size))
    return;
  if (!dwarf_child (array, &child))
    do
      if (dwarf_tag (&child) == DW_TAG_subrange_type && n < DIMENSIONS)
        counts[n++] = count_of (&child);
    while (!dwarf_siblingof (&child, &child));
  for (uint64_t d = 0; d < n; d++) {
    uint64_t inner = size;
    for (uint64_t k = d + 1; k < n; k++)
      inner *= counts[k] ? counts[k] : 1;
    str_printf (s, "[%llu]", (unsigned long long) (offset / inner));
    offset %= inner;
  }
  add_path (s, element, offset, depth + 1);
}

static bool
member_at (Dwarf_Die *structure, uint64_t offset, Dwarf_Die *member, uint64_t *start)
{
  if (dwarf_child (structure, member))
    return false;
  do {
    Dwarf_Attribute attribute;
    Dwarf_Word at = 0, size;
    Dwarf_Die type;
    int tag = dwarf_tag (member);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
      continue;
    if (dwarf_hasattr (member, DW_AT_external) ||
        (dwarf_hasattr (member, DW_AT_data_member_location) &&
         dwarf_formudata (dwarf_attr (member, DW_AT_data_member_location, &attribute), &at)))
      continue;
    if (symbols_type_of (member, &type) && size_of (&type, &size) && offset >= at && offset < at + size) {
      *start = at;
      return true;
    }
  } while (!dwarf_siblingof (member, member));
  return false;
}

static void
add_path (struct str *s, Dwarf_Die type, uint64_t offset, int depth)
{
  enum { DEEPEST = 20 };
  Dwarf_Die member, inner;
  uint64_t start;
  if (depth > DEEPEST || !strip_type (&type))
    return;
  switch (dwarf_tag (&type)) {
  case DW_TAG_array_type:
    add_elements (s, &type, offset, depth);
    break;
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
    if (!member_at (&type, offset, &member, &start) || !symbols_type_of (&member, &inner))
      break;
    if (dwarf_diename (&member) && dwarf_tag (&member) == DW_TAG_member)
      str_printf (s, ".%s", dwarf_diename (&member));
    add_path (s, inner, offset - start, depth + 1);
    break;
  default:
    if (offset)
      str_printf (s, "+%llu", (unsigned long long) offset);
  }
}

void
symbols_add_path (struct str *s, Dwarf_Die type, uint64_t offset)
{
  add_path (s, type, offset, 0);
}

/* ---- finding the variable ---- */

/* True if the address is in the variable; `offset` is its offset there. */
static bool
covers (Dwarf_Die *variable, uint64_t address, Dwarf_Die *type, uint64_t *offset)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *op;
  size_t n;
  Dwarf_Word size;
  if (!dwarf_attr (variable, DW_AT_location, &attribute) || dwarf_getlocation (&attribute, &op, &n) || n != 1 ||
      op->atom != DW_OP_addr || address < op->number || !symbols_type_of (variable, type) || !size_of (type, &size))
    return false;
  *offset = address - op->number;
  return *offset < size;
}

/* Searches a scope and the scopes in it, because functions have static variables, too. */
static bool
search (Dwarf_Die *scope, uint64_t address, struct str *s, int depth)
{
  enum { DEEPEST = 30 };
  Dwarf_Die child, type;
  uint64_t offset;
  if (depth > DEEPEST || dwarf_child (scope, &child))
    return false;
  do {
    int tag = dwarf_tag (&child);
    Dwarf_Attribute attribute;
    if (tag == DW_TAG_variable && covers (&child, address, &type, &offset)) {
      const char *name = dwarf_formstring (dwarf_attr_integrate (&child, DW_AT_name, &attribute));
      str_add (s, name ? name : "?");
      add_path (s, type, offset, 0);
      return true;
    }
    bool is_scope = tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace;
    if (is_scope && search (&child, address, s, depth + 1))
      return true;
  } while (!dwarf_siblingof (&child, &child));
  return false;
}

bool
symbols_add_variable (Dwarf *dwarf, uint64_t address, struct str *s)
{
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;
  while (!dwarf_get_units (dwarf, unit, &unit, NULL, NULL, &die, NULL))
    if (search (&die, address, s, 0))
      return true;
  return false;
}

/* ---- from a name to the variable ---- */

/* The variable that is searched for, and the result. */
struct wanted {
  const char *name;
  struct symbols_variable *out;
  int found;                      /* different ones */
};

static enum symbols_found
judge_type (Dwarf_Die *variable, struct symbols_variable *out)
{
  Dwarf_Die type;
  Dwarf_Attribute attribute;
  Dwarf_Word size, encoding = 0;
  if (!symbols_type_of (variable, &type))
    return SYMBOLS_NO_NUMBER;
  for (int tag; (tag = dwarf_tag (&type)) == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type
                || tag == DW_TAG_atomic_type;)
    if (!symbols_type_of (&type, &type))
      return SYMBOLS_NO_NUMBER;
  int tag = dwarf_tag (&type);
  bool is_base = tag == DW_TAG_base_type && !dwarf_formudata (dwarf_attr (&type, DW_AT_encoding, &attribute), &encoding);
  bool is_number = is_base && (encoding == DW_ATE_signed || encoding == DW_ATE_unsigned || encoding == DW_ATE_boolean
                               || encoding == DW_ATE_signed_char || encoding == DW_ATE_unsigned_char);
  if ((!is_number && tag != DW_TAG_enumeration_type) || !size_of (&type, &size) || size > 8)
    return SYMBOLS_NO_NUMBER;
  out->size = (uint32_t) size;
  out->is_signed = encoding == DW_ATE_signed || encoding == DW_ATE_signed_char || tag == DW_TAG_enumeration_type;
  return SYMBOLS_FOUND;
}

static enum symbols_found
judge_variable (Dwarf_Die *variable, struct wanted *w)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *op;
  size_t n;
  const char *name = dwarf_formstring (dwarf_attr_integrate (variable, DW_AT_name, &attribute));
  if (!name || strcmp (name, w->name) || dwarf_hasattr (variable, DW_AT_declaration))
    return SYMBOLS_NOT_FOUND;
  if (!dwarf_attr (variable, DW_AT_location, &attribute) || dwarf_getlocation (&attribute, &op, &n) || n != 1
      || op->atom != DW_OP_addr)
    return SYMBOLS_NO_PLACE;
  if (w->found && w->out->address == op->number)
    return SYMBOLS_FOUND;
  if (w->found++)
    return SYMBOLS_AMBIGUOUS;
  w->out->address = op->number;
  return judge_type (variable, w->out);
}

/* The worst result of all variables in the scope. */
static enum symbols_found
find_in (Dwarf_Die *scope, struct wanted *w)
{
  enum symbols_found best = SYMBOLS_NOT_FOUND;
  Dwarf_Die child;
  if (dwarf_child (scope, &child))
    return best;
  do {
    enum symbols_found f = dwarf_tag (&child) == DW_TAG_variable ? judge_variable (&child, w)
                           : dwarf_tag (&child) == DW_TAG_namespace ? find_in (&child, w) : SYMBOLS_NOT_FOUND;
    best = f > best ? f : best;
  } while (!dwarf_siblingof (&child, &child));
  return best;
}

/* Excluded from the search, because the runtime's variables may have the same names as the program's. */
bool
symbols_is_of_runtime (Dwarf_Die *unit)
{
  Dwarf_Attribute attribute;
  const char *folder = dwarf_formstring (dwarf_attr (unit, DW_AT_comp_dir, &attribute));
  return folder && !strcmp (folder, "/mazurka-runtime");   /* set by -fdebug-prefix-map: Makefile, OPT_rt */
}

enum symbols_found
symbols_find_variable (const char *executable, const char *name, struct symbols_variable *out)
{
  struct wanted w = {.name = name, .out = out};
  enum symbols_found best = SYMBOLS_NOT_FOUND;
  int fd = open (executable, O_RDONLY | O_CLOEXEC);
  Dwarf *dwarf = fd < 0 ? NULL : dwarf_begin (fd, DWARF_C_READ);
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;
  while (dwarf && !dwarf_get_units (dwarf, unit, &unit, NULL, NULL, &die, NULL)) {
    enum symbols_found f = symbols_is_of_runtime (&die) ? SYMBOLS_NOT_FOUND : find_in (&die, &w);
    best = f > best ? f : best;
  }
  if (dwarf)
    dwarf_end (dwarf);
  if (fd >= 0)
    close (fd);
  return best;
}
