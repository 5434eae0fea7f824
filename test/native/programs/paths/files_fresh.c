/* mazurka: ok, 24 executions */
/* What one execution makes, changes and removes is not there in the next. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static atomic_int x;
static void *
work (void *unused)
{
  atomic_fetch_add (&x, 1);
  return unused;
}
static int
entries (const char *path)
{
  DIR *d = opendir (path);
  int n = 0;
  for (struct dirent *e; (e = readdir (d));)
    n += e->d_name[0] != '.';
  closedir (d);
  return n;
}
int
main (void)
{
  pthread_t t[4];
  struct stat s;
  char text[16] = "", path[] = "mazurka-test-dir/fileXXXXXX";
  assert (stat ("mazurka-test-dir", &s) == -1 && errno == ENOENT);
  assert (mkdir ("mazurka-test-dir", 0700) == 0 && entries ("mazurka-test-dir") == 0);
  int fd = mkstemp (path);
  assert (fd >= 0 && write (fd, "hello, file", 11) == 11);
  assert (lseek (fd, -4, SEEK_CUR) == 7 && ftruncate (fd, 9) == 0);
  assert (read (fd, text, sizeof text) == 2 && !strcmp (text, "fi"));
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  assert (link (path, "mazurka-test-dir/second") == 0 && symlink ("second", "mazurka-test-dir/third") == 0);
  assert (entries ("mazurka-test-dir") == 3);
  assert (rename (path, "mazurka-test-dir/first") == 0 && stat (path, &s) == -1);
  assert (chdir ("mazurka-test-dir") == 0 && stat ("third", &s) == 0 && s.st_size == 9 && s.st_nlink == 2);
  char *map = mmap (NULL, 9, PROT_READ, MAP_PRIVATE, fd, 0);
  assert (map != MAP_FAILED && !memcmp (map, "hello, fi", 9));
  assert (truncate ("/proc/version", 0) != 0 || 1);
  assert (unlink ("third") == 0 && unlink ("first") == 0 && rmdir ("../mazurka-test-dir") == -1 && errno == ENOTEMPTY);
  FILE *f = fopen ("second", "r+");
  assert (f && fscanf (f, "hello, %15s", text) == 1 && !strcmp (text, "fi"));
  assert (fseek (f, 0, SEEK_SET) == 0 && fputs ("J", f) >= 0 && fflush (f) == 0);
  assert (pread (fd, text, 1, 0) == 1 && text[0] == 'J' && fileno (f) >= 0 && fclose (f) == 0);
  return 0;
}
