/* mazurka test --watch: detects changes since a test was run, and new tests. */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/str.h"
#include "cli/test_list.h"

static bool
is_later (struct timespec a, struct timespec b)
{
  return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec > b.tv_nsec);
}

static void
look_at (const char *path, struct timespec *newest)
{
  struct stat s;
  if (!stat (path, &s) && is_later (s.st_mtim, *newest))
    *newest = s.st_mtim;
}

/* Included files may be anywhere in the directories; a header affects all tests. */
static void
look_at_headers (const char *folder, struct timespec *newest)
{
  DIR *d = opendir (folder);
  struct str path = {0};
  for (struct dirent *e; d && (e = readdir (d));) {
    const char *dot = strrchr (e->d_name, '.');
    if (!dot || (dot[1] != 'h' && strcmp (dot, ".inc") && strcmp (dot, ".toml")))
      continue;
    str_clear (&path);
    str_printf (&path, "%s/%s", folder, e->d_name);
    look_at (str_text (&path), newest);
  }
  if (d)
    closedir (d);
  str_release (&path);
}

struct timespec
test_newest (const struct test_list *l, const struct test *t)
{
  struct timespec newest = {0};
  struct str path = {0};
  for (size_t i = 0; i < t->files.count; i++) {
    str_clear (&path);
    if (*t->folder && t->files.data[i][0] != '/')
      str_printf (&path, "%s/", t->folder);
    str_add (&path, t->files.data[i]);
    look_at (str_text (&path), &newest);
  }
  for (size_t i = 0; i < l->folders.count; i++)
    look_at_headers (l->folders.data[i], &newest);
  str_release (&path);
  return newest;
}

/* A directory's time changes when a file in it is created or removed. */
static struct timespec
newest_folder (const struct test_list *l)
{
  struct timespec newest = {0};
  for (size_t i = 0; i < l->folders.count; i++)
    look_at (l->folders.data[i], &newest);
  return newest;
}

/* Takes over the results of a test that has not changed. */
static void
keep_result (struct test_list *l, struct test *t, struct test *old)
{
  t->outcome = old->outcome;
  t->is_replayed = old->is_replayed;
  t->message = old->message ? arena_strdup (&l->texts, old->message) : NULL;
  t->seconds = old->seconds;
  t->newest = old->newest;
  t->output = old->output;
  old->output = NULL;
}

bool
test_list_find_all (struct test_list *l, const char *const *paths, size_t count, struct diag *diag)
{
  bool ok = count || test_list_find (l, ".", diag);
  for (size_t i = 0; i < count && ok; i++)
    ok = test_list_find (l, paths[i], diag);
  return ok;
}

/* The current tests, with the results of unchanged ones. Unreadable ones stay as they were. */
static void
find_again (struct test_list *l, const char *const *paths, size_t count)
{
  struct test_list now = {.allow_flags = l->allow_flags};
  struct diag diag = {.out = stderr};
  if (!test_list_find_all (&now, paths, count, &diag)) {
    test_list_release (&now);
    return;
  }
  for (size_t i = 0; i < now.tests.count; i++)
    for (size_t k = 0; k < l->tests.count; k++) {
      struct test *t = &now.tests.data[i], *old = &l->tests.data[k];
      if (!strcmp (t->name, old->name) && !strcmp (t->folder, old->folder) && !is_later (test_newest (&now, t), old->newest))
        keep_result (&now, t, old);
    }
  test_list_release (l);
  *l = now;
}

static bool
any_is_due (const struct test_list *l)
{
  for (size_t i = 0; i < l->tests.count; i++)
    if (l->tests.data[i].outcome == TEST_DUE || is_later (test_newest (l, &l->tests.data[i]), l->tests.data[i].newest))
      return true;
  return false;
}

bool
test_list_wait (struct test_list *l, const char *const *paths, size_t count, volatile const int *interrupt)
{
  struct timespec pause = {.tv_nsec = 300000000}, seen = newest_folder (l);
  while (!*interrupt) {
    nanosleep (&pause, NULL);
    struct timespec folder = newest_folder (l);
    bool is_new = is_later (folder, seen);
    seen = folder;
    if (!is_new && !any_is_due (l))
      continue;
    find_again (l, paths, count);
    if (any_is_due (l))
      return !*interrupt;
  }
  return false;
}
