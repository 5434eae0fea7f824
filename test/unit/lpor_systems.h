/* Random small systems, explicit: guarded commands over a few variables, with
 * several outcomes, whose relations are computed from Definitions 1 to 3; and
 * Petri nets, whose relations are read off the net. */
#ifndef TEST_LPOR_SYSTEMS_H
#define TEST_LPOR_SYSTEMS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mazurka/lpor.h"

enum { MAX_T = 8, MAX_S = 256, MAX_K = 2, PLACES = 10 };

struct sts {
  unsigned n, nstates;
  int16_t next[MAX_S][MAX_T][MAX_K];          /* -1: none */
  uint8_t label[MAX_S];
  uint8_t cells[MAX_S][PLACES];               /* variables or tokens */
  bool can_enable[MAX_T][MAX_T], dependent[MAX_T][MAX_T], necessary[MAX_T][MAX_T];
  bool visible[MAX_T], deterministic[MAX_T];
  bool net;                                   /* a Petri net: */
  int8_t takes[MAX_T][PLACES], gives[MAX_T][PLACES];
};

static uint64_t seed_now;

static unsigned
draw (unsigned n)
{
  seed_now = seed_now * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (seed_now >> 33) % n;
}

static int
sts_state (struct sts *x, const uint8_t *cells)
{
  for (unsigned i = 0; i < x->nstates; i++)
    if (!memcmp (x->cells[i], cells, PLACES))
      return (int) i;
  if (x->nstates == MAX_S)
    return -1;
  memcpy (x->cells[x->nstates], cells, PLACES);
  return (int) x->nstates++;
}

static bool
sts_enabled (const struct sts *x, unsigned s, unsigned t)
{
  return x->next[s][t][0] >= 0;
}

static bool
sts_reaches (const struct sts *x, unsigned s, unsigned t, unsigned u, int where)
{
  for (int i = 0; i < MAX_K && x->next[s][t][i] >= 0; i++)
    for (int k = 0; k < MAX_K; k++)
      if (x->next[x->next[s][t][i]][u][k] == where)
        return true;
  return false;
}

/* ---- relations by definition ---- */

static void
derive_step (struct sts *x, unsigned s, unsigned t, unsigned after)
{
  for (unsigned u = 0; u < x->n; u++) {
    bool was = sts_enabled (x, s, u), is = sts_enabled (x, after, u);
    x->can_enable[t][u] |= !was && is;
    if (!was || t == u)
      continue;
    x->dependent[t][u] |= !is;
    for (int k = 0; is && k < MAX_K && x->next[after][u][k] >= 0; k++)
      x->dependent[t][u] |= !sts_reaches (x, s, u, t, x->next[after][u][k]);
  }
  x->visible[t] |= x->label[s] != x->label[after];
}

static bool
needs (const struct sts *x, unsigned t, unsigned u)
{
  bool seen[MAX_S] = {true};
  unsigned list[MAX_S] = {0}, count = 1;
  for (unsigned i = 0; i < count; i++) {
    if (sts_enabled (x, list[i], t))
      return false;
    for (unsigned v = 0; v < x->n; v++)
      for (int k = 0; v != u && k < MAX_K && x->next[list[i]][v][k] >= 0; k++)
        if (!seen[x->next[list[i]][v][k]]) {
          seen[x->next[list[i]][v][k]] = true;
          list[count++] = (unsigned) x->next[list[i]][v][k];
        }
  }
  return true;
}

static void
derive (struct sts *x)
{
  for (unsigned t = 0; t < x->n; t++)
    x->deterministic[t] = true;
  for (unsigned s = 0; s < x->nstates; s++)
    for (unsigned t = 0; t < x->n; t++) {
      x->deterministic[t] &= x->next[s][t][1] < 0;
      for (int k = 0; k < MAX_K && x->next[s][t][k] >= 0; k++)
        derive_step (x, s, t, (unsigned) x->next[s][t][k]);
    }
  for (unsigned t = 0; t < x->n; t++)
    for (unsigned u = 0; u < x->n; u++)
      x->necessary[t][u] = needs (x, t, u);
}

/* ---- guarded commands ---- */

struct command { uint8_t read[2], equals[2], write[MAX_K][2], value[MAX_K][2], outcomes; };

static void
make_commands (struct sts *x)
{
  struct command all[MAX_T];
  uint8_t cells[PLACES] = {0};
  memset (x, 0, sizeof *x);
  memset (x->next, 0xff, sizeof x->next);
  x->n = 3 + draw (MAX_T - 2);
  unsigned vars = 3 + draw (3);
  for (unsigned t = 0; t < x->n; t++) {
    all[t].outcomes = (uint8_t) (1 + !draw (4));
    for (int i = 0; i < 2; i++) {
      all[t].read[i] = (uint8_t) draw (vars);
      all[t].equals[i] = (uint8_t) draw (2);
    }
    for (int k = 0; k < MAX_K; k++)
      for (int i = 0; i < 2; i++) {
        all[t].write[k][i] = i && draw (2) ? all[t].read[0] : (uint8_t) draw (vars);
        all[t].value[k][i] = (uint8_t) draw (i && !draw (3) ? 3 : 2);
      }
  }
  sts_state (x, cells);
  for (unsigned s = 0; s < x->nstates; s++) {
    x->label[s] = (uint8_t) (x->cells[s][0] & 1);
    for (unsigned t = 0; t < x->n; t++) {
      if (x->cells[s][all[t].read[0]] != all[t].equals[0] || x->cells[s][all[t].read[1]] != all[t].equals[1])
        continue;
      for (int k = 0; k < all[t].outcomes; k++) {
        memcpy (cells, x->cells[s], PLACES);
        for (int i = 0; i < 2; i++)
          cells[all[t].write[k][i]] = all[t].value[k][i];
        int to = sts_state (x, cells);
        if (to >= 0 && (!k || to != x->next[s][t][0]))
          x->next[s][t][k] = (int16_t) to;
      }
    }
  }
  derive (x);
}

