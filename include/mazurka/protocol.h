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
  int type, from, to;             /* processes are numbered through, in the order of their types */
  int32_t value[MZ_FIELDS];
};

/* What a guard or an effect is given. */
struct mz_step {
  int self, index;                /* the process: its number among all, and among its type */
  const int *first, *count;       /* of each type of process: number of its first, and how many */
  const struct mz_message *message;   /* what is consumed, ordered by sender */
  int messages;
  void *local;                    /* the process's variables; a guard only reads them */
  void (*send) (struct mz_step *, const struct mz_message *);
  void (*fail) (struct mz_step *, const char *text, const char *file, int line);
};

/* What an invariant or a proposition is given: the variables of every process. */
struct mz_view {
  const int *first, *count;
  const void *const *local;       /* by process number */
};

/* In effects: one message, a message to every process of a type, an assertion. */
#define mz_send(step, receiver, kind, ...) \
  ((step)->send ((step), &(const struct mz_message) {.type = (kind), .to = (receiver), .value = {__VA_ARGS__}}))
#define mz_broadcast(step, process_type, kind, ...)                                             \
  do {                                                                                          \
    for (int mz_i = 0; mz_i < (step)->count[process_type]; mz_i++)                              \
      mz_send ((step), (step)->first[process_type] + mz_i, kind, __VA_ARGS__);                  \
  } while (0)
#define mz_assert(step, condition) \
  ((condition) ? (void) 0 : (step)->fail ((step), #condition, __FILE__, __LINE__))

/* The number of the i-th process of a type; its variables. */
#define mz_process(step, process_type, i) ((step)->first[process_type] + (i))
#define mz_local(view, process_type, i) ((view)->local[(view)->first[process_type] + (i)])

/* ---- declarations; every list ends with {0} ---- */

#define MZ_HERE .file = __FILE__, .line = __LINE__, .name

struct mz_variable {
  const char *name;
  size_t offset, size, unit;      /* in bytes; an array has units of 1, 2, 4 or 8 */
  bool names;                     /* it holds numbers of processes + 1, or 0: for symmetry */
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
  size_t size;                    /* of the structure of its variables */
  const struct mz_variable *variables;
  void (*start) (int index, void *local);       /* the first values; without it all are 0 */
  bool (*may_end) (const void *local);          /* may it stop here for ever? Without it: anywhere */
  int crashes;                    /* so many processes of the type may crash, at any time. Faults may happen, and need not */
  int byzantine, lies;            /* the first so many of the type may lie, each so often (at most 15): beside what they do by
                                     their transitions, send a message of a type that can be forged to anybody who consumes it */
  bool symmetric;                 /* they may be exchanged: nobody tells them apart but by what they did. Not for variables
                                     with an element for each of them */
  const char *file;               /* MZ_HERE = "client", for messages */
  int line;
};

struct mz_message_type {
  const char *name;
  const char *fields;             /* names of the values it carries, at most MZ_FIELDS; "@leader" is the number of a process + 1, or 0 */
  bool lossy;                     /* may be lost */
  int copies;                     /* so often may a message of the type be doubled on its way to a process; at most 7 */
  int forged;                     /* Byzantine processes may send it, with values from 0 to this - 1 in each of its fields, any process in "@" ones */
};

struct mz_transition {
  const char *name;
  int process;                    /* type */
  const char *file;
  int line;
  int consumes;                   /* 0, 1, or k: a quorum, one message each from k distinct senders */
  int input;                      /* type of the messages consumed */
  const char *from;               /* who may have sent them, as in `to`; NULL: anybody */
  bool (*when) (const struct mz_step *);        /* the part of the guard that looks at no message; NULL: always */
  bool (*guard) (const struct mz_step *);       /* the part that does; NULL: always */
  bool (*over) (const struct mz_step *);        /* or NULL: it is not enabled where this holds. Looks at variables of `compares`
                                     alone, and larger ones do not make it false: if they only grow it never is enabled again */
  void (*effect) (struct mz_step *);            /* NULL: none */
  const char *reads;              /* variables that `when` and the guard look at; NULL: any */
  const char *uses;               /* variables the effect looks at; NULL: any. Transitions of a process that touch
                                     different variables and messages need not be ordered */
  const char *writes;             /* variables the effect writes; NULL: any */
  const char *increments;         /* of those it writes: never made smaller */
  const char *compares;           /* of those it reads: time stamps, a larger one never makes it enabled */
  const char *sends;              /* types of messages; NULL: any */
  const char *to;                 /* types of processes ("server[0]": one of them), or "sender": whom it consumed messages of; NULL: to anybody */
};

struct mz_property {
  const char *name;
  bool (*holds) (const struct mz_view *);
  const char *reads;              /* "acceptor.vote proposer.value"; NULL: any */
  const char *compares;           /* of those it reads: a larger one never makes it hold (a flag that something is wrong).
                                     If this is all it reads, and transitions only increment them, a violation is there for
                                     good: its variables need not be watched in every order */
  const char *file;
  int line;
};

struct mz_formula {
  const char *name, *ltl;         /* over propositions and invariants: "<> decided" */
  const char *file;               /* MZ_HERE = "name", for messages */
  int line;
};

struct mz_protocol {
  const struct mz_process *processes;
  const struct mz_message_type *messages;
  const struct mz_transition *transitions;
  const struct mz_property *invariants;         /* hold in every state */
  const struct mz_property *propositions;       /* for temporal formulas */
  const struct mz_formula *formulas;
  int most_messages;              /* undelivered at a time; 0: 64 */
};

extern const struct mz_protocol mz_protocol;

#endif
