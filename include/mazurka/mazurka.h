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

/* Returns a number below n; every one of them is explored. Requires n >= 1. */
unsigned mz_choose (unsigned n);

/* Discards the execution if the condition does not hold: nothing that happens after this is reported, and the execution is
 * not counted. */
void mz_assume (int condition);

/* Like assert, but not switched off by NDEBUG. */
#define mz_assert(condition) ((condition) ? (void) 0 : mz_assert_fail (#condition, __FILE__, __LINE__, __func__))
void mz_assert_fail (const char *condition, const char *file, unsigned line, const char *function);

/* Records that the thread observed this value. Executions that differ in the observed values at their end are counted apart
 * in --json ("terminal"), and so are those that differ in the order of dependent operations ("traces"): for comparing two
 * explorations, or two versions, of a program. This costs time. */
void mz_observe (unsigned long value);

/* Sets the proposition of that name to the current value of the condition; before the first mark it is false. Temporal
 * properties refer to propositions and to global variables:
 *
 *     mz_prop ("requested", 1);
 *
 *     mazurka check server.c --ltl='[] (requested -> <> served)' --fair=weak
 *
 * The name is a string literal. Has no effect without --ltl. */
#define mz_prop(name, condition) mz_prop_mark ("mz_prop:" name, (condition) ? 1 : 0)
void mz_prop_mark (const char *name, int condition);

/* No other thread runs between the two. The code between them must not block, and sections do not nest. For modelling
 * operations that are atomic in the real system. */
void mz_atomic_begin (void);
void mz_atomic_end (void);

#ifdef __cplusplus
}
#endif

#endif
