/* What a program under test can say to the checker. Nothing of this is needed:
 * plain C with threads, locks, atomics and assert is checked as it stands.
 *
 *     #include <mazurka/mazurka.h>
 *
 *     int main (void)
 *     {
 *       unsigned n = mz_choose (3);          // checked with 0, with 1 and with 2
 *       queue_init (&q, n);
 *       mz_assume (queue_capacity (&q) > 0); // other executions do not count
 *       start_threads ();                    // every order of their operations
 *       join_threads ();
 *       mz_assert (queue_is_empty (&q));
 *     }
 *
 *     mazurka check queue_test.c
 *
 * Outside of a check (the program is just run) mz_choose returns 0, an
 * assumption that does not hold ends the program, and atomic sections do
 * nothing.
 */
#ifndef MAZURKA_MAZURKA_H
#define MAZURKA_MAZURKA_H

#ifdef __cplusplus
extern "C" {
#endif

/* Some number below n, and each of them is explored. n is at least 1. */
unsigned mz_choose (unsigned n);

/* If the condition does not hold, this execution is not one: whatever happens
 * in it from here on is no finding, and it does not count. */
void mz_assume (int condition);

/* Like assert, and not switched off by NDEBUG. */
#define mz_assert(condition) ((condition) ? (void) 0 : mz_assert_fail (#condition, __FILE__, __LINE__, __func__))
void mz_assert_fail (const char *condition, const char *file, unsigned line, const char *function);

/* The thread has seen this value. Executions that end differently in what their
 * threads have seen are counted apart in --json ("terminal"), and so are those
 * that order dependent operations differently ("traces"): for comparing two
 * explorations, or two versions, of a program. It takes time. */
void mz_observe (unsigned long value);

/* From here on the proposition of that name is as true as the condition is now;
 * before the first mark it is false. Temporal properties are stated about
 * propositions and about global variables:
 *
 *     mz_prop ("requested", 1);
 *
 *     mazurka check server.c --ltl='[] (requested -> <> served)' --fair=weak
 *
 * The name is a string literal. Without --ltl it does nothing. */
#define mz_prop(name, condition) mz_prop_mark ("mz_prop:" name, (condition) ? 1 : 0)
void mz_prop_mark (const char *name, int condition);

/* No other thread runs between the two. What is between them must not block,
 * and sections do not nest. For models of what is atomic in the real system. */
void mz_atomic_begin (void);
void mz_atomic_end (void);

#ifdef __cplusplus
}
#endif

#endif
