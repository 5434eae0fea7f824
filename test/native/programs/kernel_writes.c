/* mazurka: ok, 1 execution */
/* The kernel writes to globals that nobody has written to yet. */
#include <assert.h>
#include <sys/utsname.h>
#include <unistd.h>
static struct {
  char before[8192];
  struct utsname name;
  char after[8192];
  char directory[4096];
} g;
int
main (void)
{
  int failed = uname (&g.name);
  assert (!failed);
  assert (getcwd (g.directory, sizeof g.directory));
  return 0;
}
