/* Masks, handlers, stacks for handlers, signals that are sent. */

#include "say.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static void count (int number) { handled = handled * 10 + (number == SIGUSR1 ? 1 : 2); }
static void count_info (int number, siginfo_t *info, void *unused) { (void) unused; handled = handled * 10 + (info->si_signo == number ? 3 : 4); }

static char stack[1 << 16];

static void
say_stack (void *at, size_t bytes, int flags)
{
  stack_t new = {.ss_sp = at, .ss_size = bytes, .ss_flags = flags}, old = {.ss_flags = 77};
  printf ("a stack of %zu bytes, flags %x\n", bytes, (unsigned) flags);
  SAY (sigaltstack (&new, NULL));
  SAY (sigaltstack (NULL, &old));
  SAY (old.ss_sp == at);
  SAY (old.ss_size);
  SAY (old.ss_flags);
}

static void *
say_stacks (void *unused)
{
  stack_t old = {0}, new = {.ss_sp = stack, .ss_size = sizeof stack};
  SAY (sigaltstack (NULL, NULL));
  SAY (sigaltstack (NULL, &old));
  SAY (old.ss_flags);
  SAY (old.ss_size);
  say_stack (stack, sizeof stack, 0);
  say_stack (stack + 4096, 32768, SS_ONSTACK);
  say_stack (stack, 100, 0);
  say_stack (stack, 2048, 0);
  say_stack (stack, 2047, 0);
  say_stack (stack, sizeof stack, 77);
  say_stack (stack, sizeof stack, -1);
  say_stack (stack, sizeof stack, (int) (1u << 31));
  say_stack (stack, 0, SS_DISABLE);
  SAY (sigaltstack (&new, &old));
  SAY (old.ss_flags);
  SAY (sigaltstack (&old, &new));
  SAY (new.ss_size);
  new.ss_flags = 0;
  sigaltstack (&new, NULL);
  return unused;
}

static void
say_action (int number)
{
  struct sigaction new = {.sa_handler = count, .sa_flags = SA_RESTART}, old;
  sigset_t some;
  printf ("signal %d\n", number);
  sigemptyset (&new.sa_mask);
  sigaddset (&new.sa_mask, SIGKILL);
  sigaddset (&new.sa_mask, SIGUSR2);
  memset (&old, 0x55, sizeof old);
  SAY (sigaction (number, &new, NULL));
  if (sigaction (number, NULL, &old))
    return;
  some = old.sa_mask;
  SAY (old.sa_handler == count);
  SAY (old.sa_flags);
  SAY (sigismember (&some, SIGKILL));
  SAY (sigismember (&some, SIGUSR2));
  new.sa_handler = SIG_DFL;
  new.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESETHAND | SA_ONSTACK | SA_NOCLDSTOP;
  SAY (sigaction (number, &new, &old));
  SAY (sigaction (number, NULL, &old));
  SAY (old.sa_flags);
  SAY (old.sa_handler == SIG_DFL);
  new.sa_flags = 0;
  sigaction (number, &new, NULL);
}

static void
say_handlers (void)
{
  static const int numbers[] = {0, -1, SIGUSR1, SIGKILL, SIGSTOP, SIGCHLD, 31, 32, 33, 34, 64, 65, 1000};
  struct sigaction old;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    say_action (numbers[i]);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    printf ("signal (%d): %d\n", numbers[i], signal (numbers[i], SIG_IGN) == SIG_ERR);
    signal (numbers[i], SIG_DFL);
  }
  SAY (signal (SIGUSR1, SIG_ERR) == SIG_ERR);
  SAY (signal (SIGUSR1, count) == SIG_DFL);
  SAY (sigaction (SIGUSR1, NULL, &old));
  SAY (old.sa_flags);
  SAY (sigismember (&old.sa_mask, SIGUSR1));
  SAY (bsd_signal (SIGUSR1, SIG_IGN) == count);
  SAY (ssignal (SIGUSR1, SIG_DFL) == SIG_IGN);
  SAY (sysv_signal (SIGUSR1, count) == SIG_DFL);
  SAY (sigaction (SIGUSR1, NULL, &old));
  SAY (old.sa_flags);
  SAY (__sysv_signal (SIGUSR1, SIG_DFL) == count);
}

