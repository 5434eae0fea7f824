/* Names of files in this execution: those of the disk, overlaid by what the program
 * has made and removed. A name is an absolute path without symbolic links;
 * names_resolve makes it from a path of the program. */

#include "base/digest.h"
#include "base/table.h"
#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 64
#define MOST_LINKS 40

struct name {
  const char *path;
  struct node *node;              /* NULL: the name was removed */
  struct name *next;
};

struct names {
  struct name *buckets[BUCKETS];
  const char *directory;
  mode_t mask;
};

#define names ((struct names *) RT_FILES_NAMES)

static uint64_t
hash_of (const char *path)
{
  return digest_text (path, strlen (path));
}

void
names_restore (void)
{
  memset (names, 0, sizeof *names);
  names->directory = rt->program.directory;
  names->mask = 022;
}

size_t
names_bytes (void)
{
  return sizeof *names;
}

static const char *
keep_text (const char *text)
{
  size_t n = strlen (text) + 1;
  return memcpy (files_alloc (n), text, n);
}

static struct name *
find (const char *path)
{
  for (struct name *n = names->buckets[hash_of (path) % BUCKETS]; n; n = n->next)
    if (!strcmp (n->path, path))
      return n;
  return NULL;
}

void
names_set (const char *path, struct node *node)
{
  assert (path[0] == '/');
  struct name *n = find (path);
  if (!n) {
    struct name **bucket = &names->buckets[hash_of (path) % BUCKETS];
    n = files_alloc (sizeof *n);
    *n = (struct name) {keep_text (path), NULL, *bucket};
    *bucket = n;
  }
  n->node = node;
}

/* ---- nodes of the disk ---- */

static enum node_kind
kind_of (const char *path, mode_t mode)
{
  if (S_ISREG (mode))
    return NODE_FILE;
  if (S_ISDIR (mode))
    return NODE_DIRECTORY;
  if (S_ISLNK (mode))
    return NODE_LINK;
  return !strcmp (path, "/dev/null")                                           ? NODE_NULL
         : !strcmp (path, "/dev/zero")                                         ? NODE_ZERO
         : !strcmp (path, "/dev/random") || !strcmp (path, "/dev/urandom") ? NODE_RANDOM
                                                                               : NODE_OTHER;
}

/* A file with two names on the disk is one node. */
static struct node *
same_file (const struct disk *d)
{
  if (!S_ISREG (d->stat.st_mode) || d->stat.st_nlink < 2)
    return NULL;
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct name *n = names->buckets[i]; n; n = n->next)
      if (n->node && n->node->disk && n->node->disk->stat.st_ino == d->stat.st_ino && n->node->disk->stat.st_dev == d->stat.st_dev)
        return n->node;
  return NULL;
}

static struct node *
node_of_disk (const char *path)
{
  struct disk *d = disk_look (path);
  if (d->error)
    return NULL;
  struct node *n = same_file (d);
  if (n)
    return n;
  n = files_alloc (sizeof *n);
  n->kind = kind_of (path, d->stat.st_mode);
  n->id = (uint64_t) 1 << 62 | table_hash ((uint64_t) d->stat.st_dev << 40 ^ d->stat.st_ino) >> 2;
  n->stat = d->stat;
  n->disk = d;
  n->size = (size_t) d->stat.st_size;
  if (n->kind == NODE_LINK) {
    disk_load (d);
    n->bytes = d->bytes;
    n->size = d->size;
  }
  files_name_object (n->id, "%s", path);
  return n;
}

struct node *
names_node (const char *path)
{
  assert (path[0] == '/');
  struct name *n = find (path);
  if (n)
    return n->node;
  struct node *node = node_of_disk (path);
  if (node)
    names_set (path, node);
  return node;
}

/* ---- paths ---- */

static const char *
names_last (const char *path)
{
  return strrchr (path, '/') + 1;
}

void
names_parent (const char *path, char out[PATH_MAX])
{
  assert (path[0] == '/');
  size_t n = (size_t) (strrchr (path, '/') - path);
  memcpy (out, path, n + 1);
  out[n ? n : 1] = '\0';
}

/* Appends a component; false: too long. */
static bool
go_down (char *path, const char *component, size_t n)
{
  size_t used = strlen (path);
  assert (path[0] == '/' && n);
  used -= used == 1;              /* the root ends in a slash */
  if (used + n + 2 > PATH_MAX)
    return false;
  path[used] = '/';
  memcpy (path + used + 1, component, n);
  path[used + 1 + n] = '\0';
  return true;
}

static void
go_up (char *path)
{
  char *slash = strrchr (path, '/');
  assert (path[0] == '/');
  slash[slash == path] = '\0';
}

static int
start_of (int directory, const char *path, char out[PATH_MAX])
{
  const char *start = path[0] == '/' ? "/" : names->directory;
  if (path[0] != '/' && directory != AT_FDCWD) {
    struct description *d = *fd_slot (directory);
    if (!d || !d->path)
      return EBADF;
    start = d->path;
  }
  assert (start[0] == '/' && strlen (start) < PATH_MAX);
  memcpy (out, start, strlen (start) + 1);
  return 0;
}

