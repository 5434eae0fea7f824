/* Every state of a protocol, by brute force: nothing of the checker is used, and no declaration is read but `.from`, which
 * is part of what a transition consumes. Compiled with -DPROTOCOL='"file.c"'; prints the graph:
 *     state  IS_END BAD_END SAFE P Q ENABLED       one for each state, in order of their numbers
 *     edge   FROM TO PROCESS                        PROCESS: -1 of a fault
 *     assert                                        an assertion fails somewhere
 *     large                                         it was given up */
#include PROTOCOL

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 1500, ROOM = 24, BYTES = 32, SLOTS = 4096 };

struct state {
  uint8_t local[MZ_PROCESSES / 4][BYTES];
  uint8_t crashed[MZ_PROCESSES / 4], lies[MZ_PROCESSES / 4], copies[MZ_PROCESSES / 4][4];
  int n;
  struct mz_message m[ROOM];
};

static struct state *states;
static int slots[SLOTS], nstates, first[8], count[8], type_of[16], nproc, ntypes, ntrans, nmess;
static bool failed, too_many, has_assert;
static struct state *target;

static int
compare (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (struct mz_message));
}

static int
number (struct state *s)
{
  qsort (s->m, (size_t) s->n, sizeof *s->m, compare);
  memset (s->m + s->n, 0, (size_t) (ROOM - s->n) * sizeof *s->m);
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < sizeof *s; i++)
    hash = (hash ^ ((const uint8_t *) s)[i]) * 16777619u;
  for (; slots[hash % SLOTS]; hash++)
    if (!memcmp (&states[slots[hash % SLOTS] - 1], s, sizeof *s))
      return slots[hash % SLOTS] - 1;
  if (nstates == MOST_STATES) {
    puts ("large");
    exit (0);
  }
  states[nstates] = *s;
  slots[hash % SLOTS] = nstates + 1;
  return nstates++;
}

static void
send (struct mz_step *step, const struct mz_message *m)
{
  if (target->n + 1 > mz_protocol.most_messages || target->n + 1 >= ROOM) {
    too_many = true;
    return;
  }
  target->m[target->n] = *m;
  target->m[target->n++].from = step->self;
}

static void
fail (struct mz_step *step, const char *text, const char *file, int line)
{
  (void) step, (void) text, (void) file, (void) line;
  failed = true;
}

/* The sender is in the list of types and processes. */
static bool
is_from (const char *list, int pid)
{
  char type[16], one[16];
  if (!list)
    return true;
  snprintf (type, sizeof type, "%s", mz_protocol.processes[type_of[pid]].name);
  snprintf (one, sizeof one, "%.8s[%d]", type, pid - first[type_of[pid]]);
  for (const char *at = list; *(at += strspn (at, " "));) {
    size_t n = strcspn (at, " ");
    if ((n == strlen (type) && !memcmp (at, type, n)) || (n == strlen (one) && !memcmp (at, one, n)))
      return true;
    at += n;
  }
  return false;
}

static struct mz_step
step_of (struct state *s, int pid, const struct mz_message *m, int n)
{
  return (struct mz_step) {.self = pid, .index = pid - first[type_of[pid]], .first = first, .count = count, .message = m, .messages = n,
                           .local = s->local[pid], .send = send, .fail = fail};
}

static void
edge (int from, struct state *to, int who)
{
  printf ("edge %d %d %d\n", from, number (to), who);
}

/* Chooses messages of distinct senders, in ascending order of senders; returns whether some choice is enabled. */
static bool
choose (int from, int pid, const struct mz_transition *t, int *places, int have, int least)
{
  bool any = false;
  if (have == t->consumes) {
    struct state s = states[from], next = s;
    struct mz_message m[MZ_QUORUM];
    for (int i = 0; i < have; i++)
      m[i] = s.m[places[i]];
    struct mz_step step = step_of (&s, pid, m, have);
    if (t->consumes && t->guard && !t->guard (&step))
      return false;
    int n = 0;
    for (int i = 0; i < next.n; i++) {
      bool gone = false;
      for (int k = 0; k < have; k++)
        gone |= places[k] == i;
      if (!gone)
        next.m[n++] = next.m[i];
    }
    next.n = n;
    target = &next;
    failed = too_many = false;
    step = step_of (&next, pid, m, have);
    if (t->effect)
      t->effect (&step);
    if (too_many) {
      puts ("large");
      exit (0);
    }
    has_assert |= failed;
    if (!failed)
      edge (from, &next, pid);
    return true;
  }
  for (int i = 0; i < states[from].n; i++) {
    struct mz_message *m = &states[from].m[i];
    if (m->type != t->input || m->to != pid || m->from < least || !is_from (t->from, m->from) || (i && !memcmp (m, m - 1, sizeof *m)))
      continue;
    places[have] = i;
    any |= choose (from, pid, t, places, have + 1, m->from + 1);
  }
  return any;
}

