/* Idea: the type of a block is in the statement that calls malloc: it has
 * `sizeof (struct node)`, `sizeof *n` or `new node`, or sets a variable that points
 * to an object of that size. The line is read from the source and its words are looked
 * up in DWARF, in the scopes around the call. A wrong guess gives a wrong name, never
 * another verdict. */
#include "native/symbols_block.h"

#include <ctype.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sources.h"
#include "base/str.h"
#include "base/words.h"
#include "native/symbols.h"
#include "native/symbols_data.h"

struct statement {
  Dwarf_Die unit, *scopes;
  int nscopes;
  char line[800], asked[100], set[100];   /* the source; the operand of sizeof or new; the left side of the assignment, "q->items[i]" */
  char set_name[100];             /* the last word of the left side, "items" */
  bool is_pointee;                /* `asked` is a pointer: the type it points to is meant */
};

/* ---- words of the line ---- */

/* The line, after the one before it if that ends in "=". */
static bool
read_line (struct statement *s, struct pos pos)
{
  char before[sizeof s->line / 2] = "", now[sizeof s->line / 2] = "";
  FILE *f = sources_open (pos.file);
  int line = 0;
  while (f && line < pos.line) {
    memcpy (before, now, sizeof now);
    if (!fgets (now, sizeof now, f))
      break;
    line += strchr (now, '\n') != NULL;
  }
  if (f)
    fclose (f);
  size_t end = strlen (before);
  while (end && isspace ((unsigned char) before[end - 1]))
    end--;
  bool goes_on = end && before[end - 1] == '=';
  snprintf (s->line, sizeof s->line, "%.*s %s", goes_on ? (int) end : 0, before, now);
  return f && line == pos.line;
}

static void
copy_word (char *to, size_t room, const char *from)
{
  snprintf (to, room, "%.*s", (int) word_length (from), from);
}

/* The length of a path such as "q->items[i].next" at the beginning of the text. */
static size_t
path_length (const char *p)
{
  size_t n = word_length (p);
  for (;;) {
    bool is_arrow = p[n] == '-' && p[n + 1] == '>';
    const char *close = p[n] == '[' ? strchr (p + n, ']') : NULL;
    if (close)
      n = (size_t) (close - p) + 1;
    else if (p[n] == '.' || is_arrow)
      n += 1 + is_arrow + word_length (p + n + 1 + is_arrow);
    else
      return n;
  }
}

/* After `sizeof` or `new`: a type's name, or * and a variable. */
static void
find_asked (struct statement *s)
{
  static const char *const skipped[] = {"struct", "union", "const", "class"};
  const char *p = strstr (s->line, "sizeof"), *q = strstr (s->line, "new ");
  p = p ? p + 6 : q ? q + 4 : NULL;
  if (!p)
    return;
  p += strspn (p, " (");
  s->is_pointee = *p == '*';
  p += strspn (p, " *(");
  for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
    if (!strncmp (p, skipped[i], strlen (skipped[i])) && p[strlen (skipped[i])] == ' ')
      p += strlen (skipped[i]) + 1;
  snprintf (s->asked, sizeof s->asked, "%.*s", (int) path_length (p), p);
}

/* The text before the first =. */
static void
find_set (struct statement *s)
{
  const char *p = strchr (s->line, '=');
  if (!p || p == s->line || p[1] == '=')
    return;
  for (p--; p > s->line && *p == ' '; p--)
    ;
  const char *end = p + 1, *name_end = end;
  for (; p >= s->line && (isalnum ((unsigned char) *p) || strchr ("_.[]", *p) || (*p == '>' && p > s->line && p[-1] == '-') || (*p == '-' && p[1] == '>')); p--)
    if (*p == '[')
      name_end = name_end > p ? p : name_end;
  snprintf (s->set, sizeof s->set, "%.*s", (int) (end - p - 1), p + 1);
  const char *name = name_end;
  while (name > p + 1 && (isalnum ((unsigned char) name[-1]) || name[-1] == '_'))
    name--;
  snprintf (s->set_name, sizeof s->set_name, "%.*s", (int) (name_end - name), name);
}

/* ---- in DWARF ---- */

static bool
find_child (Dwarf_Die *scope, const char *name, bool is_type, Dwarf_Die *found)
{
  Dwarf_Attribute attribute;
  if (dwarf_child (scope, found))
    return false;
  do {
    int tag = dwarf_tag (found);
    bool fits = is_type ? tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type || tag == DW_TAG_typedef || tag == DW_TAG_base_type
                        : tag == DW_TAG_variable || tag == DW_TAG_formal_parameter;
    const char *own = fits ? dwarf_formstring (dwarf_attr_integrate (found, DW_AT_name, &attribute)) : NULL;
    if (own && !strcmp (own, name))
      return true;
  } while (!dwarf_siblingof (found, found));
  return false;
}

