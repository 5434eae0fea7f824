/* A process whose parent has ended becomes a child of its nearest ancestor that is a subreaper; so the processes that a program
 * leaves behind, in whatever groups and sessions, become children of this process, one generation after the other. */
#define _GNU_SOURCE
#include "native/descendants.h"

#include <assert.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GENERATIONS = 1000 };

typedef void child_fn (struct descendants *, pid_t);

/* The children of all threads of this process; Linux has the list since 3.5, if it is configured. */
static void
each_child (struct descendants *d, child_fn *f)
{
  DIR *tasks = opendir ("/proc/self/task");
  for (struct dirent *e; tasks && (e = readdir (tasks));) {
    char path[300];
    int pid;
    snprintf (path, sizeof path, "/proc/self/task/%s/children", e->d_name);
    FILE *list = *e->d_name == '.' ? NULL : fopen (path, "re");
    while (list && fscanf (list, "%d", &pid) == 1)
      f (d, pid);
    if (list)
      fclose (list);
  }
  if (tasks)
    closedir (tasks);
}

static void
note (struct descendants *d, pid_t pid)
{
  VEC_PUSH (d->own, pid);
}

static void
end (struct descendants *d, pid_t pid)
{
  for (size_t i = 0; i < d->own.count; i++)
    if (d->own.data[i] == pid)
      return;
  assert (pid > 1);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  d->found = true;                /* its children have become ours: look again */
}

void
descendants_begin (struct descendants *d)
{
  int was = 0;
  *d = (struct descendants) {0};
  prctl (PR_GET_CHILD_SUBREAPER, &was, 0, 0, 0);
  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  d->was_reaper = was != 0;
  each_child (d, note);
}

void
descendants_end (struct descendants *d)
{
  for (int i = 0; i < GENERATIONS; i++) {
    d->found = false;
    each_child (d, end);
    if (!d->found)
      break;
  }
}

void
descendants_release (struct descendants *d)
{
  prctl (PR_SET_CHILD_SUBREAPER, d->was_reaper, 0, 0, 0);
  VEC_FREE (d->own);
}
