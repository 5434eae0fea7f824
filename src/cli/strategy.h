/* Chooses engine, reduction and search for an input: only here, for models and for C programs. */
#ifndef CLI_STRATEGY_H
#define CLI_STRATEGY_H

#include "base/diag.h"
#include "base/options.h"
#include "reduce/ample.h"
#include "reduce/dynamic/reduction.h"

struct strategy {
  const char *engine;             /* its name in --json */
  const struct reduction *reduction;
  const char *no_por;             /* for models: why safety is checked without reduction, or NULL */
  bool executions;                /* for models: controlled executions, or sleep sets (exec_search.h) */
  bool sleep, stateful;
  bool symbolic;                  /* a circuit is checked (cli/symbolic.h) */
  bool may_store;                 /* for programs: states may be stored if executions do not end */
};

/* False after reporting options that do not suit the input, or each other. `pos`: where the input shows its kind. */
bool strategy_for_model (struct strategy *, const struct options *, bool is_c, struct pos);
bool strategy_for_program (struct strategy *, const struct options *, struct pos);

/* The settings of a portfolio's engine for a C program without a chosen reduction. */
void strategy_of_many (struct options *);

/* The static reduction of a model's graph for the strategy's name. NULL: there is none, or it is not sound here, with the
 * reason. */
struct static_reduction *strategy_reduce (const struct reduction *, const struct pg *, struct inspector *, struct ample_config,
                                          const char **why);

/* The values of --por: auto and the table of reductions. */
extern const struct option_values strategy_values[];

#endif
