/* A process for each execution, for programs that use kernel objects, which cannot be restored. */
#ifndef NATIVE_RUNTIME_STATE_FORKED_H
#define NATIVE_RUNTIME_STATE_FORKED_H

#include "model/exec.h"
#include "native/wire.h"

#define RT_CONSTRUCTORS WIRE_CONSTRUCTORS
#define RT_FORKED WIRE_FORKED

/* A command for the child: execute a step, or repeat steps up to a depth. */
struct rt_command { bool is_step; thread_id thread; uint32_t alternative; size_t depth; };

struct rt_forked {
  bool active, has_begun;
  int explorer_pid, child_pid, child_fd;
  struct rt_command command;
};

_Noreturn void forked_start (void);
void forked_fresh (void);                  /* a new child executes the command */
void forked_step (void);                   /* the same child executes the next one */

#endif