/* ---- Petri nets ---- */

/* False: more than three tokens, or too many states. */
static bool
fire_all (struct sts *x)
{
  for (unsigned s = 0; s < x->nstates; s++)
    for (unsigned t = 0; t < x->n; t++) {
      uint8_t cells[PLACES];
      bool enabled = true;
      for (int p = 0; p < PLACES; p++) {
        enabled &= x->cells[s][p] >= x->takes[t][p];
        cells[p] = (uint8_t) (x->cells[s][p] - x->takes[t][p] + x->gives[t][p]);
        if (enabled && cells[p] > 3)
          return false;
      }
      int to = enabled ? sts_state (x, cells) : -2;
      if (to == -1)
        return false;
      if (enabled)
        x->next[s][t][0] = (int16_t) to;
    }
  return true;
}

static void
relate_net (struct sts *x)
{
  for (unsigned t = 0; t < x->n; t++) {
    x->deterministic[t] = true;
    x->visible[t] = x->takes[t][0] != x->gives[t][0];
    for (unsigned u = 0; u < x->n; u++)
      for (int p = 0; p < PLACES; p++) {
        x->can_enable[t][u] |= x->gives[t][p] > x->takes[t][p] && x->takes[u][p];
        x->dependent[t][u] |= t != u && ((x->takes[t][p] > x->gives[t][p] && x->takes[u][p]) ||
                                         (x->takes[u][p] > x->gives[u][p] && x->takes[t][p]));
      }
  }
}

static bool
make_net (struct sts *x)
{
  uint8_t cells[PLACES] = {0};
  memset (x, 0, sizeof *x);
  memset (x->next, 0xff, sizeof x->next);
  x->net = true;
  x->n = 3 + draw (MAX_T - 2);
  for (unsigned t = 0; t < x->n; t++) {
    for (unsigned i = 0, k = 1 + !draw (3); i < k; i++)
      x->takes[t][draw (PLACES)] = 1;
    for (unsigned i = 0, k = 1 + !draw (3) - !draw (3); i < k; i++)
      x->gives[t][draw (PLACES)] = 1;
  }
  for (int p = 0; p < PLACES; p++)
    cells[p] = (uint8_t) draw (2);
  sts_state (x, cells);
  if (!fire_all (x))
    return false;
  for (unsigned s = 0; s < x->nstates; s++)
    x->label[s] = x->cells[s][0];
  relate_net (x);
  return true;
}

/* ---- what the library asks ---- */

static bool sts_can_enable (void *c, unsigned t, unsigned u) { return ((struct sts *) c)->can_enable[t][u]; }
static bool sts_dependent (void *c, unsigned t, unsigned u) { return ((struct sts *) c)->dependent[t][u]; }
static bool sts_necessary (void *c, unsigned t, unsigned u) { return ((struct sts *) c)->necessary[t][u]; }
static bool sts_visible (void *c, unsigned t) { return ((struct sts *) c)->visible[t]; }
static bool sts_deterministic (void *c, unsigned t) { return ((struct sts *) c)->deterministic[t]; }

/* Nets: for the k-th place that lacks tokens, who gives some. */
static bool
sts_sets_in (void *c, const void *state, unsigned t, unsigned k, uint64_t *set)
{
  struct sts *x = c;
  unsigned s = *(const uint32_t *) state;
  for (int p = 0; p < PLACES && x->net; p++)
    if (x->cells[s][p] < x->takes[t][p] && !k--) {
      for (unsigned u = 0; u < x->n; u++)
        if (x->gives[u][p] > x->takes[u][p])
          mz_lpor_add (set, u);
      return true;
    }
  return false;
}

static void
sts_list_enabled (void *c, const void *state, uint64_t *set)
{
  struct sts *x = c;
  for (unsigned t = 0; t < x->n; t++)
    if (sts_enabled (x, *(const uint32_t *) state, t))
      mz_lpor_add (set, t);
}

static bool
sts_successor (void *c, const void *state, unsigned t, unsigned k, void *next)
{
  struct sts *x = c;
  if (k >= MAX_K || x->next[*(const uint32_t *) state][t][k] < 0)
    return false;
  uint32_t to = (uint32_t) x->next[*(const uint32_t *) state][t][k];
  memcpy (next, &to, sizeof to);
  return true;
}

static uint64_t
sts_label (void *c, const void *state)
{
  return ((struct sts *) c)->label[*(const uint32_t *) state];
}

static struct mz_lpor *
sts_reduction (struct sts *x, enum mz_lpor_keep keep)
{
  char why[200];
  struct mz_lpor_system system = {.ntransitions = x->n, .context = x, .can_enable = sts_can_enable, .dependent = sts_dependent,
                                  .necessary = sts_necessary, .sets_in = sts_sets_in, .keep = keep, .visible = sts_visible,
                                  .deterministic = sts_deterministic};
  return mz_lpor_new (&system, why, sizeof why);
}

static struct mz_lpor_semantics
sts_semantics (struct sts *x)
{
  return (struct mz_lpor_semantics) {.context = x, .state_bytes = 4, .enabled = sts_list_enabled, .successor = sts_successor, .label = sts_label};
}

#endif
