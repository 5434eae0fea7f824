/* A fence around a program under test, or around a process of the checker that calls functions of a stranger: it reads the
 * disk, and what else would change something outside of its own memory is denied by the kernel and reported here.
 *
 *     child    fence_close (socket, executes)      the last thing before execv, or before the stranger's functions are loaded;
 *                                                  what cannot be had is said, not fatal
 *     parent   fence_watch (&f, pid, socket)       once; waits until the fence is closed or the child has ended
 *              fence_begin (&f)                    if it executes a program: until it has
 *              poll f.listener                     -1: nothing will be reported
 *              fence_answer (&f)                   a call waits: it is allowed or denied
 *              f.denied                            each call and place once
 *              fence_release (&f)
 *
 * Two mechanisms, either of which may be missing (an old kernel, a container that forbids it):
 *
 *     seccomp   decides about numbers and arguments of system calls, by a list of what is allowed (fence.c). All others
 *               wait for an answer of the parent, so nothing in the program needs to help, and the denied call is known
 *     Landlock  no right to write, make or remove anything in the file system, to connect or bind TCP, to send a signal or
 *               connect by an abstract socket to somebody outside
 */
#ifndef NATIVE_FENCE_H
#define NATIVE_FENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"

/* Of a fence: what there is. SECCOMP_BLIND: another filter has a listener already; a call that is not allowed kills the program. */
enum fence_seccomp { FENCE_SECCOMP_NONE, FENCE_SECCOMP_BLIND, FENCE_SECCOMP };

struct fence_has { int32_t seccomp; int32_t landlock; };   /* landlock: its version; 0: none */

struct fence_denied {
  int32_t number;                 /* of the system call */
  uint64_t pc;                    /* behind the call of the function that made it, or behind itself */
};

struct fence {
  int listener;                   /* -1: none */
  pid_t pid;                      /* of the program, and its group */
  struct fence_has has;
  bool is_closed;                 /* as far as it can be */
  bool has_begun;                 /* it was executed, or there is none to execute: no other program will be */
  bool ends;                      /* a call that is denied ends the process */
  bool may_fork;                  /* a process for each execution: set by who has started the program */
  VEC (struct fence_denied) denied;
  uint64_t ndenied;               /* with repetitions */
};

/* In the process that will be the program. `socket`: what fence_watch listens on; it is closed on execution.
 * Without a socket (-1) nobody answers: a call that is not allowed kills. */
void fence_close (int socket, bool executes);
void fence_watch (struct fence *, pid_t, int socket);
void fence_begin (struct fence *);
void fence_answer (struct fence *);
void fence_release (struct fence *);

/* What is not protected for want of a part, as a sentence about `what`; false: nothing. */
bool fence_gap (const struct fence_has *, const char *what, char *text, size_t room);

const char *fence_call_name (int number);   /* "mkdir"; NULL: not known */

#endif
