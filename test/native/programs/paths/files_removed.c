/* mazurka: ok, 1 execution */
/* A directory that is removed while it is open has no entries, also if another one gets its name. */
#include <assert.h>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
int
main (void)
{
  assert (mkdir ("gone", 0700) == 0);
  DIR *d = opendir ("gone"), *other = opendir ("gone");
  assert (d && other && rmdir ("gone") == 0 && readdir (d) == NULL);
  assert (mkdir ("gone", 0700) == 0 && readdir (other) == NULL);
  closedir (d);
  closedir (other);
  return 0;
}
