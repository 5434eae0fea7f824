/* What the runtime has to say while it runs. */
#ifndef NATIVE_RUNTIME_RECORDS_NOTES_H
#define NATIVE_RUNTIME_RECORDS_NOTES_H

#include <stddef.h>
#include <stdint.h>

/* The supervisor, and what it knows. */
struct rt_supervisor {
  int out;                        /* the records; -1: nobody listens */
  uint64_t notes[64];             /* hashes of those that were sent */
  size_t nnotes;
  char partial[200];              /* why "ok" would be too much said; empty: nothing */
  uint64_t *named;                /* objects whose names were sent */
  size_t nnamed;
};

void rt_note (const char *format, ...) __attribute__ ((format (printf, 1, 2)));   /* each text once */
void rt_name_object (uint64_t object, const char *name);   /* what it is to be called */
/* Not explored from here on; told with its place. */
void rt_unexplored (uint64_t pc, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
/* A function was called whose accesses are not seen. */
void rt_unseen (const char *function, const char *library, uint64_t pc);
/* An answer "ok" would be too much said. */
void rt_partial (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

#endif
