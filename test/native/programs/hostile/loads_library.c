/* mazurka: unknown "dlopen is not supported" */
#include <dlfcn.h>
int
main (void)
{
  return !dlopen ("libm.so.6", RTLD_NOW);
}
