/* A plugin for gcc that instruments the accesses which -fsanitize=thread leaves out, in each function
 * just before gcc's own pass. It works only in the build of gcc that it was compiled for (load.cc).
 *
 *     split_copies    structures that calls copy       copies.cc
 *     call_library    what gcc would expand in place   builtins.cc
 *     tell_left_out   accesses that gcc passes over    left_out.cc
 *     split_operands  operands of assembly             operands.cc
 *     note_unseen     what cannot be instrumented      unseen.cc
 *     tell_hidden     assembly in names and sections   hidden.cc
 *     forget_purity   calls that gcc would drop        purity.cc
 *     note_landing    where jumps arrive               zones.cc
 *     locate_locals   debug information of locals      locals.cc
 *     tell_pointers   addresses and ids that are compared   pointers.cc
 */
#ifndef NATIVE_GCC_PLUGIN_H
#define NATIVE_GCC_PLUGIN_H

#include "gcc-plugin.h"

#include "tree.h"
#include "tree-pass.h"
#include "context.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-expr.h"
#include "ssa.h"
#include "stor-layout.h"

/* Can another thread have a pointer to this memory? Decided as in gcc's own pass. */
bool is_shared (tree place);

void split_copies (gimple_stmt_iterator *, gcall *);
void call_library (gimple_stmt_iterator *, gcall *);
void tell_left_out (gimple_stmt_iterator *, gassign *);
void split_operands (gimple_stmt_iterator *, gasm *);
void tell_pointers (gimple_stmt_iterator *);
void tell_hidden (gasm *);
void tell_hidden_names (void *, void *);
opt_pass *make_ids_pass ();
opt_pass *make_locals_pass ();

/* Instruments an access before the statement; how: BUILT_IN_TSAN_READ_RANGE or _WRITE_RANGE. */
void tell_range (gimple_stmt_iterator *, tree pointer, tree size, built_in_function how);

/* Of a function that is declared or defined. */
void forget_purity (void *declared, void *);
/* Red zones around objects, for the whole unit. */
void begin_zones ();
bool zones_are_on ();
void note_landing (gimple_stmt_iterator *, gcall *);
void note_landing_pad (basic_block);

/* Writes the statement's line into the object file, where native/unseen.c reads it. */
void note_unseen (gimple *);
void note_unseen_at (location_t);
void write_unseen (FILE *);

#endif
