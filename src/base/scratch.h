/* The folder for the temporary files of a run, in $TMPDIR or /tmp: created on first use, and removed with its contents when
 * the process that created it ends. A lock on it shows that the run is alive: a folder without one was left by a killed
 * process. Processes that the run forks share it. */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

/* To be called at the start of a run: removes the folders left by killed runs of this user. */
void scratch_tidy (void);

/* NULL: errno. */
const char *scratch_folder (void);

/* The path of a new folder or file in it, on the heap; NULL: see errno. */
char *scratch_new_folder (void);
char *scratch_new_file (void);

/* To be called in a process that will become another program: its temporary files are put into the folder as well, if there
 * is one. */
void scratch_pass_on (void);

/* Removes the folder if this process created it. May be called in a signal handler; also called at exit. */
void scratch_remove (void);

#endif