static bool
consumes_type (int pid, int type, int from)
{
  for (int t = 0; t < ntrans; t++) {
    const struct mz_transition *x = &mz_protocol.transitions[t];
    if (x->process == type_of[pid] && x->consumes && x->input == type && is_from (x->from, from))
      return true;
  }
  return false;
}

static void
lies (int from, int pid)
{
  const struct mz_process *p = &mz_protocol.processes[type_of[pid]];
  if (pid - first[type_of[pid]] >= p->byzantine || states[from].lies[pid] >= p->lies)
    return;
  for (int type = 0; type < nmess; type++)
    for (int to = 0; to < nproc; to++)
      for (int v = 0; v < mz_protocol.messages[type].forged; v++)
        for (int w = 0; w <= nproc; w++) {
          struct state next = states[from];
          if (!consumes_type (to, type, pid))
            continue;
          if (next.n + 1 > mz_protocol.most_messages) {
            puts ("large");
            exit (0);
          }
          next.m[next.n++] = (struct mz_message) {.type = type, .from = pid, .to = to, .value = {v, w}};
          next.lies[pid]++;
          edge (from, &next, -1);
        }
}

static void
faults (int from, int pid)
{
  const struct mz_process *p = &mz_protocol.processes[type_of[pid]];
  int crashed = 0;
  for (int i = 0; i < count[type_of[pid]]; i++)
    crashed += states[from].crashed[first[type_of[pid]] + i];
  if (crashed < p->crashes) {
    struct state next = states[from];
    next.crashed[pid] = 1;
    edge (from, &next, -1);
  }
  lies (from, pid);
  for (int i = 0; i < states[from].n; i++) {
    struct mz_message m = states[from].m[i];
    if (m.to != pid)
      continue;
    if (mz_protocol.messages[m.type].lossy) {
      struct state next = states[from];
      memmove (next.m + i, next.m + i + 1, (size_t) (next.n - i - 1) * sizeof m);
      next.n--;
      edge (from, &next, -1);
    }
    if (states[from].copies[pid][m.type] < mz_protocol.messages[m.type].copies) {
      struct state next = states[from];
      if (next.n + 1 > mz_protocol.most_messages) {
        puts ("large");
        exit (0);
      }
      next.m[next.n++] = m;
      next.copies[pid][m.type]++;
      edge (from, &next, -1);
    }
  }
}

static bool
asks (bool (*holds) (const struct mz_view *), int from)
{
  const void *local[16];
  for (int i = 0; i < nproc; i++)
    local[i] = states[from].local[i];
  return holds (&(struct mz_view) {first, count, local});
}

static void
expand (int from)
{
  unsigned enabled = 0;
  bool bad = false;
  for (int pid = 0; pid < nproc; pid++) {
    const struct mz_process *p = &mz_protocol.processes[type_of[pid]];
    struct state s = states[from];
    struct mz_step step = step_of (&s, pid, NULL, 0);
    int places[MZ_QUORUM];
    bool may = !p->may_end || s.crashed[pid] || pid - first[type_of[pid]] < p->byzantine || p->may_end (s.local[pid]);
    bad |= !may;
    for (int t = 0; t < ntrans && !s.crashed[pid]; t++) {
      const struct mz_transition *x = &mz_protocol.transitions[t];
      if (x->process == type_of[pid] && !(x->over && x->over (&step)) && (!x->when || x->when (&step)) && choose (from, pid, x, places, 0, 0))
        enabled |= 1u << pid;
    }
    if (!s.crashed[pid])
      faults (from, pid);
  }
  printf ("state %d %d %d %d %d %u\n", !enabled, !enabled && bad, asks (mz_protocol.invariants[0].holds, from), asks (mz_protocol.propositions[0].holds, from),
          asks (mz_protocol.propositions[1].holds, from), enabled);
}

int
main (void)
{
  static struct state s;
  states = calloc (MOST_STATES, sizeof *states);
  while (mz_protocol.processes[ntypes].name) {
    first[ntypes] = nproc;
    count[ntypes] = mz_protocol.processes[ntypes].count;
    for (int i = 0; i < count[ntypes]; i++) {
      type_of[nproc] = ntypes;
      if (mz_protocol.processes[ntypes].start)
        mz_protocol.processes[ntypes].start (i, s.local[nproc]);
      nproc++;
    }
    ntypes++;
  }
  while (mz_protocol.transitions[ntrans].name)
    ntrans++;
  while (mz_protocol.messages[nmess].name)
    nmess++;
  number (&s);
  for (int i = 0; i < nstates; i++)
    expand (i);
  if (has_assert)
    puts ("assert");
  return 0;
}
