/* The accesses of functions of the C++ library to lists, trees and hash tables: the nodes whose links
 * they read and write are found in the same way as by the function, before it is called. */
#include "native/runtime/libc/cxx_calls.h"

#include <stddef.h>

#include "native/runtime/memory/reuse.h"
#include "native/runtime/core/rt.h"

/* ---- std::list: a ring of nodes, one of which is the list ---- */

struct list_node { struct list_node *next, *previous; };

static void
link_is_written (struct list_node *const *link, uint64_t pc)
{
  cxx_touch (link, sizeof *link, true, pc);
}

/* (node, at) */
static void
list_hook (void *const *a, uint64_t pc)
{
  const struct list_node *n = a[0], *at = a[1];
  cxx_touch (n, sizeof *n, true, pc);
  link_is_written (&at->previous, pc);
  link_is_written (&at->previous->next, pc);
}

static void
list_unhook (void *const *a, uint64_t pc)
{
  const struct list_node *n = a[0];
  cxx_touch (n, sizeof *n, false, pc);
  link_is_written (&n->next->previous, pc);
  link_is_written (&n->previous->next, pc);
}

/* (at, first, last): moves the nodes from first up to last, exclusive, before at. */
static void
list_transfer (void *const *a, uint64_t pc)
{
  const struct list_node *ends[] = {a[0], a[1], a[2]};
  for (int i = 0; i < 3 && ends[0] != ends[2]; i++) {
    link_is_written (&ends[i]->previous, pc);
    link_is_written (&ends[i]->previous->next, pc);
  }
}

static void
list_reverse (void *const *a, uint64_t pc)
{
  const struct list_node *list = a[0], *n = list;
  do {
    cxx_touch (n, sizeof *n, true, pc);
    n = n->next;
  } while (n != list);
}

/* (one, other): the links of both and of their neighbours are written. */
static void
list_swap (void *const *a, uint64_t pc)
{
  for (int i = 0; i < 2; i++) {
    const struct list_node *list = a[i];
    cxx_touch (list, sizeof *list, true, pc);
    link_is_written (&list->next->previous, pc);
    link_is_written (&list->previous->next, pc);
  }
}

/* ---- std::map and std::set ---- */

struct tree_node { uint32_t is_black; struct tree_node *parent, *left, *right; };

/* The parent of the root is a red node inside of the container. No path is longer than twice the bits of an address. */
static const struct tree_node *
header_of (const struct tree_node *n)
{
  enum { LONGEST_PATH = 128 };
  for (int i = 0; i < LONGEST_PATH && n->parent; i++, n = n->parent)
    if (!n->is_black && n->parent->parent == n)
      return n;
  return NULL;
}

/* (left, node, parent, header): the rotated nodes are not listed, because every use of the tree reads its header. */
static void
tree_insert (void *const *a, uint64_t pc)
{
  for (int i = 1; i < 4; i++)
    cxx_touch (a[i], sizeof (struct tree_node), true, pc);
}

/* (node, header) */
static void
tree_erase (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], sizeof (struct tree_node), true, pc);
  cxx_touch (a[1], sizeof (struct tree_node), true, pc);
}

/* Advancing an iterator counts as a read of the container in C++, which races with insert and erase. */
static void
tree_step (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], sizeof (struct tree_node), false, pc);
  cxx_touch (header_of (a[0]), sizeof (struct tree_node), false, pc);
}

/* ---- hash tables ---- */

/* The policy is a load factor and the size at which the table grows. */
static void
rehash_policy (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], 16, true, pc);
}

static void
hash_bytes (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], (size_t) a[1], false, pc);
  if ((size_t) a[1] == sizeof (uint64_t))
    reuse_word_hashed (*(const uint64_t *) a[0]);   /* perhaps a std::thread::id */
}

/* ---- names ---- */

#define LIST "_ZNSt8__detail15_List_node_base"

static const struct cxx_call known[] = {
  {LIST "7_M_hookEPS0_", list_hook, ""},
  {LIST "9_M_unhookEv", list_unhook, ""},
  {LIST "11_M_transferEPS0_S1_", list_transfer, ""},
  {LIST "10_M_reverseEv", list_reverse, ""},
  {LIST "4swapERS0_S1_", list_swap, ""},
  {"_ZSt29_Rb_tree_insert_and_rebalance*", tree_insert, ""},
  {"_ZSt28_Rb_tree_rebalance_for_erase*", tree_erase, ""},
  {"_ZSt18_Rb_tree_increment*", tree_step, ""},
  {"_ZSt18_Rb_tree_decrement*", tree_step, ""},
  {"_ZNSt8__detail20_Prime_rehash_policy*", rehash_policy, ""},
  {"_ZNKSt8__detail20_Prime_rehash_policy*", rehash_policy, ""},
  {"_ZSt11_Hash_bytesPKvmm", hash_bytes, ""},
};

const struct cxx_call *
cxx_container_calls (size_t *n)
{
  *n = sizeof known / sizeof *known;
  return known;
}
