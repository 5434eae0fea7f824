/* States of a product: numbered, found again, and not more than there is room for. */
#include "check.h"
#include "search/pairs.h"

int
main (void)
{
  enum { PARTS = 40, STATES = 50 };
  struct pairs p;
  bool is_new;
  pairs_init (&p, PARTS * STATES);
  for (uint32_t i = 0; i < PARTS * STATES; i++) {
    state_id id = pairs_put (&p, i % PARTS, i / PARTS, &is_new);
    HOLD (id == i && is_new);
  }
  CHECK_HELD ("new pairs are numbered in order");
  for (uint32_t i = 0; i < PARTS * STATES; i++) {
    struct pair pair = pairs_get (&p, i);
    HOLD (pair.part == i % PARTS && pair.q == i / PARTS);
    HOLD (pairs_put (&p, i % PARTS, i / PARTS, &is_new) == i && !is_new);
  }
  CHECK_HELD ("every pair is found under its number");
  CHECK (pairs_put (&p, PARTS, 0, &is_new) == STATE_NONE && !is_new);
  CHECK (pairs_put (&p, 0, STATES, &is_new) == STATE_NONE && !is_new);
  CHECK (pairs_put (&p, 1, 1, &is_new) == PARTS + 1 && !is_new);
  pairs_release (&p);
  return check_end ();
}
