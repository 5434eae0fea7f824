/* Sleep sets with stored states.
 *
 * Idea. A visited state need not be explored again, unless a thread slept there at the earlier visit that is awake now.
 * Source. P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, Springer 1996, Fig.
 * 5.2 (sleep sets and state matching), and chapter 6 for cycles: a transition that is postponed at every state of a cycle
 * is never executed, so a state with a step back to the path is fully expanded.
 * Where we differ. At a second visit with fewer sleepers all awake threads are run again, not only those that slept before;
 * and one step back to the path is enough for a full expansion.
 * Persistent sets with sleep sets are used only for state spaces without cycles (executions.c restarts): if all threads of
 * a set sleep because its step led back to an unfinished state, the state is never expanded, and the threads outside of the
 * set are postponed for ever.
 * Why that is sound. Both differences explore more. The kept sleep set only becomes smaller, so a state is explored again
 * finitely often. Without cycles no state would be lost even if no thread were woken: a sleeper was run from an earlier
 * state, and everything after that is finished. With cycles it need not be: that run may have ended at a state of the path
 * (test/unit/search_executions.c has the smallest models that were found). */
#include "search/visited.h"

#include <assert.h>

void
visited_init (struct visited *v, bool proviso, uint64_t max_bytes)
{
  *v = (struct visited) {.proviso = proviso};
  v->store = store_new (&(struct store_config) {.kind = STORE_TREE, .max_bytes = max_bytes});
}

void
visited_release (struct visited *v)
{
  for (size_t i = 0; i < v->states.count; i++)
    mem_free (v->states.data[i].sleep);
  VEC_FREE (v->states);
  VEC_FREE (v->path);
  store_free (v->store);
}

static void
keep_sleepers (struct visited_state *s, const struct exploration *x)
{
  const struct node *n = exploration_top (x);
  assert (!s->sleep || n->nsleep <= s->nsleep);
  s->sleep = mem_realloc (s->sleep, (n->nsleep + 1) * sizeof *s->sleep);
  s->nsleep = n->nsleep;
  for (uint32_t i = 0; i < n->nsleep; i++) {
    const struct sleeper *from = &x->sleepers.data[n->sleep + i];
    s->sleep[i] = (struct asleep) {from->thread, from->alternative};
  }
}

static bool
slept (const struct visited_state *s, const struct sleeper *who)
{
  for (uint32_t i = 0; i < s->nsleep; i++)
    if (s->sleep[i].thread == who->thread && s->sleep[i].alternative == who->alternative)
      return true;
  return false;
}

/* Wakes the threads that did not sleep at every visit. False: all threads that slept at the earlier visits sleep now, too. */
static bool
wake_others (const struct visited_state *s, struct exploration *x)
{
  struct node *n = exploration_top (x);
  uint32_t both = 0;
  for (uint32_t i = 0; i < n->nsleep; i++)
    if (slept (s, &x->sleepers.data[n->sleep + i])) {
      struct sleeper kept = x->sleepers.data[n->sleep + i];
      x->sleepers.data[n->sleep + both++] = kept;
    }
  assert (both <= n->nsleep && both <= s->nsleep);
  n->nsleep = both;
  x->sleepers.count = n->sleep + both;
  return both < s->nsleep;
}

static void
expand_last (struct exploration *x)
{
  size_t node = x->history.events.count - 1;
  assert (x->history.events.count);
  uint64_t *planned = exploration_set (x, node, SET_BACKTRACK);
  const uint64_t *enabled = exploration_set (x, node, SET_ENABLED);
  for (size_t i = 0; i < x->words; i++)
    planned[i] |= enabled[i];
}

bool
visited_arrive (struct visited *v, struct exploration *x)
{
  size_t depth = x->history.events.count, words;
  state_id id;
  while (v->path.count > depth) {
    assert (v->states.data[VEC_LAST (v->path)].open);
    v->states.data[VEC_POP (v->path)].open--;
  }
  const uint32_t *state = exec_state (x->exec, &words);
  enum store_answer answer = store_put (v->store, NULL, &(struct store_state) {.words = state, .n = (uint32_t) words}, &id);
  if (answer == STORE_FULL) {
    v->full = true;
    return false;
  }
  if (answer == STORE_NEW)
    VEC_PUSH (v->states, (struct visited_state) {0});
  assert (id < v->states.count && v->path.count == depth && !x->away);
  struct visited_state *s = &v->states.data[id];
  if (answer == STORE_OLD && s->open) {
    v->cyclic = true;
    if (v->proviso)
      expand_last (x);
  }
  s->open += 1;
  VEC_PUSH (v->path, id);
  if (answer == STORE_OLD && !wake_others (s, x))
    return false;
  keep_sleepers (s, x);
  return true;
}
