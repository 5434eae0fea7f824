/* Files, in memory. While a program is checked it never writes to the disk, and each
 * file is read from it once: what the program opens, makes, changes and removes are
 * nodes in memory, which are reset at the start of each execution. No execution sees
 * what another one wrote.
 *
 *     descriptor ──► description ──► node ◄── name (a path without links)
 *     (a number)     (offset)        (bytes)
 *
 *     disk.c          contents of the disk at the first access; never changed
 *     names.c         paths: which node has a name in this execution
 *     node.c          nodes
 *     descriptor.c    descriptions, descriptors; pipes
 *     files.c         shared by all of them
 *     calls_open.c, calls_file.c, calls_name.c, calls_stream.c, ...
 *                     the functions that programs call
 *
 * Operations on files are visible operations. Their objects:
 *
 *     a node's bytes        read or written
 *     a description         its offset: written by operations that move it
 *     a name                looked up (read), or made, removed (written)
 *     the entries of a      listed (read), or an entry added or removed (post:
 *     directory             such changes commute, because a listing is sorted)
 *     the tree              the directories, links and the working directory:
 *                           read by every operation that follows a path
 *
 * A descriptor is plain memory: a thread that closes one while another uses it
 * races. Like addresses on the heap, its number depends only on the earlier operations
 * of its thread: each thread has numbers of its own.
 *
 * If a program runs without a supervisor the calls go to the kernel instead.
 */
#ifndef NATIVE_RUNTIME_FILES_FILES_H
#define NATIVE_RUNTIME_FILES_FILES_H

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "native/runtime/core/rt.h"

/* At RT_FILES: */
#define RT_FILES_NAMES RT_FILES               /* struct names */
#define RT_FILES_TABLE (RT_FILES + (1u << 20)) /* struct description *, by descriptor */
#define RT_FILES_STREAMS (RT_FILES + (2u << 20))
#define RT_FILES_USED (RT_FILES + (3u << 20)) /* struct extent: the size of the parts in use */
#define RT_FILES_REST (RT_FILES + (4u << 20))

/* Numbers of descriptors, by thread. POSIX's lowest free number depends on the other
 * threads, and would make every open dependent with every other.
 *
 *     0 .. 99        main's
 *     100 .. 895     the first few of each other thread: below FD_SETSIZE, for select
 *     896 .. 2047    the kernel's, see outside.c
 *     2048 ..        the rest of each other thread
 */
#define FILES_OPEN_BY_MAIN 100
#define FILES_LOW 6
#define FILES_KERNEL 896
#define FILES_FIRST_OTHER 2048
#define FILES_OPEN_BY_OTHER 64
_Static_assert (FILES_OPEN_BY_MAIN + (RT_THREADS - 1) * FILES_LOW <= FILES_KERNEL, "low descriptors overlap with the kernel's");
#define FILES_DESCRIPTORS (FILES_FIRST_OTHER + RT_THREADS * FILES_OPEN_BY_OTHER)

/* The parts in use. */
struct extent {
  size_t bytes;
  int descriptors;                /* this and larger numbers were never used */
};
#define files_used ((struct extent *) RT_FILES_USED)
#define files_table ((struct description **) RT_FILES_TABLE)
_Static_assert (FILES_DESCRIPTORS * sizeof (void *) <= 1u << 20, "the table of descriptors has no room");

/* ---- disk.c ---- */
struct disk {
  const char *path;
  int error;                      /* of lstat; the rest is valid only if it is 0 */
  struct stat stat;
  bool is_loaded;
  int load_error;
  const char *bytes;              /* of a file or a symbolic link; the latter is terminated by a zero */
  size_t size;
  const char **entries;           /* of a directory, without . and .. */
  size_t nentries;
  struct disk *next;
};
struct disk *disk_look (const char *path);
void disk_load (struct disk *);

/* ---- files.c, node.c, descriptor.c ---- */
enum node_kind { NODE_FILE, NODE_DIRECTORY, NODE_LINK, NODE_NULL, NODE_ZERO, NODE_RANDOM, NODE_OUTPUT, NODE_PIPE, NODE_EVENT, NODE_QUEUE, NODE_OTHER };

struct node {
  enum node_kind kind;
  uint64_t id;                    /* the object of operations; the same in every execution */
  struct stat stat;               /* without the size */
  const char *bytes;
  size_t size, room;              /* room 0: the bytes are the disk's */
  bool is_mapped;
  bool is_semaphore;              /* of NODE_EVENT, whose size is its counter: a read takes 1 from it */
  size_t start;                   /* of a pipe: bytes before it were read */
  uint32_t readers, writers;
  uint64_t time;                  /* of a pipe: virtual time of its last user */
  struct queue *queue;            /* of NODE_QUEUE, see queue.c */
  int output;                     /* of NODE_OUTPUT: the kernel's descriptor */
  struct disk *disk;              /* NULL: made by the program */
};

struct description {
  uint64_t id;
  struct node *node;              /* read from */
  struct node *to;                /* written to: the same node, except for sockets */
  const char *path;               /* by which it was opened; NULL: none */
  int flags;
  uint64_t offset;
  uint32_t descriptors;
};

