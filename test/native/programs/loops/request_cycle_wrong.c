/* mazurka: assertion "!request" */
/* The server answers before it takes the request away. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int request, answer;
static void *server (void *u)
{
  for (;;)
    if (request) {

      answer = 1;
      request = 0;
    }
  return u;
}
static void *client (void *u)
{
  for (;;) {
    request = 1;
    while (!answer) {}
    assert (!request);
    answer = 0;
  }
  return u;
}
int main (void)
{
  pthread_t s, c;
  pthread_create (&s, NULL, server, NULL);
  pthread_create (&c, NULL, client, NULL);
  pthread_join (c, NULL);
  pthread_join (s, NULL);
}
