/* Speed and size of the exact stores on a product of small processes.
 *
 *     gcc -O2 -DNDEBUG -Isrc -o build/store_bench bench/store_bench.c src/store/[a-z]*.c src/base/mem.c
 *     build/store_bench [millions of states]
 *
 * A state has a header, a checksum of all processes and WIDTH words per
 * process; a step moves one process and changes 3 or 4 words. Measures, in
 * millions per CPU second, and bytes per state at the peak:
 *   new      a walk that meets each state once (Gray code): all puts are new
 *   old      random states of those and random steps of each: all puts are old
 *   search   depth-first, every process moves in every state: both mixed
 */
#include "base/mem.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 4, BATCH = 4, MAX_WORDS = 128, DEPTH = 3000, ROUNDS = 1000000 };

struct space {
  uint32_t words, width, processes, values;
};

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static uint32_t
draw (uint64_t *seed, uint32_t below)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((*seed >> 32) * below >> 32);
}

/* Process p goes to local state v: place, a variable, sometimes another; the checksum follows. */
static void
move (const struct space *space, uint32_t *words, uint32_t p, uint32_t v)
{
  uint32_t *local = words + 2 + p * space->width, old = local[0];
  local[0] = v;
  local[1] = v * v % 7;
  if (space->width > 2)
    local[2] = v / 4;
  words[1] = (words[1] + 64 + v - old) & 15;
}

static void
start (const struct space *space, uint32_t *words)
{
  memset (words, 0, MAX_WORDS * sizeof *words);
  words[0] = space->words;
}

static uint64_t
walk_new (const struct space *space, struct store *store, uint64_t states)
{
  uint32_t words[2][MAX_WORDS], path[2][2 * MAX_WORDS], digit[MAX_WORDS] = { 0 };
  int up[MAX_WORDS];
  state_id id;
  for (uint32_t p = 0; p < MAX_WORDS; p++)
    up[p] = 1;
  start (space, words[0]);
  struct store_state state[2] = { { words[0], space->words, path[0] }, { words[1], space->words, path[1] } };
  store_put (store, NULL, &state[0], &id);
  uint64_t count = 1;
  for (int side = 1; count < states; count++, side ^= 1) {
    uint32_t p = 0;
    while (p < space->processes && (up[p] > 0 ? digit[p] == space->values - 1 : digit[p] == 0))
      up[p] = -up[p], p++;
    if (p == space->processes)
      break;
    digit[p] += (uint32_t) up[p];
    memcpy (words[side], words[!side], space->words * sizeof (uint32_t));
    move (space, words[side], p, digit[p]);
    if (store_put (store, &state[!side], &state[side], &id) != STORE_NEW)
      abort ();
  }
  return count;
}

/* With what = 0 only what surrounds the puts, to be subtracted. */
static double
walk_old (const struct space *space, struct store *store, uint64_t rounds, int what)
{
  uint32_t words[BATCH + 1][MAX_WORDS], path[BATCH + 1][2 * MAX_WORDS], n = (uint32_t) store_count (store);
  struct store_state from = { words[BATCH], space->words, path[BATCH] };
  uint64_t seed = 7, unknown = 0;
  state_id id;
  double begin = now ();
  for (uint64_t i = 0; i < rounds; i++) {
    store_get (store, draw (&seed, n), words[BATCH], path[BATCH]);
    for (int k = 0; k < BATCH; k++) {
      uint32_t p = draw (&seed, space->processes);
      struct store_state state = { words[k], space->words, path[k] };
      memcpy (words[k], words[BATCH], space->words * sizeof (uint32_t));
      move (space, words[k], p, words[k][2 + p * space->width] ^ 1);
      if (what == 1)
        unknown += store_put (store, &from, &state, &id) != STORE_OLD;
    }
  }
  if (unknown > rounds / 2)
    fprintf (stderr, "%llu revisits were new\n", (unsigned long long) unknown);
  return now () - begin;
}

static uint64_t
search (const struct space *space, struct store *store, uint64_t states)
{
  struct frame {
    uint32_t words[MAX_WORDS], path[2 * MAX_WORDS], next;
  } *stack = mem_alloc ((DEPTH + 1) * sizeof *stack);
  uint64_t puts = 1;
  state_id id;
  start (space, stack[0].words);
  stack[0].next = 0;
  store_put (store, NULL, &(struct store_state) { stack[0].words, space->words, stack[0].path }, &id);
  for (int depth = 0; depth >= 0 && store_count (store) < states;) {
    struct frame *top = &stack[depth], *next = top + 1;
    if (depth == DEPTH || top->next == space->processes) {
      depth--;
      continue;
    }
    uint32_t p = top->next++, v = top->words[2 + p * space->width];
    memcpy (next->words, top->words, space->words * sizeof (uint32_t));
    move (space, next->words, p, (v + 1) % space->values);
    struct store_state from = { top->words, space->words, top->path };
    struct store_state state = { next->words, space->words, next->path };
    puts++;
    next->next = 0;
    depth += store_put (store, &from, &state, &id) == STORE_NEW;
  }
  mem_free (stack);
  return puts;
}

static void
measure (const struct space *space, enum store_kind kind, uint64_t states)
{
  struct store *store = store_new (&(struct store_config) { .kind = kind });
  double begin = now ();
  uint64_t count = walk_new (space, store, states), bytes = store_peak_bytes (store);
  double fresh = (double) count / (now () - begin) / 1e6;
  double without = walk_old (space, store, ROUNDS, 0), all = (double) ROUNDS * BATCH / 1e6;
  double old = all / (walk_old (space, store, ROUNDS, 1) - without);
  store_free (store);
  store = store_new (&(struct store_config) { .kind = kind });
  begin = now ();
  uint64_t puts = search (space, store, states);
  double time = now () - begin;
  double found = (double) store_count (store);
  printf ("%5u  %-5s  %8.2f  %8.2f  %6.2f  %12.2f %8.2f  %10.0f %8.1f\n", space->words,
          kind == STORE_TREE ? "tree" : "plain", fresh, old, (double) bytes / (double) count,
          found / time / 1e6, (double) puts / time / 1e6, found, (double) store_peak_bytes (store) / found);
  fflush (stdout);
  store_free (store);
}

int
main (int argc, char **argv)
{
  static const struct space spaces[] = { { 12, 2, 5, 24 }, { 24, WIDTH, 5, 24 }, { 48, WIDTH, 11, 4 },
                                          { 100, WIDTH, 24, 2 } };
  uint64_t states = (argc > 1 ? strtoull (argv[1], NULL, 10) : 8) * 1000000;
  printf ("words  store     new/s     old/s  B/new  search: states/s   puts/s      states  B/state\n");
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    for (enum store_kind kind = STORE_TREE; kind <= STORE_PLAIN; kind++)
      measure (&spaces[i], kind, states);
  return 0;
}
