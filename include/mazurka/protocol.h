/* Message-passing protocols, as `mazurka check paxos.c` reads them.
 *
 * A protocol file is C that defines `mz_protocol`: types of processes with local
 * variables, types of messages, and transitions. A transition belongs to a type
 * of process. It is enabled if the messages it consumes are there and its guard
 * holds; its effect updates the local variables and sends. Undelivered messages form one
 * multiset: nothing is lost, doubled or kept in order unless the protocol says so.
 *
 *     enum { CLIENT, SERVER };                          // types of processes
 *     enum { PING, PONG };                              // types of messages
 *     struct client { int asked, answered; };
 *
 *     static bool may_ask (const struct mz_step *s) { const struct client *c = s->local; return !c->asked; }
 *     static void ask (struct mz_step *s) { struct client *c = s->local; c->asked = 1; mz_broadcast (s, SERVER, PING, 7); }
 *     static void answer (struct mz_step *s) { mz_send (s, s->message[0].from, PONG, s->message[0].value[0]); }
 *     static void hear (struct mz_step *s) { struct client *c = s->local; c->answered++; }
 *     static bool polite (const struct mz_view *v) { const struct client *c = mz_local (v, CLIENT, 0); return c->answered <= c->asked; }
 *
 *     static const struct mz_transition transitions[] = {
 *       {MZ_HERE = "ask", .process = CLIENT, .when = may_ask, .effect = ask, .reads = "asked", .uses = "", .writes = "asked", .sends = "PING", .to = "server"},
 *       {MZ_HERE = "answer", .process = SERVER, .consumes = 1, .input = PING, .effect = answer, .writes = "", .sends = "PONG", .to = "sender"},
 *       {MZ_HERE = "hear", .process = CLIENT, .consumes = 1, .input = PONG, .effect = hear, .uses = "", .writes = "answered", .sends = ""},
 *       {0}};
 *     static const struct mz_property invariants[] = {{MZ_HERE = "polite", .holds = polite, .reads = "client.asked client.answered"}, {0}};
 *     const struct mz_protocol mz_protocol = {
 *       .processes = (const struct mz_process []) {
 *         {"client", 1, sizeof (struct client), (const struct mz_variable []) {
 *           MZ_VARIABLE (struct client, asked), MZ_VARIABLE (struct client, answered), {0}}},
 *         {"server", 1}, {0}},
 *       .messages = (const struct mz_message_type []) {{"PING", "number"}, {"PONG", "number"}, {0}},
 *       .transitions = transitions, .invariants = invariants};
 *
 * What a transition declares (reads, uses, writes, sends, to) is what reductions rely on. It is checked
 * in every call, and one that does more than it declared is an error. A list that is left out
 * means everything, "" means nothing. Names are separated by blanks.
 * Functions may use nothing but what they are given: variables of the file are
 * not part of a state, and cannot be written. docs/protocols.md teaches the rest.
 */
#ifndef MAZURKA_PROTOCOL_H
#define MAZURKA_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MZ_FIELDS = 8, MZ_PROCESSES = 64, MZ_QUORUM = 16 };

struct mz_message {
  int type, from, to;             /* process numbers, consecutive over all types in their order */
  int32_t value[MZ_FIELDS];
};

/* The argument of a guard or an effect. */
struct mz_step {
  int self, index;                /* the process: its number among all, and within its type */
  const int *first, *count;       /* by type of process: number of its first process, and how many there are */
  const struct mz_message *message;   /* the consumed messages, ordered by sender */
  int messages;
  void *local;                    /* the process's variables; guards must not change them */
  void (*send) (struct mz_step *, const struct mz_message *);
  void (*fail) (struct mz_step *, const char *text, const char *file, int line);
};

/* The argument of an invariant or a proposition: the variables of every process. */
struct mz_view {
  const int *first, *count;
  const void *const *local;       /* by process number */
};

/* For effects: send one message, send a message to every process of a type, assert. */
#define mz_send(step, receiver, kind, ...) \
  ((step)->send ((step), &(const struct mz_message) {.type = (kind), .to = (receiver), .value = {__VA_ARGS__}}))
#define mz_broadcast(step, process_type, kind, ...)                                             \
  do {                                                                                          \
    for (int mz_i = 0; mz_i < (step)->count[process_type]; mz_i++)                              \
      mz_send ((step), (step)->first[process_type] + mz_i, kind, __VA_ARGS__);                  \
  } while (0)