void files_init (void);
void files_restore (void);        /* as before main */
void files_clear (void);          /* closes all descriptors */
void files_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context);   /* calls it for each part of their memory in use, in order of addresses */
bool files_are_ours (void);       /* files are in memory: a thread runs under a supervisor */
bool files_change_ours (void);    /* the same, for a call that changes or opens a file: not executed before main (constructors.c) */
bool files_has (int fd);          /* files are in memory and the descriptor is not the kernel's */
void *files_alloc (size_t bytes); /* zeroed; valid until the execution ends */
uint64_t files_new_id (void);     /* for a node or description that the current thread makes */
void files_name_object (uint64_t object, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

struct node *node_new (enum node_kind, mode_t mode);
void node_load (struct node *);   /* loads the disk's bytes, if nothing was written yet */
void node_resize (struct node *, size_t bytes);
void node_changed (struct node *);
bool node_times_valid (const struct timespec times[2]);   /* NULL is valid */
void node_set_times (struct node *, const struct timespec times[2]);   /* NULL: now; UTIME_NOW and UTIME_OMIT as in utimensat */
void node_stat (const struct node *, struct stat *);

int fd_open (struct node *, const char *path, int flags, uint64_t pc);   /* makes a description; returns its descriptor */
int fd_add (struct description *, int least, uint64_t pc);
int fd_flags (int fd, uint64_t pc);                      /* of the descriptor: FD_CLOEXEC */
void fd_set_flags (int fd, int flags, uint64_t pc);
struct description *fd_find (int fd, uint64_t pc);   /* NULL: errno is set */
struct description **fd_slot (int fd);
uint64_t fd_flags_object (const struct description *);
void fd_change_flags (struct description *, int flags, uint64_t pc);
int fd_close (int fd, uint64_t pc);

/* Begins an operation on files; NULL: there are no other threads, so it need not be a step. */
struct rt_thread *file_begin (enum native_op, uint64_t pc);
void file_touch (struct rt_thread *, uint64_t object, enum access_how);
void file_announce (struct rt_thread *);
void file_value (struct rt_thread *, uint64_t);
void file_pass_time (struct node *pipe);
/* Reads bytes of the program, for a call that is executed later; writes bytes to the program. */
const void *file_bring (const void *from, size_t, uint64_t pc);
void file_give (void *to, const void *from, size_t, uint64_t pc);

/* Reading and writing, inside an operation. */
ssize_t description_take (struct description *, size_t, const char **from);   /* *from: the bytes that were read */
ssize_t description_write (struct description *, const void *, size_t);
off_t description_seek (struct description *, off_t, int whence);
ssize_t node_take_at (struct node *, uint64_t offset, size_t, const char **from);
ssize_t node_write_at (struct node *, uint64_t offset, const void *, size_t);

/* ---- calls_file.c, calls_status.c, calls_open.c: shared by the calls ---- */
struct description *file_find_for (int fd, int not_with, uint64_t pc);   /* NULL: not open, its access mode is not_with, or a directory; errno is set */
int file_stat (int fd, struct stat *, uint64_t pc);
int file_open (int directory, const char *path, int flags, mode_t mode, uint64_t pc);
void file_make_room (struct node *, size_t bytes, uint64_t pc);   /* truncates it, as an operation */

/* ---- calls_poll.c ---- */
/* An operation that writes the description's node; with `waits` it blocks until `ready`. Returns whether it is ready. */
bool file_wait_until (struct description *, bool writes, uint64_t count, rt_ready_fn *ready, bool waits, uint64_t pc);   /* count: an argument of ready, in t->count */
ssize_t event_read (struct description *, void *, size_t, uint64_t pc);
ssize_t event_write (struct description *, const void *, size_t, uint64_t pc);

/* ---- queue.c ---- */
short queue_events (const struct node *);

/* ---- stream.c ---- */
void streams_init (void);

/* ---- names.c ---- */
#define NAMES_TREE ((uint64_t) 1 << 62 | 1)

void names_restore (void);
size_t names_bytes (void);
struct node *names_node (const char *path);            /* NULL: no file has this name */
void names_set (const char *path, struct node *);      /* NULL: the name is removed */
size_t names_list (const char *directory, const char ***entries);   /* sorted */
uint64_t names_object (const char *path);
uint64_t names_entries_object (const char *directory);
mode_t names_mask (void);
mode_t names_change_mask (mode_t);                     /* returns the old one */
const char *names_directory (void);                    /* the working directory */
void names_change_directory (const char *path);
/* Writes the path without symbolic links, "." and ".."; returns an error number. */
int names_resolve (int directory, const char *path, bool follow, char out[PATH_MAX]);
/* The same as an operation that accesses the name. */
int names_begin (enum native_op, int directory, const char *path, bool follow, enum access_how, char out[PATH_MAX], uint64_t pc);
void names_parent (const char *path, char out[PATH_MAX]);

/* ---- outside.c: the kernel's descriptors ---- */
void outside_leave (const char *function);             /* restarts the exploration with a process for each execution */
int outside_moved (long fd);                           /* moves a descriptor of the kernel into the kernel's range of numbers */
ssize_t outside_read (int fd, void *, size_t, uint64_t pc);

/* A result of the kernel as libc returns it: -1 and errno for an error. */
long files_result (long);
int files_fail (int error);       /* sets errno, returns -1 */

/* Defines another name of a function. */
#define ALSO(other, name) __asm__ (".globl " #other "\n.set " #other ", " #name)

#endif
