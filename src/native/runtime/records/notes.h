/* Remarks, names and limits that the runtime sends while the program runs. */
#ifndef NATIVE_RUNTIME_RECORDS_NOTES_H
#define NATIVE_RUNTIME_RECORDS_NOTES_H

#include <stddef.h>
#include <stdint.h>

/* The connection to the supervisor, and what was sent. */
struct rt_supervisor {
  int out;                        /* the descriptor for records; -1: there is no supervisor */
  uint64_t notes[64];             /* hashes of the notes that were sent */
  size_t nnotes;
  char partial[200];              /* why the verdict must not be ok; empty: it may */
  uint64_t *named;                /* objects whose names were sent */
  size_t nnamed;
};

void rt_note (const char *format, ...) __attribute__ ((format (printf, 1, 2)));   /* sends each text once */
void rt_name_object (uint64_t object, const char *name);   /* sends a name for reports */
/* The verdict must not be ok, because of the code at pc. */
void rt_unexplored (uint64_t pc, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
/* An uninstrumented function was called. */
void rt_unseen (const char *function, const char *library, uint64_t pc);
/* The verdict must not be ok, for this reason. */
void rt_partial (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

#endif
