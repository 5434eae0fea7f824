/* What a program did that the checker did not see: calls of functions without
 * instrumentation, objects that were linked so, assembly. Each costs the ok,
 * unless the user vouches for it by name (--trust). */
#ifndef CLI_TRUST_H
#define CLI_TRUST_H

#include "base/options.h"
#include "model/result.h"
#include "native/symbols.h"
#include "native/wire_reader.h"

/* Takes the ok away, with the reason, if something was not seen; names all of it on standard error.
 * Returns whether the compiler left accesses out: that is assumed to do no harm. */
bool trust_judge (const struct options *, const struct wire_log *, struct symbols *, const char *executable, struct result *);

/* What the runtime must know of it: whether there are such objects or assembly, and what the user vouches for. */
void trust_order (const struct options *, const char *executable, struct wire_orders *);

#endif
