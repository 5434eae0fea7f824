/* Automata as properties of models: files in the Hanoi format as claims, and the automata of properties with their atoms as
 * written. */
#ifndef CLI_AUTOMATON_H
#define CLI_AUTOMATON_H

#include "base/diag.h"
#include "base/str.h"
#include "front/promela/promela.h"
#include "report/properties.h"
#include "search/claim.h"

/* Does --claim name such a file (ending in .hoa)? */
bool automaton_is_file (const char *claim);

/* Reads the file's automaton as a never claim: the model must not accept its words. Its atomic propositions are expressions
 * of the model. The caller releases extra->claim. False after a located message. */
bool automaton_load (const char *file, struct promela_extra *extra, struct diag *);

/* After loading the model with it: checks that each proposition is an expression by itself (not text that only parses
 * inside the claim), and names the claim after the file. False after a located message. */
bool automaton_adopt (struct pg *, const char *file, struct diag *);

/* Sets the texts of the atoms of the claim's automaton. */
void automaton_name_atoms (struct claim *, const struct pg *, const struct property *);

#endif
