/* mazurka test: what there is to test, and how each is to be checked.
 *
 *     test_list_find       files, folders and what their mazurka.toml says
 *     test_list_run        runs those that are due, several at a time
 */
#ifndef CLI_TEST_LIST_H
#define CLI_TEST_LIST_H

#include <stdbool.h>
#include <time.h>

#include "base/diag.h"
#include "base/vec.h"
#include "report/term.h"

/* Indices are exit codes of a check; DUE is none. */
enum test_outcome { TEST_OK, TEST_VIOLATION, TEST_BAD_INPUT, TEST_UNKNOWN, TEST_DUE };

struct test_words { const char **data; size_t count, room; };

struct test {
  const char *name;               /* as people know it: its first file, or what mazurka.toml says */
  const char *folder;             /* in which it is checked; "": here */
  struct test_words files, options, arguments;
  enum test_outcome expected;
  const char *time;               /* as in --time; NULL: the default */
  /* of the last run: */
  enum test_outcome outcome;
  bool is_replayed;               /* a remembered trace failed again, and nothing else was done */
  const char *message;            /* the finding, the reason, what was wrong with the input */
  char *output;                   /* all that was said */
  double seconds;
  struct timespec newest;         /* change of its files, when it was run */
};

struct test_list {
  VEC (struct test) tests;
  struct test_words folders;      /* that were looked into: their headers concern all tests */
  struct arena texts;
  bool allow_flags;               /* all that files give to the compiler, not only what is known to be harmless */
};

/* Adds the tests of a file or folder; false after a located message. */
bool test_list_find (struct test_list *, const char *path, struct diag *);
/* ... of all paths; of the folder in which we are if there are none. */
bool test_list_find_all (struct test_list *, const char *const *paths, size_t count, struct diag *);
void test_list_release (struct test_list *);

/* Waits until a test is due: its files have changed, or it is new in one of the paths. False at Ctrl-C. */
bool test_list_wait (struct test_list *, const char *const *paths, size_t count, volatile const int *interrupt);

/* Reads the words of comments `mazurka: --time=30 expect=violation` into the test; false after a message. */
bool test_read_comments (struct test_list *, struct test *, const char *path, const char *text, struct diag *);
/* Looks at options that a file gives, from the `first` on: they may write no file and give no flag to the compiler that could do
 * more than they should. False after a message. */
bool test_options_are_safe (const struct test_list *, const struct test_words *, size_t first, const char *folder, struct pos, struct diag *);
/* One word of them. */
bool test_take_word (struct test_list *, struct test *, const char *word, struct pos, struct diag *);

/* The tests that a mazurka.toml names; `defaults` holds what it says of all. */
bool test_read_toml (struct test_list *, const char *folder, const char *path, struct test *defaults, struct diag *);

struct test_run {
  size_t jobs;
  const char *time;               /* of each test */
  const struct term *term;
  bool quiet;
  volatile const int *interrupt;
};

/* Runs the tests whose outcome is TEST_DUE and prints a line for each. */
void test_list_run (struct test_list *, const struct test_run *);

/* The latest change of a file that the test depends on. */
struct timespec test_newest (const struct test_list *, const struct test *);

/* Where the trace of a failing test is kept; on the heap. */
char *test_trace (const struct test *);

static inline bool test_passed (const struct test *t) { return t->outcome == t->expected; }
const char *test_outcome_name (enum test_outcome);

#endif
