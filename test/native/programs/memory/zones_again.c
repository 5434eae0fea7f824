/* mazurka: ok */
/* options: --cflags=-O0 */
/* raise makes the exploration start again, from the middle of a frame with zones; another frame lies there then. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
static volatile sig_atomic_t handled;
static void count (int number) { handled += number == SIGUSR1; }
static void
look (void)
{
  struct sigaction new = {.sa_handler = count, .sa_flags = SA_RESTART}, old;
  memset (&old, 0x55, sizeof old);
  sigaction (SIGUSR1, &new, NULL);
  sigaction (SIGUSR1, NULL, &old);
}
static void
send (void)
{
  struct sigaction a = {.sa_handler = count};
  sigset_t set, old;
  siginfo_t got;
  int number = 0;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigaction (SIGUSR1, &a, NULL);
  printf ("%d\n", raise (SIGUSR1));
}
int
main (void)
{
  look ();
  send ();
}
