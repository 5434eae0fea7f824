/* Which step a step comes after: on random executions, compared with a look back
 * over all steps for the one that left what is there. */
#include "native/step_order.h"

#include "check.h"

enum { STEPS = 60, THREADS = 4, OBJECTS = 3 };

static uint64_t state = 7;

static uint32_t
any (uint32_t n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) (state >> 33) % n;
}

/* Operations on one kind of object, and whether they leave something, take it,
 * learn of it, or make it unknown. A try that fails does nothing. */
static const struct {
  uint32_t kind;
  char does;
} ops[] = {
  {NATIVE_UNLOCK, 'g'}, {NATIVE_LOCK, 't'},      {NATIVE_TRYLOCK, '?'}, {NATIVE_TIMEDLOCK, '?'}, {NATIVE_RDLOCK, 'l'},
  {NATIVE_RDUNLOCK, 'b'}, {NATIVE_SEM_POST, 'g'}, {NATIVE_SEM_WAIT, 't'}, {NATIVE_SEM_TRYWAIT, '?'}, {NATIVE_STORE, 'g'},
  {NATIVE_LOAD, 'l'},   {NATIVE_RMW, 'b'},       {NATIVE_CAS, 'b'},     {NATIVE_SIGNAL, 'g'},    {NATIVE_WAIT, 'b'},
  {NATIVE_YIELD, ' '},  {NATIVE_CHOOSE, ' '},
};
enum { NOPS = sizeof ops / sizeof ops[0] };

static char
does (const struct wire_step *w)
{
  for (size_t i = 0; i < NOPS; i++)
    if (ops[i].kind == w->kind)
      return ops[i].does != '?' ? ops[i].does : w->value ? ' ' : 't';
  return ' ';
}

static uint32_t
expected (const struct wire_step *steps, uint32_t i)
{
  char wants = does (&steps[i]);
  if (wants != 't' && wants != 'l')
    return STORY_NONE;
  for (uint32_t k = i; k-- > 0;) {
    char did = steps[k].object == steps[i].object ? does (&steps[k]) : ' ';
    if (did == 'g')
      return steps[k].thread == steps[i].thread ? STORY_NONE : k;
    if (did == 't' || did == 'b')
      return STORY_NONE;
  }
  return STORY_NONE;
}

static void
test_random (void)
{
  for (int turn = 0; turn < 2000; turn++) {
    struct wire_step steps[STEPS];
    struct step_order order = {0};
    for (uint32_t i = 0; i < STEPS; i++) {
      steps[i] = (struct wire_step) {.thread = any (THREADS), .kind = ops[any (NOPS)].kind, .value = any (2) ? 16 : 0,
                                     .object = 0x1000 + 8 * any (OBJECTS)};
      HOLD (step_order_add (&order, &steps[i]) == expected (steps, i));
    }
  }
  CHECK_HELD ("a step comes after the one that left what it takes or learns of");
}

/* Threads start after their creation and are joined after their end, whatever objects have the same numbers. */
static void
test_threads (void)
{
  struct step_order o = {0};
  const struct wire_step steps[] = {
    {.thread = 0, .kind = NATIVE_CREATE, .object = 1}, {.thread = 0, .kind = NATIVE_CREATE, .object = 2},
    {.thread = 2, .kind = NATIVE_START},               {.thread = 2, .kind = NATIVE_STORE, .object = 1},
    {.thread = 1, .kind = NATIVE_START},               {.thread = 1, .kind = NATIVE_END},
    {.thread = 2, .kind = NATIVE_END},                 {.thread = 0, .kind = NATIVE_JOIN, .object = 1},
    {.thread = 0, .kind = NATIVE_JOIN, .object = 2},   {.thread = 0, .kind = NATIVE_LOAD, .object = 1}};
  const uint32_t after[] = {STORY_NONE, STORY_NONE, 1, STORY_NONE, 0, STORY_NONE, STORY_NONE, 5, 6, 3};
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
    CHECK (step_order_add (&o, &steps[i]) == after[i]);
}

int
main (void)
{
  test_random ();
  test_threads ();
  return check_end ();
}
