/* Random transition systems of a few states: edges belong to processes, some lead
 * through transient states, some fail. A state vector is its control and its
 * number. */
#ifndef TEST_MOCK_TS_H
#define TEST_MOCK_TS_H

#include <string.h>

#include "model/ts.h"

enum { MAX_STATES = 9, MAX_TRANS = 4, PIDS = 3, ATOMS = 2 };

static uint64_t seed;

static uint32_t
dice (uint32_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((seed >> 33) % n);
}

struct mock {
  struct ts ts;
  uint32_t n;
  uint8_t control[MAX_STATES];    /* 1 + pid in transient states */
  uint8_t letter[MAX_STATES];
  uint8_t end[MAX_STATES];        /* enum end_kind, where nothing can happen */
  uint32_t ntrans[MAX_STATES];
  trans_id trans[MAX_STATES][MAX_TRANS];
  uint32_t target[MAX_STATES][MAX_TRANS];
  uint8_t fault[MAX_STATES][MAX_TRANS];   /* enum fault_kind; a failed assertion goes on */
};

static uint32_t
write_state (const struct mock *m, uint32_t s, uint32_t *out)
{
  out[0] = (uint32_t) m->control[s] << 24;
  out[1] = s;
  return 2;
}

static uint32_t
mock_initial (struct ts *ts, uint32_t *out, struct fault *fault)
{
  fault->kind = FAULT_NONE;
  return write_state ((struct mock *) ts, 0, out);
}

static void
mock_enabled (struct ts *ts, const uint32_t *s, struct trans_list *list)
{
  const struct mock *m = (struct mock *) ts;
  for (uint32_t i = 0; i < m->ntrans[s[1]]; i++)
    VEC_PUSH (*list, m->trans[s[1]][i]);
}

static uint32_t
mock_step (struct ts *ts, const uint32_t *s, trans_id t, uint32_t *out, struct fault *fault)
{
  const struct mock *m = (struct mock *) ts;
  uint32_t i = 0;
  while (i < m->ntrans[s[1]] && m->trans[s[1]][i] != t)
    i++;
  if (i == m->ntrans[s[1]]) {     /* asked for what is not enabled: nothing happens */
    fault->kind = FAULT_NONE;
    return write_state (m, s[1], out);
  }
  fault->kind = m->fault[s[1]][i];
  if (fault->kind != FAULT_NONE) {
    *fault = (struct fault) {fault->kind, fault->kind == FAULT_ASSERTION, {"mock", (int) s[1], (int) i + 1}, ""};
    snprintf (fault->message, sizeof fault->message, "fault %u of state %u", (unsigned) i, (unsigned) s[1]);
  }
  return write_state (m, m->target[s[1]][i], out);
}

static uint32_t
mock_words (struct ts *ts, const uint32_t *s)
{
  (void) ts, (void) s;
  return 2;
}

static enum end_kind
mock_end (struct ts *ts, const uint32_t *s)
{
  return ((struct mock *) ts)->end[s[1]];
}

static void
mock_where (struct ts *ts, const uint32_t *s, ts_where_fn *see, void *context)
{
  (void) ts;
  see (context, 0, "P", (struct pos) {"mock", 100 + (int) s[1], 1}, "", false);
}

static void
mock_unreached (struct ts *ts, void (*see) (void *, const char *, struct pos, const char *), void *context)
{
  (void) ts, (void) see, (void) context;
}

static const struct ts_class mock_class = {.initial = mock_initial, .enabled = mock_enabled, .step = mock_step,
                                           .words = mock_words, .end = mock_end, .where = mock_where,
                                           .unreached = mock_unreached};

static inline uint64_t
mock_letter (void *context, const uint32_t *state, struct fault *fault)
{
  const struct mock *m = context;
  fault->kind = FAULT_NONE;
  return m->letter[state[1]];
}

static void
random_model (struct mock *m)
{
  *m = (struct mock) {.ts = {.class = &mock_class, .max_words = 2}, .n = 1 + dice (MAX_STATES)};
  for (uint32_t s = 0; s < m->n; s++) {
    m->letter[s] = (uint8_t) dice (1 << ATOMS);
    if (s && !dice (5))
      m->control[s] = (uint8_t) (1 + dice (PIDS));
    m->ntrans[s] = m->control[s] ? 1 + dice (2) : dice (8) ? 1 + dice (MAX_TRANS) : 0;
    for (uint32_t i = 0; i < m->ntrans[s]; i++) {
      uint32_t pid = m->control[s] ? m->control[s] - 1u : dice (PIDS);
      m->trans[s][i] = dice (6) ? trans_of (pid, i) : trans_of_rendezvous (pid, i, (pid + 1) % PIDS, 0);
      /* no atomic sequence is endless: a bad prefix must be one of a run */
      m->target[s][i] = dice (m->control[s] && !i ? s : m->n);
    }
  }
}

/* A ring, with a few shortcuts: long cycles, on which little is true. */
static inline void
random_ring (struct mock *m)
{
  *m = (struct mock) {.ts = {.class = &mock_class, .max_words = 2}, .n = 3 + dice (MAX_STATES - 2)};
  for (uint32_t s = 0; s < m->n; s++) {
    m->letter[s] = (uint8_t) (dice (5) ? 0 : 1 + dice (3));
    m->ntrans[s] = 1 + !dice (4);
    m->target[s][0] = dice (12) ? (s + 1) % m->n : dice (m->n);
    m->target[s][1] = dice (m->n);
    for (uint32_t i = 0; i < m->ntrans[s]; i++)
      m->trans[s][i] = trans_of (dice (PIDS), i);
  }
}

static inline void
random_faults (struct mock *m)
{
  for (uint32_t s = 0; s < m->n; s++) {
    m->end[s] = (uint8_t) dice (END_INVALID + 1);
    for (uint32_t i = 0; i < m->ntrans[s]; i++)
      m->fault[s][i] = dice (8) ? FAULT_NONE : dice (2) ? FAULT_ASSERTION : FAULT_BOUNDS;
  }
}

#endif
