/* The cycle proviso of temporal properties: random depth-first searches of random
 * products. Every cycle of the reduced graph has a fully expanded state, and a
 * state's decision stays what it was.
 *
 * Nodes are states of a model, each with edges and perhaps a proposal, some of them.
 * The automaton may go on with the state, to some of its own, or not. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "search/proviso.h"

enum { STATES = 7, AUTOMATON = 3, EDGES = 3 };

static uint64_t seed;

static uint32_t
dice (uint32_t n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t) ((seed >> 33) % n);
}

struct product {
  uint32_t n;
  uint32_t nedges[STATES], proposal[STATES];      /* how many of the edges; all: none */
  state_id edge[STATES][EDGES];
  bool fails[STATES];                             /* a step of the proposal does */
  uint8_t next[STATES][AUTOMATON];                /* automaton states, as bits; 0: it cannot go on */
  struct proviso proviso;
  bool been[STATES][AUTOMATON];
  int taken[STATES];                              /* 0: not decided; edges that are taken + 1 */
};

static void
random_product (struct product *p)
{
  *p = (struct product) {.n = 1 + dice (STATES)};
  for (uint32_t s = 0; s < p->n; s++) {
    p->nedges[s] = 1 + dice (EDGES);
    p->proposal[s] = 1 + dice (p->nedges[s]);
    p->fails[s] = !dice (10);
    for (uint32_t i = 0; i < EDGES; i++)
      p->edge[s][i] = dice (p->n);
    for (uint32_t q = 0; q < AUTOMATON; q++)
      p->next[s][q] = dice (4) ? (uint8_t) dice (1 << AUTOMATON) : 0;
  }
}

static uint32_t
decide (struct product *p, state_id s)
{
  if (!proviso_decided (&p->proviso, s)) {
    if (p->proposal[s] == p->nedges[s])
      proviso_expand_fully (&p->proviso, s);
    bool takes = p->proposal[s] < p->nedges[s]
                 && proviso_decide (&p->proviso, s, p->edge[s], p->fails[s] ? 0 : p->proposal[s]);
    HOLD (!takes || !p->fails[s]);
    HOLD (!p->taken[s] && proviso_decided (&p->proviso, s));
    p->taken[s] = 1 + (int) (takes ? p->proposal[s] : p->nedges[s]);
  }
  return (uint32_t) p->taken[s] - 1;
}

static void
visit (struct product *p, state_id s, uint32_t q)
{
  p->been[s][q] = true;
  if (!p->next[s][q])
    return;
  uint32_t n = decide (p, s);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t to = 0; to < AUTOMATON; to++)
      if ((p->next[s][q] >> to & 1) && !p->been[p->edge[s][i]][to])
        visit (p, p->edge[s][i], to);
  proviso_leave (&p->proviso, s, p->edge[s], n);
}

/* A cycle of states that are all reduced, by closure. */
static bool
has_reduced_cycle (const struct product *p)
{
  bool reach[STATES][STATES] = {{false}};
  for (uint32_t s = 0; s < p->n; s++)
    for (int i = 0; i + 1 < p->taken[s] && p->taken[s] <= (int) p->nedges[s]; i++)
      reach[s][p->edge[s][i]] = true;
  for (uint32_t k = 0; k < p->n; k++)
    for (uint32_t i = 0; i < p->n; i++)
      for (uint32_t j = 0; j < p->n; j++)
        reach[i][j] |= reach[i][k] && reach[k][j];
  for (uint32_t s = 0; s < p->n; s++)
    if (reach[s][s])
      return true;
  return false;
}

int
main (int argc, char **argv)
{
  unsigned long n = argc > 1 ? strtoul (argv[1], NULL, 10) : 100000, reduced = 0, refused = 0;
  seed = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;
  for (unsigned long i = 0; i < n; i++) {
    struct product p;
    random_product (&p);
    visit (&p, 0, 0);
    HOLD (!has_reduced_cycle (&p));
    for (uint32_t s = 0; s < p.n; s++) {
      reduced += p.taken[s] && p.taken[s] <= (int) p.nedges[s];
      refused += p.taken[s] > (int) p.nedges[s] && p.proposal[s] < p.nedges[s];
    }
    proviso_release (&p.proviso);
  }
  CHECK_HELD ("every cycle of a reduced graph has a fully expanded state");
  CHECK (reduced > refused && refused > n / 10);
  return check_end ();
}
