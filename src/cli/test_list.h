/* mazurka test: finds the tests, and how to check each.
 *
 *     test_list_find       files, directories and their mazurka.toml
 *     test_list_run        runs those that are due, several at a time */
#ifndef CLI_TEST_LIST_H
#define CLI_TEST_LIST_H

#include <stdbool.h>
#include <time.h>

#include "base/diag.h"
#include "base/vec.h"
#include "report/term.h"

/* Values are exit codes of a check; DUE is none. */
enum test_outcome { TEST_OK, TEST_VIOLATION, TEST_BAD_INPUT, TEST_UNKNOWN, TEST_DUE };

struct test_words { const char **data; size_t count, room; };

struct test {
  const char *name;               /* for users: its first file, or the name in mazurka.toml */
  const char *folder;             /* working directory of the check; "": the current one */
  struct test_words files, options, arguments;
  enum test_outcome expected;
  const char *time;               /* as --time; NULL: the default */
  /* Of the last run: */
  enum test_outcome outcome;
  bool is_replayed;               /* a stored trace failed again, and no check was run */
  const char *message;            /* the finding, the reason, or the error in the input */
  char *output;                   /* all output */
  double seconds;
  struct timespec newest;         /* latest change of its files, at the time of the run */
};

struct test_list {
  VEC (struct test) tests;
  struct test_words folders;      /* directories that were searched: their headers affect all tests */
  struct arena texts;
  bool allow_flags;               /* accept all compiler flags from files, not only harmless ones */
};

/* Adds the tests of a file or directory; false after a located message. */
bool test_list_find (struct test_list *, const char *path, struct diag *);
/* The same for all paths, or for the current directory if there are none. */
bool test_list_find_all (struct test_list *, const char *const *paths, size_t count, struct diag *);
void test_list_release (struct test_list *);

/* Waits until a test is due: its files have changed, or it is new in one of the paths. False on Ctrl-C. */
bool test_list_wait (struct test_list *, const char *const *paths, size_t count, volatile const int *interrupt);

/* Checks options that a file gives, from the `first` on: they may neither write files nor pass harmful flags to the
 * compiler. False after a message. */
bool test_options_are_safe (const struct test_list *, const struct test_words *, size_t first, const char *folder, struct pos, struct diag *);
/* A single word of them. */
bool test_take_word (struct test_list *, struct test *, const char *word, struct pos, struct diag *);

/* The tests named in a mazurka.toml; `defaults` holds its settings for all. */
bool test_read_toml (struct test_list *, const char *folder, const char *path, struct test *defaults, struct diag *);

struct test_run {
  size_t jobs;
  const char *time;               /* time limit of each test */
  const struct term *term;
  bool quiet;
  volatile const int *interrupt;
};

/* Runs the tests whose outcome is TEST_DUE and prints a line for each. */
void test_list_run (struct test_list *, const struct test_run *);

/* The latest change of a file that the test depends on. */
struct timespec test_newest (const struct test_list *, const struct test *);

/* The path of a failing test's stored trace; on the heap. */
char *test_trace (const struct test *);

static inline bool test_passed (const struct test *t) { return t->outcome == t->expected; }
const char *test_outcome_name (enum test_outcome);

#endif
