/* mazurka check: selects the engine, or several, for the input. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/c_model.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/complaint.h"
#include "cli/input.h"
#include "cli/literals.h"
#include "cli/model_check.h"
#include "cli/native.h"
#include "cli/output.h"
#include "cli/portfolio.h"
#include "cli/staged.h"
#include "cli/strategy.h"

/* An input and how to check it, from the command line. */
struct order {
  const char *program;
  struct options *options;
  struct complaint *complaint;
  const struct option_words *files, *rest;
  bool is_program;
  int line;
  bool is_one_of_many;            /* other engines run, too */
  struct str values;              /* input values to try */
};

static int
carry_out (void *context, int engine, FILE *files)
{
  struct order *o = context;
  assert (engine != ENGINE_PORTFOLIO);
  if (files)
    staged_into (files);
  o->options->engine = engine;
  if (o->is_one_of_many)
    strategy_of_many (o->options);
  bool is_c = o->is_program && c_model_wanted (o->options);
  if (o->is_one_of_many && engine == ENGINE_NATIVE && !o->options->nondet) {
    str_add (&o->values, "0,1");
    literals_add (o->files->data[0], &o->values);
    o->options->nondet = str_text (&o->values);
  }
  return o->is_program && !is_c ? native_check (o->program, o->options, o->files, o->line, o->rest, o->complaint)
                                : model_check (o->program, o->options, is_c, o->files, o->rest, o->complaint);
}

static int
carry_out_all (struct order *o)
{
  enum { OF_MODELS = GAP_LIVELOCK | GAP_OVERFLOW };
  static const int of_models[] = {ENGINE_EXPLICIT, ENGINE_BMC, ENGINE_IC3, ENGINE_BDD};
  static const int of_programs[] = {ENGINE_NATIVE, ENGINE_EXPLICIT, ENGINE_BMC, ENGINE_IC3, ENGINE_BDD};
  static const int of_models_back[] = {0, 0, 0, 5}, of_programs_back[] = {2, 2, 4, 0, 10};
  static const unsigned of_programs_gaps[] = {GAP_POINTERS, OF_MODELS, OF_MODELS, OF_MODELS, OF_MODELS};
  static const unsigned of_programs_without_ends[] = {GAP_POINTERS, GAP_OVERFLOW, GAP_OVERFLOW, GAP_OVERFLOW, GAP_OVERFLOW};
  int *unbounded = mmap (NULL, sizeof *unbounded, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct portfolio p = {.engines = of_models, .step_back = of_models_back, .count = 4, .run = carry_out, .context = o, .quiet = o->options->quiet,
                        .soon = 6, .patience = 10};
  if (unbounded != MAP_FAILED)    /* otherwise all keep their shares */
    p.unbounded = o->options->unbounded = unbounded;
  if (o->is_program) {
    p.engines = of_programs;
    p.step_back = of_programs_back;
    p.gaps = o->options->ends == ENDS_OFF ? of_programs_without_ends : of_programs_gaps;
    o->is_one_of_many = true;
    p.count = 5;
  }
  int code = portfolio_run (&p);
  if (p.unbounded)
    munmap (unbounded, sizeof *unbounded);
  return code;
}

int
command_check (const char *program, int argc, char **argv)
{
  struct command_line line;
  struct complaint complaint = {0};
  int code = EXIT_USAGE;
  complaint_begin (&complaint, argc, argv);
  if (command_line_parse (&line, 'c', strategy_values, argc, argv)) {
    struct options *o = &line.options;
    struct order order = {.program = program, .options = o, .complaint = &complaint, .files = &line.files, .rest = &line.rest};
    order.is_program = line.files.count && input_is_program (line.files.data[0], &order.line);
    if (o->json && !strcmp (o->json, "-"))
      o->json = "";               /* then messages go to standard error */
    if (!output_is_possible (o))
      complaint_pass (&complaint);
    else if (command_line_take_flags (&line, order.is_program))
      code = o->engine == ENGINE_PORTFOLIO ? carry_out_all (&order) : carry_out (&order, o->engine, NULL);
  }
  complaint_end (&complaint, code);
  command_line_release (&line);
  return code;
}
