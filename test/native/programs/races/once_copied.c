/* mazurka: data-race "'once'" */
/* So is a plain read: the object is copied while another thread may be inside. */
#include <threads.h>
static once_flag once = ONCE_FLAG_INIT;
static once_flag copy;
static void f (void) {}
static int uses (void *a) { (void) a; call_once (&once, f); return 0; }
static int copies (void *a) { (void) a; copy = once; return 0; }
int
main (void)
{
  thrd_t t, u;
  thrd_create (&t, uses, NULL);
  thrd_create (&u, copies, NULL);
  thrd_join (t, NULL);
  thrd_join (u, NULL);
}
