/* A story as text: a table of steps, columns of threads, a message chart, the final state. report.h combines them. */
#ifndef REPORT_STORY_WRITERS_H
#define REPORT_STORY_WRITERS_H

#include "model/story.h"
#include "report/term.h"

/* ---- the whole story ---- */

/* Waiting threads and call stacks, then the steps: with `messages` as a message chart; else, where values are known, as a
 * table with changed variables and the final state; else in columns. Unless `full`, the middle of a long list is omitted;
 * true: it was. */
bool story_print (const struct term *, const struct story *, bool messages, bool full);

/* The final state: the shared variables, several per line, arrays as one item; then each process with its location and
 * variables. Unless `full`, zeros in long lists are omitted. */
void state_print (const struct term *, const struct story *, bool full);
void final_state_print (const struct term *, const struct story *, bool full);   /* with a title */

/* "T1 queue.c:12 lock(m)", for a line of its own. */
void add_step (struct str *, const struct story *, const struct story_step *);

/* A statement in readable form: see statement.c. */
void add_statement (struct str *, const char *statement);

/* What a step printed, on one line. */
void add_output (struct str *, const char *output);
/* Is the output worth showing? A lone newline is not. */
bool is_output_shown (const char *output);

/* ---- a table of steps:
 *
 *      1  P (0)  model.pml:3  q!x,2          q!1,2 → [1,2]
 *      2  Q (1)  model.pml:9  q?a,b          q?1,2 → []   a: 0 → 1
 */

/* Widths of its columns; they only grow. Initialised with zeros. */
struct step_table {
  size_t number, thread, place, text;
  bool lines_only;                /* all locations are in one file: print only line numbers */
};

void step_table_fit (struct step_table *, const struct term *, const struct story *, size_t step);
void step_table_print (const struct term *, const struct step_table *, const struct story *, size_t step);

/* ---- threads side by side ---- */

bool thread_columns_print (const struct term *, const struct story *, bool full);

/* ---- a message chart: one column per process, printed as it happens ---- */

struct message_chart {
  VEC (uint32_t) named;           /* threads whose name was printed */
  size_t column;                  /* width */
};

/* Prints the names of the processes that exist from the start. */
void message_chart_begin (const struct term *, struct message_chart *, const struct story *);
void message_chart_print (const struct term *, struct message_chart *, const struct story *, size_t step);
void message_chart_end (struct message_chart *);

#endif
