/* Listing directories: sorted, with the contents at the first readdir. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A DIR of a directory in memory. */
struct listing {
  int fd;
  const char *path;
  const struct node *node;
  const char **entries;           /* NULL: not read yet */
  size_t count, next;             /* the first two are . and .. */
  struct dirent entry;
};

#define REAL(type, name, parameters, ...)           \
  do {                                              \
    type (*f) parameters;                           \
    *(void **) &f = dlsym (RTLD_NEXT, #name);       \
    return f (__VA_ARGS__);                         \
  } while (0)

EXPORT DIR *
fdopendir (int fd)
{
  if (!files_has (fd))
    REAL (DIR *, fdopendir, (int), fd);
  struct description *d = fd_find (fd, CALLER);
  if (!d || d->node->kind != NODE_DIRECTORY) {
    errno = d ? ENOTDIR : errno;
    return NULL;
  }
  struct listing *l = files_alloc (sizeof *l);
  *l = (struct listing) {.fd = fd, .path = d->path, .node = d->node};
  return (DIR *) l;
}

EXPORT DIR *
opendir (const char *path)
{
  if (!files_are_ours ())
    REAL (DIR *, opendir, (const char *), path);
  int fd = file_open (AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0, CALLER);
  return fd < 0 ? NULL : fdopendir (fd);
}

/* A directory that was removed meanwhile has no entries, not even . and .. */
static void
list (struct listing *l, uint64_t pc)
{
  static const char *none[1];
  struct rt_thread *t = file_begin (NATIVE_FILE_LIST, pc);
  file_touch (t, names_entries_object (l->path), ACCESS_READ);
  files_name_object (names_entries_object (l->path), "%s", l->path);
  file_touch (t, NAMES_TREE, ACCESS_READ);
  file_announce (t);
  bool is_removed = names_node (l->path) != l->node;
  l->entries = none;
  l->count = is_removed ? 0 : names_list (l->path, &l->entries) + 2;
}

static unsigned char
type_of (const char *directory, const char *name)
{
  char path[2 * PATH_MAX];
  snprintf (path, sizeof path, "%s/%s", directory[1] ? directory : "", name);
  struct node *n = names_node (path);
  return n ? (unsigned char) IFTODT (n->stat.st_mode) : DT_UNKNOWN;
}

EXPORT struct dirent *
readdir (DIR *directory)
{
  struct listing *l = (struct listing *) directory;
  if (!files_are_ours ())
    REAL (struct dirent *, readdir, (DIR *), directory);
  if (!l->entries)
    list (l, CALLER);
  assert (l->next <= l->count);
  if (l->next == l->count)
    return NULL;
  size_t i = l->next++;
  const char *name = i == 0 ? "." : i == 1 ? ".." : l->entries[i - 2];
  size_t bytes = strlen (name) + 1;
  l->entry = (struct dirent) {.d_ino = i + 1, .d_off = (off_t) i + 1, .d_reclen = sizeof l->entry};
  l->entry.d_type = i < 2 ? DT_DIR : type_of (l->path, name);
  memcpy (l->entry.d_name, name, bytes < sizeof l->entry.d_name ? bytes : sizeof l->entry.d_name - 1);
  return &l->entry;
}

EXPORT void
rewinddir (DIR *directory)
{
  struct listing *l = (struct listing *) directory;
  if (!files_are_ours ()) {
    void (*f) (DIR *);
    *(void **) &f = dlsym (RTLD_NEXT, "rewinddir");
    f (directory);
    return;
  }
  l->entries = NULL;
  l->next = 0;
}

EXPORT int
dirfd (DIR *directory)
{
  if (!files_are_ours ())
    REAL (int, dirfd, (DIR *), directory);
  return ((struct listing *) directory)->fd;
}

EXPORT int
closedir (DIR *directory)
{
  if (!files_are_ours ())
    REAL (int, closedir, (DIR *), directory);
  return fd_close (((struct listing *) directory)->fd, CALLER);
}

/* ---- other names ---- */

ALSO (readdir64, readdir);
