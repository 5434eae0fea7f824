/* Automata and the properties of models: files in the Hanoi format taken as
 * claims, and what a property became, with its atoms as they were written. */
#ifndef CLI_AUTOMATON_H
#define CLI_AUTOMATON_H

#include "base/diag.h"
#include "base/str.h"
#include "front/promela/promela.h"
#include "report/properties.h"
#include "search/claim.h"

/* Is the --claim the name of such a file (it ends in .hoa)? */
bool automaton_is_file (const char *claim);

/* The file's automaton as a never claim: what it accepts must not be. Its
 * atomic propositions are expressions of the model. The caller releases
 * extra->claim. False after a located message. */
bool automaton_load (const char *file, struct promela_extra *extra, struct diag *);

/* After loading the model with it: each proposition is an expression (and not
 * text that only becomes one inside the claim), and the claim is called as the
 * file. False after a located message. */
bool automaton_adopt (struct pg *, const char *file, struct diag *);

/* Gives the claim's automaton the texts of its atoms. */
void automaton_name_atoms (struct claim *, const struct pg *, const struct property *);

#endif
