/* Unit tests: CHECK counts and reports; a test's main ends with return check_end (). */
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>

static unsigned long check_passed, check_failed;

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (condition)                                                              \
      check_passed++;                                                           \
    else {                                                                      \
      if (check_failed++ < 20)                                                  \
        fprintf (stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
    }                                                                           \
  } while (0)

static inline int
check_end (void)
{
  printf ("%lu passed, %lu failed\n", check_passed, check_failed);
  return check_failed ? 1 : 0;
}

#endif