static bool
find_name (struct statement *s, const char *name, bool is_type, Dwarf_Die *found)
{
  for (int i = 0; i < s->nscopes; i++)
    if (find_child (&s->scopes[i], name, is_type, found))
      return true;
  return find_child (&s->unit, name, is_type, found);
}

static bool
inner_type (Dwarf_Die *type)
{
  Dwarf_Attribute attribute;
  return dwarf_formref_die (dwarf_attr (type, DW_AT_type, &attribute), type);
}

/* Strips typedefs, qualifiers and pointers; true if a structure, union or class is left. */
static bool
is_record (Dwarf_Die *type)
{
  int tag;
  while ((tag = dwarf_tag (type)) != DW_TAG_structure_type && tag != DW_TAG_union_type && tag != DW_TAG_class_type)
    if (tag == DW_TAG_array_type || !inner_type (type))
      return false;
  return true;
}

/* The type of a member, also of a base class or an anonymous member. */
static bool
member_type (Dwarf_Die record, const char *name, Dwarf_Die *type, int depth)
{
  enum { DEEPEST = 10 };
  Dwarf_Die child;
  if (depth > DEEPEST || !is_record (&record) || dwarf_child (&record, &child))
    return false;
  do {
    int tag = dwarf_tag (&child);
    const char *own = tag == DW_TAG_member ? dwarf_diename (&child) : NULL;
    if (own ? !strcmp (own, name) && symbols_type_of (&child, type)
            : (tag == DW_TAG_member || tag == DW_TAG_inheritance) && symbols_type_of (&child, type) && member_type (*type, name, type, depth + 1))
      return true;
  } while (!dwarf_siblingof (&child, &child));
  return false;
}

/* The type of "items", "q->items[i]", "this->q.items"; in a method `this->` may be omitted. */
static bool
path_type (struct statement *s, const char *path, Dwarf_Die *type)
{
  char word[sizeof s->set];
  Dwarf_Die found;
  copy_word (word, sizeof word, path);
  if (!*word)
    return false;
  if (find_name (s, word, false, &found) ? !symbols_type_of (&found, type)
      : !find_name (s, "this", false, &found) || !symbols_type_of (&found, type) || !member_type (*type, word, type, 0))
    return false;
  for (path += strlen (word); *path;) {
    if (*path == '[') {
      while (dwarf_tag (type) != DW_TAG_pointer_type && dwarf_tag (type) != DW_TAG_array_type)
        if (!inner_type (type))
          return false;
      if (!inner_type (type))
        return false;
      path += strcspn (path, "]") + 1;
      continue;
    }
    path += *path == '.' ? 1 : 2;
    copy_word (word, sizeof word, path);
    if (!member_type (*type, word, type, 0))
      return false;
    path += strlen (word);
  }
  return true;
}

static bool
pointee_of (struct statement *s, const char *path, Dwarf_Die *type)
{
  if (!path_type (s, path, type))
    return false;
  while (dwarf_tag (type) != DW_TAG_pointer_type)
    if (!inner_type (type))
      return false;
  return inner_type (type);
}

/* True if the block may consist of this type. A structure may end in a flexible array. */
static bool
fits (Dwarf_Die *type, uint64_t bytes, uint64_t *size)
{
  Dwarf_Word n;
  if (dwarf_aggregate_size (type, &n) || !n || n > bytes)
    return false;
  *size = n;
  return true;
}

static bool
is_structure (Dwarf_Die type)
{
  Dwarf_Attribute attribute;
  int tag;
  while ((tag = dwarf_tag (&type)) == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type || tag == DW_TAG_atomic_type)
    if (!dwarf_formref_die (dwarf_attr (&type, DW_AT_type, &attribute), &type))
      return false;
  return tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
}

static bool
find_type (struct statement *s, uint64_t bytes, Dwarf_Die *type, uint64_t *size)
{
  if (*s->asked && (s->is_pointee ? pointee_of (s, s->asked, type) : find_name (s, s->asked, true, type)) && fits (type, bytes, size))
    return true;
  if (*s->asked && !s->is_pointee && path_type (s, s->asked, type) && is_structure (*type) && fits (type, bytes, size))
    return true;
  if (*s->asked && !s->is_pointee && pointee_of (s, s->asked, type) && fits (type, bytes, size))
    return true;
  return pointee_of (s, s->set, type) && fits (type, bytes, size);
}

