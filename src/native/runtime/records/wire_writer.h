/* Records for the supervisor (native/wire.h), written to its pipe.
 *
 *     struct wire_writer w = {.exec = e, .out = fd};
 *     wire_send_hello (&w);
 *     ... wire_send_progress, wire_send_finding ...
 *     wire_send_done (&w, &done, reason);
 *
 * System calls are made directly, because the C library's functions are replaced
 * in this process. If the supervisor has ended the process ends. */
#ifndef NATIVE_RUNTIME_RECORDS_WIRE_WRITER_H
#define NATIVE_RUNTIME_RECORDS_WIRE_WRITER_H

#include "base/vec.h"
#include "model/exec.h"
#include "native/wire.h"

#define WIRE_WRITER_KNOWN 256     /* at most so many different findings are recognised */

struct wire_writer {
  struct exec *exec;
  int out;                        /* -1: there is no supervisor */
  uint64_t known[WIRE_WRITER_KNOWN];   /* findings sent already */
  size_t nknown;
  VEC (char) record;
  uint32_t loop;                  /* the finding's cycle: 1 + number of its first step; 0: none */
};

void wire_send_hello (struct wire_writer *);                 /* the program's modules */
void wire_send_progress (struct wire_writer *, const struct wire_progress *);
/* Sends each finding once, however many executions have it. */
void wire_send_finding (struct wire_writer *, const struct exec_failure *, uint64_t execution);
/* wire_put collects pieces of a record; wire_send_states sends them as states. */
void wire_put (struct wire_writer *, const void *data, size_t bytes);
void wire_send_states (struct wire_writer *);
void wire_send_done (struct wire_writer *, struct wire_done *, const char *reason);
/* Sends WIRE_DONE with only the reason why there is no verdict. */
void wire_send_error (int out, const char *reason);

#endif
