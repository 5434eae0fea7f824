/* The folder for a run's temporary files, in $TMPDIR or /tmp: made when it is first asked for, and removed with all that
 * is in it when the process that made it ends. Its lock says that the run goes on: a folder without one was left by a
 * process that was killed. Processes that the run forks share it. */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

/* At the start of a run: removes what killed runs of this user have left. */
void scratch_tidy (void);

/* NULL: errno. */
const char *scratch_folder (void);

/* A new folder or file in it, on the heap. NULL: errno. */
char *scratch_new_folder (void);
char *scratch_new_file (void);

/* In a process that is to become another program: its temporary files lie in the folder as well, if there is one. */
void scratch_pass_on (void);

/* Removes it if this process made it. May be called in a signal handler; also called at exit. */
void scratch_remove (void);

#endif
