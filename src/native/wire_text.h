/* The text of threads, values and steps of a finding. */
#ifndef NATIVE_WIRE_TEXT_H
#define NATIVE_WIRE_TEXT_H

#include "base/str.h"
#include "model/result.h"
#include "native/symbols.h"
#include "native/wire_reader.h"

/* "T2", "main"; "3", "-1", "&node"; "load x → 0 (relaxed)". */
void wire_add_thread (struct str *, uint64_t thread);
void wire_add_value (struct str *, struct symbols *, const struct wire_log_finding *, uint64_t value, uint32_t size);
void wire_add_step (struct str *, struct symbols *, const struct wire_log_finding *, const struct wire_step *, const char *object);

/* The finding as the last entry of its thread: "the assertion fails". */
const char *wire_failure_words (enum finding_kind);

#endif