/* Replaces the link at `out` by its directory, and `rest` by its target followed by the rest of the path. */
static int
enter_link (struct node *link, char out[PATH_MAX], char rest[PATH_MAX], const char *left)
{
  char joined[PATH_MAX];
  size_t n = strlen (left);
  assert (link->kind == NODE_LINK && out[0] == '/');
  if (link->size + n + 2 > PATH_MAX)
    return ENAMETOOLONG;
  memcpy (joined, link->bytes, link->size);
  joined[link->size] = '/';
  memcpy (joined + link->size + 1, left, n + 1);
  memcpy (rest, joined, link->size + n + 2);
  if (rest[0] == '/')
    out[1] = '\0';
  else
    go_up (out);
  return 0;
}

int
names_resolve (int directory, const char *path, bool follow, char out[PATH_MAX])
{
  char rest[PATH_MAX];
  size_t length = strlen (path);
  if (!length || length >= PATH_MAX) {
    out[0] = '/', out[1] = '\0';
    return length ? ENAMETOOLONG : ENOENT;
  }
  int error = start_of (directory, path, out);
  if (error) {
    out[0] = '/', out[1] = '\0';
    return error;
  }
  memcpy (rest, path, length + 1);
  int links = 0;
  for (const char *at = rest; *at;) {
    while (*at == '/')
      at++;
    size_t n = 0;
    while (at[n] && at[n] != '/')
      n++;
    bool is_last = !at[n];
    if (n == 0 || (n == 1 && at[0] == '.')) {
      at += n;
      continue;
    }
    struct node *here = names_node (out);
    if (!here)
      return ENOENT;
    if (here->kind != NODE_DIRECTORY)
      return ENOTDIR;
    if (n == 2 && at[0] == '.' && at[1] == '.')
      go_up (out);
    else if (!go_down (out, at, n))
      return ENAMETOOLONG;
    at += n;
    struct node *node = names_node (out);
    if (node && node->kind == NODE_LINK && (!is_last || follow)) {
      if (++links > MOST_LINKS)
        return ELOOP;
      error = enter_link (node, out, rest, at);
      if (error)
        return error;
      at = rest;
    }
  }
  assert (out[0] == '/' && strlen (out) < PATH_MAX);
  bool wants_directory = path[length - 1] == '/';
  struct node *end = wants_directory ? names_node (out) : NULL;
  return end && end->kind != NODE_DIRECTORY ? ENOTDIR : 0;
}

/* ---- operations on names ---- */

uint64_t
names_object (const char *path)
{
  return (uint64_t) 1 << 62 | hash_of (path) >> 2;
}

uint64_t
names_entries_object (const char *directory)
{
  return (uint64_t) 1 << 62 | (hash_of (directory) ^ 0x2545f4914f6cdd1du) >> 2;
}

/* The path is resolved when the operation is announced, and again when it is executed: if
 * the result has changed meanwhile, the operation is announced again. */
int
names_begin (enum native_op kind, int directory, const char *path, bool follow, enum access_how how, char out[PATH_MAX], uint64_t pc)
{
  char now[PATH_MAX], parent[PATH_MAX];
  rt_plain (path, strlen (path) + 1, false, pc);
  int error = names_resolve (directory, path, follow, out);
  struct rt_thread *t = file_begin (kind, pc);
  if (!t)
    return error;
  for (;;) {
    file_touch (t, names_object (out), error ? ACCESS_READ : how);   /* in an error: the last component that was reached */
    files_name_object (names_object (out), "%s", out);
    if (!error && how != ACCESS_READ) {
      names_parent (out, parent);
      file_touch (t, names_entries_object (parent), ACCESS_POST);
    }
    file_touch (t, NAMES_TREE, ACCESS_READ);
    file_announce (t);
    int error_now = names_resolve (directory, path, follow, now);
    if (error_now == error && (error || !strcmp (now, out)))
      return error;
    error = error_now;
    memcpy (out, now, sizeof now);
    t = file_begin (kind, pc);
  }
}

const char *
names_directory (void)
{
  return names->directory;
}

void
names_change_directory (const char *path)
{
  assert (path[0] == '/');
  names->directory = keep_text (path);
}

mode_t
names_mask (void)
{
  return names->mask;
}

mode_t
names_change_mask (mode_t mask)
{
  mode_t old = names->mask;
  names->mask = mask & 0777;
  return old;
}

/* ---- listing ---- */

static int
compare (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static bool
is_in (const char *path, const char *directory)
{
  char parent[PATH_MAX];
  names_parent (path, parent);
  return path[1] && !strcmp (parent, directory);
}

size_t
names_list (const char *directory, const char ***entries)
{
  struct node *node = names_node (directory);
  assert (node && node->kind == NODE_DIRECTORY);
  struct disk *disk = node->disk;
  size_t n = 0, most = 0;
  if (disk) {
    disk_load (disk);
    most = disk->nentries;
  }
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct name *k = names->buckets[i]; k; k = k->next)
      most++;
  const char **all = files_alloc ((most + 1) * sizeof *all);
  for (size_t i = 0; disk && i < disk->nentries; i++) {
    char path[PATH_MAX];
    memcpy (path, directory, strlen (directory) + 1);
    if (go_down (path, disk->entries[i], strlen (disk->entries[i])) && !find (path))
      all[n++] = disk->entries[i];
  }
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct name *k = names->buckets[i]; k; k = k->next)
      if (k->node && is_in (k->path, directory))
        all[n++] = names_last (k->path);
  assert (n <= most);
  qsort (all, n, sizeof *all, compare);
  *entries = all;
  return n;
}
