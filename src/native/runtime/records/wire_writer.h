/* Records for the supervisor (native/wire.h), written to its pipe.
 *
 *     struct wire_writer w = {.exec = e, .out = fd};
 *     wire_send_hello (&w);
 *     ... wire_send_progress, wire_send_finding ...
 *     wire_send_done (&w, &done, reason);
 *
 * System calls are made directly, since the C library's functions are the
 * program's here. If nobody listens any more the process ends. */
#ifndef NATIVE_RUNTIME_RECORDS_WIRE_WRITER_H
#define NATIVE_RUNTIME_RECORDS_WIRE_WRITER_H

#include "base/vec.h"
#include "model/exec.h"
#include "native/wire.h"

#define WIRE_WRITER_KNOWN 256     /* findings that are distinguished */

struct wire_writer {
  struct exec *exec;
  int out;                        /* -1: nobody listens */
  uint64_t known[WIRE_WRITER_KNOWN];   /* findings sent already */
  size_t nknown;
  VEC (char) record;
  uint32_t loop;                  /* of the finding: 1 + number of the step with which it begins; 0: there is none */
};

void wire_send_hello (struct wire_writer *);                 /* the program's modules */
void wire_send_progress (struct wire_writer *, const struct wire_progress *);
/* One finding is sent once, however many executions show it. */
void wire_send_finding (struct wire_writer *, const struct exec_failure *, uint64_t execution);
/* A record made piece by piece: the states that were put. */
void wire_put (struct wire_writer *, const void *data, size_t bytes);
void wire_send_states (struct wire_writer *);
void wire_send_done (struct wire_writer *, struct wire_done *, const char *reason);
/* DONE, with nothing but a reason why there is no answer. */
void wire_send_error (int out, const char *reason);

#endif
