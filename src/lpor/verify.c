/* Checks the relations by their definitions, slowly.
 *
 * Idea. Every state is visited. Steps and pairs of steps are executed, and what is observed must be in the relations; for a
 * necessary enabling set the system is explored without it, and no transition that waits for it may become enabled.
 * Source. P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting Domain-Specific State Space Reductions through Local
 * Partial-Order Reduction", ASE 2011, Definitions 1 to 3.
 * Where we differ. Only in the limit on states.
 * Why sound. It is the definition. */
#include "lpor/verify.h"

#include <stdio.h>

static void
print_state (const struct verifier *v, const void *state, char *text, size_t room)
{
  size_t at = 0;
  if (v->m->print) {
    v->m->print (v->m->context, state, text, room);
    return;
  }
  for (size_t i = 0; i < v->m->state_bytes && at + 4 < room; i++)
    at += (size_t) snprintf (text + at, room - at, "%s%02x", i ? " " : "", ((const unsigned char *) state)[i]);
}

static const char *
name_of (const struct verifier *v, unsigned t, char *room)
{
  if (t < v->l->n && v->m->name)
    return v->m->name (v->m->context, t);
  snprintf (room, 16, "t%u", t);
  return room;
}

bool
verify_fail (struct verifier *v, const char *format, unsigned t, unsigned u, const void *state)
{
  char text[200] = "", what[300], t_name[16], u_name[16];
  print_state (v, state, text, sizeof text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf (what, sizeof what, format, name_of (v, t, t_name), name_of (v, u, u_name));
#pragma GCC diagnostic pop
  if (v->room)
    snprintf (v->why, v->room, "%s in state %s", what, text);
  return false;
}

void
verify_successors (struct verifier *v, const void *state, unsigned t, struct states *out)
{
  char *next = malloc (v->m->state_bytes);
  uint64_t *enabled = calloc (v->l->words + 1, 8);
  bool fresh;
  if (enabled)
    verify_enabled (v, state, enabled);
  for (unsigned k = 0; next && enabled && mz_lpor_has (enabled, t) && v->m->successor (v->m->context, state, t, k, next); k++)
    states_put (out, next, &fresh);
  v->lost |= !next || !enabled || out->lost;
  free (next);
  free (enabled);
}

void
verify_enabled (const struct verifier *v, const void *state, uint64_t *set)
{
  memset (set, 0, v->l->words * 8);
  v->m->enabled (v->m->context, state, set);
}

/* ---- steps ---- */

/* Every state after t and u is one after u and t. */
static bool
commute (struct verifier *v, const void *state, const void *after_t, unsigned t, unsigned u)
{
  struct states tu = {.bytes = v->m->state_bytes}, us = tu, ut = tu;
  verify_successors (v, after_t, u, &tu);
  verify_successors (v, state, u, &us);
  for (size_t i = 0; i < us.count; i++)
    verify_successors (v, states_at (&us, i), t, &ut);
  bool ok = true;
  for (size_t i = 0; i < tu.count && ok; i++)
    ok = states_has (&ut, states_at (&tu, i));
  states_release (&tu);
  states_release (&us);
  states_release (&ut);
  return ok;
}

static bool
verify_step (struct verifier *v, const void *state, const uint64_t *before, unsigned t, const void *next, uint64_t *after)
{
  struct mz_lpor *l = v->l;
  verify_enabled (v, next, after);
  if (l->system.keep != MZ_LPOR_DEADLOCKS && v->m->label && !mz_lpor_has (l->visible, t) &&
      v->m->label (v->m->context, state) != v->m->label (v->m->context, next))
    return verify_fail (v, "visible is wrong: %s is said to be invisible but changes what is seen", t, l->n, state);
  for (unsigned u = 0; u < l->n; u++) {
    bool was = mz_lpor_has (before, u), is = mz_lpor_has (after, u), depends = u == t || mz_lpor_has (lpor_row (l, l->disturbs, u), t);
    if (!was && is && !mz_lpor_has (lpor_row (l, l->enables, t), u))
      return verify_fail (v, "can_enable lacks (%s, %s): the first enables the second", t, u, state);
    if (was && !is && !depends)
      return verify_fail (v, "dependent lacks (%s, %s): the first disables the second", t, u, state);
    if (was && is && !depends && !commute (v, state, next, t, u))
      return verify_fail (v, "dependent lacks (%s, %s): their order can be seen", t, u, state);
  }
  return true;
}

bool
mz_lpor_verify_state (struct mz_lpor *l, const struct mz_lpor_semantics *m, const void *state, char *why, size_t room)
{
  struct verifier v = {.l = l, .m = m, .why = why, .room = room};
  uint64_t *sets = calloc (2 * l->words + 1, 8);
  bool ok = sets;
  if (sets)
    verify_enabled (&v, state, sets);
  for (unsigned t = 0; t < l->n && ok; t++) {
    struct states next = {.bytes = m->state_bytes};
    if (mz_lpor_has (sets, t))
      verify_successors (&v, state, t, &next);
    if (next.count > 1 && mz_lpor_has (l->deterministic, t))
      ok = verify_fail (&v, "deterministic is wrong: %s has two successors", t, l->n, state);
    for (size_t i = 0; i < next.count && ok; i++)
      ok = verify_step (&v, state, sets, t, states_at (&next, i), sets + l->words);
    states_release (&next);
  }
  if (!sets || v.lost)
    snprintf (why, room, "out of memory");
  free (sets);
  return ok && !v.lost;
}

/* ---- all states ---- */

struct visit {
  struct states states;
  uint64_t *executed; size_t room;   /* transitions executed on the path to each state, if requested */
};

/* All states reachable without the transitions of `without`, breadth first. */
static void
visit_all (struct verifier *v, const void *initial, const uint64_t *without, struct visit *x, bool wanted)
{
  bool fresh;
  size_t words = v->l->words;
  uint64_t *enabled = calloc (words + 1, 8);
  struct states next = {.bytes = v->m->state_bytes};
  x->states = next;
  states_put (&x->states, initial, &fresh);
  for (size_t i = 0; enabled && i < x->states.count && x->states.count < v->limit && !v->lost; i++) {
    verify_enabled (v, states_at (&x->states, i), enabled);
    for (unsigned t = 0; t < v->l->n; t++) {
      if (!mz_lpor_has (enabled, t) || (without && mz_lpor_has (without, t)))
        continue;
      verify_successors (v, states_at (&x->states, i), t, &next);
      for (size_t k = 0; k < next.count; k++) {
        size_t at = states_put (&x->states, states_at (&next, k), &fresh);
        if (wanted && fresh && x->states.room > x->room) {
          uint64_t *more = realloc (x->executed, x->states.room * words * 8);
          v->lost |= !more;
          if (!more)
            break;
          if (!x->room)
            memset (more, 0, words * 8);
          x->executed = more;
          x->room = x->states.room;
        }
        if (wanted && fresh) {
          memcpy (x->executed + at * words, x->executed + i * words, words * 8);
          mz_lpor_add (x->executed + at * words, t);
        }
      }
      states_release (&next);
    }
  }
  v->lost |= !enabled || x->states.lost;
  free (enabled);
}

/* t does not become enabled before one of the set was executed. */
static bool
verify_necessary (struct verifier *v, const void *from, unsigned t, const uint64_t *set, const char *what)
{
  struct visit x = {0};
  bool ok = true;
  uint64_t *enabled = calloc (v->l->words + 1, 8);
  visit_all (v, from, set, &x, false);
  for (size_t i = 0; enabled && i < x.states.count && ok; i++) {
    verify_enabled (v, states_at (&x.states, i), enabled);
    if (mz_lpor_has (enabled, t))
      ok = verify_fail (v, what, t, v->l->n, states_at (&x.states, i));
  }
  states_release (&x.states);
  free (enabled);
  return ok;
}

static bool
verify_necessary_always (struct verifier *v, const void *initial)
{
  struct mz_lpor *l = v->l;
  bool ok = true;
  uint64_t *one = calloc (l->words + 1, 8);
  for (unsigned t = 0; t < l->n && ok && one; t++) {
    LPOR_EACH (u, lpor_row (l, l->net, t), l->words)
      if (ok) {
        char what[100], name[16];
        snprintf (what, sizeof what, "necessary is wrong: %%s is enabled without %.40s", name_of (v, u, name));
        mz_lpor_add (one, u);
        ok = verify_necessary (v, initial, t, one, what);
        memset (one, 0, l->words * 8);
      }
    for (size_t i = l->always.first[t]; i < l->always.end[t] && ok; i++)
      ok = verify_necessary (v, initial, t, l->always.bits + i * l->words, "sets is wrong: %s is enabled without any of its set");
  }
  free (one);
  return ok;
}

/* State-dependent necessary enabling sets, and the computed stubborn sets. */
static bool
verify_choices (struct verifier *v, const void *state, const uint64_t *executed, uint64_t *work)
{
  struct mz_lpor *l = v->l;
  bool ok = true;
  uint64_t *enabled = work, *set = work + l->words;
  verify_enabled (v, state, enabled);
  struct mz_lpor_state s = {state, enabled, executed};
  for (unsigned t = 0; t < l->n && ok && l->system.sets_in; t++)
    for (unsigned k = 0; ok && !mz_lpor_has (enabled, t); k++) {
      memset (set, 0, l->words * 8);
      if (!l->system.sets_in (l->system.context, state, t, k, set))
        break;
      ok = verify_necessary (v, state, t, set, "sets_in is wrong: %s is enabled without any of its set");
    }
  ok = ok && (!mz_lpor_choose (l, &s, set) || verify_set (v, state, set));
  for (unsigned t = 0; t < l->n && ok; t++)
    if (mz_lpor_has (enabled, t) && mz_lpor_from (l, &s, t, set))
      ok = verify_set (v, state, set);
  return ok;
}

bool
mz_lpor_verify (struct mz_lpor *l, const struct mz_lpor_semantics *m, const void *initial, size_t limit, char *why, size_t room)
{
  struct verifier v = {.l = l, .m = m, .limit = limit, .why = why, .room = room};
  struct visit x = {0};
  uint64_t *work = calloc (3 * l->words + 1, 8);
  bool ok = work;
  visit_all (&v, initial, NULL, &x, true);
  for (size_t i = 0; i < x.states.count && ok; i++)
    ok = mz_lpor_verify_state (l, m, states_at (&x.states, i), why, room);
  ok = ok && verify_necessary_always (&v, initial);
  for (size_t i = 0; i < x.states.count && ok; i++)
    ok = verify_choices (&v, states_at (&x.states, i), x.executed ? x.executed + i * l->words : work + 2 * l->words, work);
  if ((!work || v.lost) && room)
    snprintf (why, room, "out of memory");
  states_release (&x.states);
  free (x.executed);
  free (work);
  return ok && !v.lost;
}
