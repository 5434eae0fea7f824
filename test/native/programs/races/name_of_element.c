/* mazurka: data-race "'grid[1][2].right[3]'" */
#include <pthread.h>
struct cell { char left; int right[5]; };
struct cell grid[3][4];
static void *work (void *unused) { grid[1][2].right[3] = 1; return unused; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  grid[1][2].right[3] = 2;
  pthread_join (t, NULL);
  return 0;
}
