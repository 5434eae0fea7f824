/* Which engine, reduction and search suit an input: decided here and nowhere
 * else, for models and for C programs. */
#ifndef CLI_STRATEGY_H
#define CLI_STRATEGY_H

#include "base/diag.h"
#include "base/options.h"
#include "reduce/ample.h"
#include "reduce/dynamic/reduction.h"

struct strategy {
  const char *engine;             /* as --json calls it */
  const struct reduction *reduction;
  const char *no_por;             /* of models: why safety is checked without it after all, or NULL */
  bool executions;                /* of models: execution by execution, or with sleep sets (exec_search.h) */
  bool sleep, stateful;
  bool symbolic;                  /* a circuit is checked (cli/symbolic.h) */
  bool may_store;                 /* of programs: states, where executions do not end */
};

/* False after saying which options do not suit the input, or each other. `pos`
 * is where the input shows what it is. */
bool strategy_for_model (struct strategy *, const struct options *, bool is_c, struct pos);
bool strategy_for_program (struct strategy *, const struct options *, struct pos);

/* What an engine of a portfolio does with a C program where nobody has chosen a reduction. */
void strategy_of_many (struct options *);

/* The static reduction of a model's graph that the strategy's name stands for.
 * NULL: it stands for none, or it is not sound here, and why. */
struct static_reduction *strategy_reduce (const struct reduction *, const struct pg *, struct inspector *, struct ample_config,
                                          const char **why);

/* The values of --por: auto and the table of reductions. */
extern const struct option_values strategy_values[];

#endif