/* Reads the line of the call, in a file outside of /usr if there is one, and the scopes around it; release the scopes. */
static bool
look_at (struct symbols *symbols, uint64_t pc, struct statement *s)
{
  enum { MOST = 16 };
  struct symbols_place places[MOST];
  *s = (struct statement) {0};
  size_t n = symbols_places (symbols, pc - 1, places, MOST), i = 0;
  while (i + 1 < n && places[i].pos.file && !strncmp (places[i].pos.file, "/usr/", 5))
    i++;
  s->nscopes = symbols_scopes (symbols, pc - 1, &s->unit, &s->scopes);
  if (!s->nscopes || !read_line (s, places[i].pos))
    return false;
  find_asked (s);
  find_set (s);
  return true;
}

/* The type of the block, kept because it is needed for each access to the block. */
static const struct symbols_block *
block_at (struct symbols *symbols, uint64_t pc, uint64_t bytes)
{
  struct symbols_block *b = symbols_kept_block (symbols, pc, bytes);
  struct statement s;
  if (b->pc == pc && b->bytes == bytes)
    return b;
  *b = (struct symbols_block) {.pc = pc, .bytes = bytes};
  if (!look_at (symbols, pc, &s) || !find_type (&s, bytes, &b->type, &b->size))
    b->size = 0;
  memcpy (b->set_name, s.set_name, sizeof b->set_name);
  free (s.scopes);
  return b;
}

bool
symbols_add_block (struct symbols *symbols, uint64_t pc, uint64_t bytes, struct str *out)
{
  const struct symbols_block *b = block_at (symbols, pc, bytes);
  Dwarf_Die type = b->type;
  const char *name = !b->size ? NULL : is_structure (type) && dwarf_diename (&type) ? dwarf_diename (&type) : *b->set_name ? b->set_name : NULL;
  if (name)
    str_add (out, name);
  return name;
}

void
symbols_add_block_part (struct symbols *symbols, uint64_t pc, uint64_t bytes, uint64_t offset, struct str *out)
{
  const struct symbols_block *b = block_at (symbols, pc, bytes);
  if (b->size) {
    if (bytes >= 2 * b->size)
      str_printf (out, "[%llu]", (unsigned long long) (offset / b->size));
    symbols_add_path (out, b->type, offset % b->size);
  } else if (offset)
    str_printf (out, "+%llu", (unsigned long long) offset);
}

/* ---- locals ---- */

/* The variable's offset from the canonical frame address. gcc's offsets are relative to it,
 * clang's to the frame pointer, two words below. */
static bool
offset_of (Dwarf_Die *function, Dwarf_Die *variable, int64_t *offset)
{
  Dwarf_Attribute attribute;
  Dwarf_Op *op;
  size_t n;
  if (!dwarf_attr_integrate (variable, DW_AT_location, &attribute) || dwarf_getlocation (&attribute, &op, &n) || n != 1 || op->atom != DW_OP_fbreg)
    return false;
  *offset = (int64_t) op->number;
  if (!dwarf_attr_integrate (function, DW_AT_frame_base, &attribute) || dwarf_getlocation (&attribute, &op, &n) || n != 1)
    return false;
  *offset -= op->atom == DW_OP_call_frame_cfa ? 0 : 16;
  return true;
}

static bool
add_variable_at (Dwarf_Die *function, Dwarf_Die *scope, int64_t at, struct str *out)
{
  Dwarf_Attribute attribute;
  Dwarf_Die child, type;
  Dwarf_Word size;
  int64_t start;
  if (dwarf_child (scope, &child))
    return false;
  do {
    int tag = dwarf_tag (&child);
    if (tag == DW_TAG_lexical_block && add_variable_at (function, &child, at, out))
      return true;
    if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) || !offset_of (function, &child, &start) || !symbols_type_of (&child, &type) ||
        dwarf_aggregate_size (&type, &size) || at < start || at >= start + (int64_t) size)
      continue;
    const char *name = dwarf_formstring (dwarf_attr_integrate (&child, DW_AT_name, &attribute));
    str_add (out, name ? name : "?");
    symbols_add_path (out, type, (uint64_t) (at - start));
    return true;
  } while (!dwarf_siblingof (&child, &child));
  return false;
}

bool
symbols_add_local (struct symbols *symbols, uint64_t pc, uint64_t frame, uint64_t address, struct str *out)
{
  Dwarf_Die unit, *scopes = NULL;
  int n = symbols_scopes (symbols, pc - 1, &unit, &scopes);
  bool found = false;
  for (int i = 0; i < n && !found; i++)
    if (dwarf_tag (&scopes[i]) == DW_TAG_subprogram)
      found = add_variable_at (&scopes[i], &scopes[i], (int64_t) (address - frame), out);
  free (scopes);
  return found;
}
