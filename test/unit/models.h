/* Models from texts, and what a plain search of one finds. */
#ifndef TEST_MODELS_H
#define TEST_MODELS_H

#include "front/promela/promela.h"
#include "model/simplify.h"
#include "search/search.h"
#include "vm/vm.h"

#include <stdlib.h>
#include <string.h>

/* NULL: it is rejected. */
static inline struct pg *
model_load (const char *text)
{
  struct diag diag = {.out = fopen ("/dev/null", "w")};
  struct ast_model *ast = promela_parse ("m", text, strlen (text), &diag);
  struct pg *pg = ast ? promela_lower (ast, &diag) : NULL;
  if (pg) {
    pg->front = ast;
    pg->free_front = (void (*) (void *)) promela_free;
  } else
    promela_free (ast);
  fclose (diag.out);
  return pg;
}

/* Everything reachable, depth first, without reduction. */
static inline void
model_explore (struct pg *pg, int ends, struct result *result)
{
  struct diag diag = {.out = stderr};
  struct options options;
  options_init (&options);
  options.all = true;
  options.memory = 1 << 28;
  options.ends = ends;
  struct ts *ts = vm_new (pg, &diag);
  search_run (&(struct search_run) {.ts = ts, .options = &options}, result);
  ts->class->free (ts);
}

#endif
