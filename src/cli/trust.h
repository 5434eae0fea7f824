/* Code that the checker did not see: calls of functions without instrumentation, objects linked without it, assembly. Each
 * makes the verdict unknown, unless the user vouches for it by name (--trust). */
#ifndef CLI_TRUST_H
#define CLI_TRUST_H

#include "base/options.h"
#include "model/result.h"
#include "native/symbols.h"
#include "native/wire_reader.h"

/* Makes ok unknown, with the reason, if something was not seen; lists all of it on standard error. Sets the accesses that
 * the compiler did not instrument: they are assumed harmless. */
struct trust_gaps {
  bool left_out;                  /* accesses without instrumentation */
  bool no_zones;                  /* objects without red zones around them */
};
void trust_judge (const struct options *, const struct wire_log *, struct symbols *, const char *executable, struct result *, struct trust_gaps *);

/* Orders for the runtime: whether there are such objects or assembly, and what the user vouches for. */
void trust_order (const struct options *, const char *executable, struct wire_orders *);

#endif
