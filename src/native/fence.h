/* A fence around a program under test, or around a process of the checker that calls functions of the user: it may read the
 * disk; system calls that would change something outside of its own memory are denied by the kernel and reported here.
 *
 *     child    fence_close (socket, executes)      the last call before execv, or before the user's functions are loaded;
 *                                                  a missing mechanism is reported, not fatal
 *     parent   fence_watch (&f, pid, socket)       once; waits until the fence is closed or the child has ended
 *              fence_begin (&f)                    if it executes a program: waits until it has
 *              poll f.listener                     -1: nothing will be reported
 *              fence_answer (&f)                   a call waits for an answer: allows or denies it
 *              f.denied                            the denied calls, each number once
 *              fence_release (&f)
 *
 * Two mechanisms, either of which may be missing (an old kernel, a container that forbids it):
 *
 *     seccomp   allows system calls by their numbers and arguments, by a list (fence.c). All others wait for an answer of
 *               the parent, so the program need not cooperate, and the denied call is known
 *     Landlock  forbids writing, making or removing anything in the file system, connecting or binding TCP sockets, and
 *               sending a signal or connecting by an abstract socket to a process outside
 */
#ifndef NATIVE_FENCE_H
#define NATIVE_FENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"

/* The mechanisms in use. SECCOMP_BLIND: another filter has a listener already; a call that is not allowed kills the program. */
enum fence_seccomp { FENCE_SECCOMP_NONE, FENCE_SECCOMP_BLIND, FENCE_SECCOMP };

struct fence_has { int32_t seccomp; int32_t landlock; };   /* landlock: its version; 0: none */

struct fence_denied {
  int32_t number;                 /* of the system call */
  uint64_t pc;                    /* the return address of the libc function that made it, or the address after the call itself */
};

struct fence {
  int listener;                   /* -1: none */
  pid_t pid;                      /* the program's process, and its group */
  struct fence_has has;
  bool is_closed;                 /* with the mechanisms that there are */
  bool has_begun;                 /* the program was executed, or there is none to execute: another execve is denied */
  bool ends;                      /* a denied call ends the process */
  bool may_fork;                  /* a process for each execution: set by the supervisor */
  VEC (struct fence_denied) denied;
  uint64_t ndenied;               /* with repetitions */
};

/* Called in the process that will be the program. `socket`: connected to fence_watch, and closed on execution.
 * Without a socket (-1) a call that is not allowed kills the process. */
void fence_close (int socket, bool executes);
void fence_watch (struct fence *, pid_t, int socket);
void fence_begin (struct fence *);
void fence_answer (struct fence *);
void fence_release (struct fence *);

/* What is not protected for want of a part, as a sentence about `what`; false: nothing. */
bool fence_gap (const struct fence_has *, const char *what, char *text, size_t room);

const char *fence_call_name (int number);   /* "mkdir"; NULL: not known */

#endif
