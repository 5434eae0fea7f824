/* Unit tests: CHECK counts and reports; a test's main ends with return check_end ().
 * What is counted is what a person would call a test, a case that was written down.
 *
 * A property that is compared many times is one test: HOLD in the loop, then
 * CHECK_HELD counts it once. It fails if a HOLD did, or if there was none. */
#ifndef TEST_CHECK_H
#define TEST_CHECK_H

#include <stdio.h>
#include <stdlib.h>

static unsigned long check_passed, check_failed;

/* Whoever only wants to know whether something fails says so. */
static inline void
check_stop (void)
{
  if (getenv ("STOP_AT_FAILURE"))
    exit (1);
}

#define CHECK(condition)                                                        \
  do {                                                                          \
    if (condition)                                                              \
      check_passed++;                                                           \
    else {                                                                      \
      if (check_failed++ < 20)                                                  \
        fprintf (stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      check_stop ();                                                            \
    }                                                                           \
  } while (0)

static unsigned long check_holds, check_broken;

static inline void
check_broke (const char *file, int line, const char *condition)
{
  if (check_broken++ == 0)
    fprintf (stderr, "%s:%d: does not hold in turn %lu: %s\n", file, line, check_holds + 1, condition);
  check_stop ();
}

static inline void
check_held (const char *file, int line, const char *property)
{
  if (check_holds && !check_broken)
    check_passed++;
  else {
    check_failed++;
    fprintf (stderr, "%s:%d: failed: %s (%lu times)\n", file, line, property, check_broken);
  }
  check_holds = check_broken = 0;
}

#define HOLD(condition) ((condition) ? (void) check_holds++ : check_broke (__FILE__, __LINE__, #condition))
#define CHECK_HELD(property) check_held (__FILE__, __LINE__, property)

static inline int
check_end (void)
{
  if (check_holds || check_broken) {
    fprintf (stderr, "failed: a HOLD without CHECK_HELD\n");
    check_failed++;
  }
  printf ("%lu passed, %lu failed\n", check_passed, check_failed);
  return check_failed || !check_passed;
}

#endif