#define mz_assert(step, condition) \
  ((condition) ? (void) 0 : (step)->fail ((step), #condition, __FILE__, __LINE__))

/* The number of the i-th process of a type; a pointer to its variables. */
#define mz_process(step, process_type, i) ((step)->first[process_type] + (i))
#define mz_local(view, process_type, i) ((view)->local[(view)->first[process_type] + (i)])

/* ---- declarations; every list ends with {0} ---- */

#define MZ_HERE .file = __FILE__, .line = __LINE__, .name

struct mz_variable {
  const char *name;
  size_t offset, size, unit;      /* in bytes; an array has elements (units) of 1, 2, 4 or 8 bytes */
  bool names;                     /* holds process numbers + 1, or 0: needed for symmetry */
};
#define MZ_VARIABLE(type, field) \
  {.name = #field, .offset = offsetof (type, field), .size = sizeof ((type *) 0)->field, .unit = sizeof ((type *) 0)->field}
#define MZ_NAME(type, field) \
  {.name = #field, .offset = offsetof (type, field), .size = sizeof ((type *) 0)->field, .unit = sizeof ((type *) 0)->field, .names = true}
#define MZ_ARRAY(type, field) \
  {.name = #field, .offset = offsetof (type, field), .size = sizeof ((type *) 0)->field, .unit = sizeof ((type *) 0)->field[0]}

struct mz_process {
  const char *name;
  int count;
  size_t size;                    /* size of the structure of its variables */
  const struct mz_variable *variables;
  void (*start) (int index, void *local);       /* sets the initial values; without it all are 0 */
  bool (*may_end) (const void *local);          /* may the process stop here for ever? Without it: anywhere */
  int crashes;                    /* how many processes of the type may crash, at any time. Faults may happen, but need not */
  int byzantine, lies;            /* the first `byzantine` processes of the type may lie, each `lies` times (at most 15):
                                   * beside their transitions they send a message of a type that can be forged to any
                                   * process that consumes it */
  bool symmetric;                 /* processes of the type can be exchanged: they are distinguished only by their actions.
                                   * Not for variables with an element for each process */
  const char *file;               /* set by MZ_HERE = "client"; for messages */
  int line;
};

struct mz_message_type {
  const char *name;
  const char *fields;             /* names of the values that it carries, at most MZ_FIELDS; "@leader" is the number of a
                                   * process + 1, or 0 */
  bool lossy;                     /* may be lost */
  int copies;                     /* how many times a message of the type may be duplicated in transit; at most 7 */
  int forged;                     /* Byzantine processes may send it, with values from 0 to `forged` - 1 in each of its
                                   * fields, and any process in "@" fields */
};

struct mz_transition {
  const char *name;
  int process;                    /* type of the process */
  const char *file;
  int line;
  int consumes;                   /* 0, 1, or k: a quorum, one message each from k distinct senders */
  int input;                      /* type of the messages consumed */
  const char *from;               /* possible senders, in the notation of `to`; NULL: any process */
  bool (*when) (const struct mz_step *);        /* the part of the guard that does not depend on messages; NULL: always true */
  bool (*guard) (const struct mz_step *);       /* the part that does; NULL: always true */
  bool (*over) (const struct mz_step *);        /* or NULL: the transition is not enabled where this holds. It reads only
                                                 * variables in `compares`, and larger values do not make it false: once it
                                                 * holds and they only grow, the transition is never enabled again */
  void (*effect) (struct mz_step *);            /* NULL: no effect */
  const char *reads;              /* variables that `when` and the guard read; NULL: any */
  const char *uses;               /* variables the effect reads; NULL: any. Transitions of a process that touch different
                                   * variables and messages are independent */
  const char *writes;             /* variables the effect writes; NULL: any */
  const char *increments;         /* those of `writes` whose value never decreases */
  const char *compares;           /* those of `reads` (time stamps) whose larger values never enable it */
  const char *sends;              /* types of messages it sends; NULL: any */
  const char *to;                 /* types of receivers ("server[0]": one process), or "sender": the senders of the consumed
                                   * messages; NULL: any process */
};

struct mz_property {
  const char *name;
  bool (*holds) (const struct mz_view *);
  const char *reads;              /* variables it reads, "acceptor.vote proposer.value"; NULL: any */
  const char *compares;           /* those of `reads` whose larger values never make it true (a flag that something is
                                   * wrong). If it reads nothing else, and transitions only increment them, a violation is
                                   * permanent: its variables need not be observed in every order */
  const char *file;
  int line;
};

struct mz_formula {
  const char *name, *ltl;         /* over propositions and invariants: "<> decided" */
  const char *file;               /* set by MZ_HERE = "name"; for messages */
  int line;
};

struct mz_protocol {
  const struct mz_process *processes;
  const struct mz_message_type *messages;
  const struct mz_transition *transitions;
  const struct mz_property *invariants;         /* must hold in every state */
  const struct mz_property *propositions;       /* used in temporal formulas */
  const struct mz_formula *formulas;
  int most_messages;              /* maximal number of undelivered messages; 0: 64 */
};

extern const struct mz_protocol mz_protocol;

#endif
