/* Reads what a program under test writes to its supervisor, off the pipe.
 *
 * The program may be broken in any way, and the part of the checker inside it
 * with it: every record is checked before it is believed. It must have the next
 * seal of the run (seal.h), fit together, and come where it may come: what is
 * explored is reported after HELLO, and nothing after DONE or AGAIN.
 *
 *     log = {.nonce = ..., .most = ...}
 *     while (wire_log_read (&log, fd) == WIRE_LOG_MORE) ...
 */
#ifndef NATIVE_WIRE_READER_H
#define NATIVE_WIRE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"
#include "native/wire.h"

struct wire_log_module {
  uint64_t base;
  char *path;                     /* heap */
  bool is_program;
};

struct wire_log_finding {
  struct wire_finding head;
  char *message;                  /* heap, as all of the following */
  struct wire_step *steps;
  struct wire_thread *threads;
  uint64_t *frames;
  struct wire_touch *touches;
  struct wire_block *blocks;
  struct wire_local *locals;
};

struct wire_log_name {
  uint64_t object;
  char *text;                     /* heap */
};

struct wire_log_unseen {          /* a function whose accesses are not seen */
  uint64_t pc;                    /* where it was called first */
  char *function, *library;       /* heap */
};

struct wire_log_node { size_t values, edges; uint32_t nedges; };   /* into values and edges of the log */

struct wire_log {
  VEC (struct wire_log_node) states;   /* of a temporal check */
  VEC (int64_t) values;
  VEC (struct wire_edge) edges;
  uint32_t nobserved;             /* values of each state; the reader is told */
  VEC (struct wire_log_module) modules;
  VEC (struct wire_log_finding) findings;
  VEC (struct wire_log_name) names;   /* of objects that no symbol names */
  VEC (struct wire_log_unseen) unseen;
  VEC (char *) notes;             /* heap */
  struct wire_progress progress;  /* the latest */
  bool is_done;
  struct wire_done done;
  char *reason;                   /* heap; of done */
  uint64_t memory;                /* the most its process had, in bytes; known at the end */
  const char *malformed;           /* what was wrong with a record; NULL: nothing */
  uint64_t nonce[2], nrecords;    /* of this start of the program: whose seals count, and how many records came */
  uint64_t most, kept;            /* bytes that may be kept of all records (0: no bound), and that are */
  bool is_full;                   /* ... and there were more */
  bool has_begun;                 /* HELLO came */
  bool is_denied;                 /* the program was denied something: what it does from then on is not what it would do */
  size_t before;                  /* findings that came before that */
  bool is_again;                  /* the program asks to be started again, so: */
  struct wire_again again;
  VEC (unsigned char) pending;    /* the beginning of the next record */
};

enum wire_log_state { WIRE_LOG_MORE, WIRE_LOG_NOTHING_YET, WIRE_LOG_END };

/* Takes what is in the pipe (non-blocking). WIRE_LOG_END: closed, or malformed came. */
enum wire_log_state wire_log_read (struct wire_log *, int fd);
void wire_log_deny (struct wire_log *);
size_t wire_log_drop_doubtful (struct wire_log *);   /* findings after what was denied, which may come of that: how many there were */
void wire_log_restart (struct wire_log *, const uint64_t nonce[2]);   /* the program is started again: a new run of records */
void wire_log_release (struct wire_log *);
void wire_log_finding_release (struct wire_log_finding *);

#endif
