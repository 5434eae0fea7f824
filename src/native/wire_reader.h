/* Reads the records of a program under test from its pipe.
 *
 * The program may be broken in any way, and may have damaged the runtime inside it:
 * every record is validated. It must have the next seal of the run (seal.h), be
 * consistent, and come in a valid order: results of the exploration after HELLO, and
 * nothing after DONE or AGAIN.
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

struct wire_log_unseen {          /* a function that is not instrumented */
  uint64_t pc;                    /* of its first call */
  char *function, *library;       /* heap */
};

struct wire_log_node { size_t values, edges; uint32_t nedges; };   /* into values and edges of the log */

struct wire_log {
  VEC (struct wire_log_node) states;   /* of a temporal check */
  VEC (int64_t) values;
  VEC (struct wire_edge) edges;
  uint32_t nobserved;             /* values of each state; set by the caller */
  VEC (struct wire_log_module) modules;
  VEC (struct wire_log_finding) findings;
  VEC (struct wire_log_name) names;   /* of objects that no symbol names */
  VEC (struct wire_log_unseen) unseen;
  VEC (char *) notes;             /* heap */
  struct wire_progress progress;  /* the latest */
  bool is_done;
  struct wire_done done;
  char *reason;                   /* heap; of done */
  uint64_t memory;                /* peak memory of its process, in bytes; known at the end */
  const char *malformed;           /* the mistake in a record; NULL: none */
  uint64_t nonce[2], nrecords;    /* of this start of the program: for seals, and the number of records */
  uint64_t most, kept;            /* bytes of records that may be kept (0: no bound), and that are kept */
  bool is_full;                   /* the bound was exceeded */
  bool has_begun;                 /* HELLO was read */
  bool is_denied;                 /* a system call of the program was denied, so later findings may be a consequence */
  size_t before;                  /* the number of findings before that */
  bool is_again;                  /* the program asks for another start with these settings: */
  struct wire_again again;
  VEC (unsigned char) pending;    /* the beginning of the next record */
};

enum wire_log_state { WIRE_LOG_MORE, WIRE_LOG_NOTHING_YET, WIRE_LOG_END };

/* Reads what is in the pipe (non-blocking). WIRE_LOG_END: the pipe is closed, or a record is malformed. */
enum wire_log_state wire_log_read (struct wire_log *, int fd);
void wire_log_deny (struct wire_log *);
size_t wire_log_drop_doubtful (struct wire_log *);   /* drops findings after a denied call; returns their number */
void wire_log_restart (struct wire_log *, const uint64_t nonce[2]);   /* the program is started again: a new sequence of records */
void wire_log_release (struct wire_log *);
void wire_log_finding_release (struct wire_log_finding *);

#endif
