/* Reads a witness of SV-COMP: YAML, format 2.x (witness.c writes one).
 *
 * A violation witness is a list of segments. Each is any number of waypoints to
 * avoid and then one to follow; the last one to follow is the target, where the
 * program fails. An execution passes the segments one after the other.
 */
#ifndef REPORT_WITNESS_READ_H
#define REPORT_WITNESS_READ_H

#include <stdbool.h>

#include "base/mem.h"
#include "base/diag.h"
#include "base/vec.h"
#include "model/result.h"

enum waypoint_type { WAYPOINT_ASSUMPTION, WAYPOINT_BRANCHING, WAYPOINT_ENTER, WAYPOINT_RETURN, WAYPOINT_TARGET, WAYPOINT_TYPES };

struct waypoint {
  enum waypoint_type type;
  bool avoid;
  int segment;                    /* from 0 */
  const char *value;              /* of the constraint; NULL: it has none */
  struct pos pos;                 /* in the program, as given in the witness; col 0: leftmost */
  struct pos here;                /* in the witness */
};

struct witness_file {
  VEC (struct waypoint) points;   /* the last one is the target */
  int segments;
  enum finding_kind kind;         /* what is violated */
  VEC (const char *) hashes;      /* SHA-256 of the program's files */
  int invariants;                 /* number of invariants in a correctness witness, which has no waypoints */
  struct arena arena;
};

/* False after a located message; release in both cases. */
bool witness_read (const char *path, struct witness_file *, struct diag *);
void witness_release (struct witness_file *);

#endif