static void
say_masks (void)
{
  static const int hows[] = {SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK, -1, 77};
  sigset_t all, set, old, before;
  sigfillset (&all);
  SAY (pthread_sigmask (SIG_BLOCK, NULL, &before));
  for (size_t i = 0; i < sizeof hows / sizeof *hows; i++) {
    printf ("how %d\n", hows[i]);
    sigemptyset (&set);
    sigaddset (&set, SIGUSR2);
    SAY (pthread_sigmask (hows[i], &set, &old));
    SAY (sigprocmask (hows[i], &set, &old));
    SAY (pthread_sigmask (hows[i], NULL, &old));
    SAY (sigismember (&old, SIGUSR2));
  }
  SAY (sigprocmask (SIG_SETMASK, &all, NULL));
  SAY (sigprocmask (0, NULL, &old));
  for (int i = 1; i < 65; i++)
    printf ("%d", i == 32 || i == 33 ? 0 : sigismember (&old, i));
  printf (" %lx\n", *(unsigned long *) &old);
  SAY (sigaddset (&set, 0));
  SAY (sigaddset (&set, 65));
  SAY (sigdelset (&set, -1));
  SAY (sigismember (&set, 65));
  SAY (sigprocmask (SIG_SETMASK, &before, NULL));
}

static void
say_sent (void)
{
  struct sigaction a = {.sa_handler = count}, info = {.sa_sigaction = count_info, .sa_flags = SA_SIGINFO};
  sigset_t set, old;
  siginfo_t got;
  struct timespec none = {0}, bad = {.tv_nsec = 1000000000};
  int number = 0;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigaction (SIGUSR1, &a, NULL);
  sigaction (SIGUSR2, &info, NULL);
  SAY (raise (SIGUSR1));
  SAY (handled);
  SAY (kill (getpid (), SIGUSR2));
  SAY (handled);
  SAY (gsignal (SIGUSR1));
  SAY (pthread_kill (pthread_self (), SIGUSR1));
  SAY (handled);
  SAY (raise (0));
  SAY (raise (65));
  SAY (raise (32));
  SAY (raise (33));
  SAY (raise (-1));
  SAY (kill (getpid (), 65));
  SAY (kill (getpid (), 0));
  SAY (kill (0, 0));
  SAY (pthread_kill (pthread_self (), 0));
  SAY (pthread_kill (pthread_self (), 65));
  SAY (pthread_kill (pthread_self (), 32));
  pthread_sigmask (SIG_BLOCK, &set, &old);
  SAY (raise (SIGUSR1));
  SAY (sigpending (&set));
  SAY (sigismember (&set, SIGUSR1));
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  SAY (sigwait (&set, &number));
  SAY (number);
  SAY (sigtimedwait (&set, &got, &none));
  SAY (sigtimedwait (&set, &got, &bad));
  SAY (raise (SIGUSR1));
  SAY (sigwaitinfo (&set, &got));
  SAY (got.si_signo);
  SAY (raise (SIGUSR1));
  SAY (sigtimedwait (&set, NULL, &none));
  SAY (raise (SIGUSR1));
  sigemptyset (&set);
  SAY (sigsuspend (&set));
  SAY (handled);
  SAY (raise (SIGUSR1));
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  SAY (handled);
  signal (SIGUSR1, SIG_DFL);
  signal (SIGUSR2, SIG_DFL);
}

void
say_timers (void)
{
  struct itimerval t = {.it_value = {.tv_sec = 1000}, .it_interval = {.tv_sec = 5}}, old = {0}, bad = {.it_value = {.tv_usec = 1000000}};
  SAY (alarm (0));
  SAY (alarm (1000));
  SAY (alarm (0) > 990);
  SAY (setitimer (77, &t, NULL));
  SAY (setitimer (ITIMER_REAL, &bad, NULL));
  SAY (setitimer (ITIMER_REAL, &t, NULL));
  SAY (getitimer (ITIMER_REAL, &old));
  SAY (old.it_value.tv_sec > 990);
  SAY (old.it_interval.tv_sec);
  SAY (getitimer (77, &old));
  memset (&t, 0, sizeof t);
  SAY (setitimer (ITIMER_REAL, &t, &old));
  SAY (old.it_interval.tv_sec);
  SAY (alarm (0));
}

void
say_signals (void)
{
  pthread_t t;
  say_stacks (NULL);
  pthread_create (&t, NULL, say_stacks, NULL);
  pthread_join (t, NULL);
  say_handlers ();
  say_masks ();
  say_sent ();
}
