/* One value of four thousand million sets a flag, which sets another one a turn later, and so on: that the last one never changes is refuted only
 * when the ones before it are known to. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint (void);
static int flag[6];

int
main (void)
{
  for (;;) {
    flag[5] |= flag[4], flag[4] |= flag[3], flag[3] |= flag[2], flag[2] |= flag[1], flag[1] |= flag[0];
    flag[0] |= __VERIFIER_nondet_uint () == 123456789u;
    assert (!flag[5]);
  }
}
