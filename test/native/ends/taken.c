/* Calls by which libc takes something from the kernel: mappings of a locale, of converters and their libraries, of the names of
 * users; descriptors. Two threads make several executions of it. */
#define _GNU_SOURCE
#include <locale.h>
#include <iconv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <pwd.h>
#include <stdlib.h>
#include <netdb.h>
#include <libintl.h>
#include <nl_types.h>
#include <wordexp.h>
#include <stdio.h>
static atomic_int x;
static void *t (void *a) { for (int i = 0; i < ROUNDS; i++) x++; return a; }
int main (int n, char **v) {
  switch (atoi (v[1])) {
  case 0: setlocale (LC_ALL, "C.UTF-8"); break;
  case 1: newlocale (LC_ALL_MASK, "C.UTF-8", 0); break;
  case 2: iconv_open ("UTF-16", "ISO-8859-1"); break;
  case 3: setenv ("TZ", "Europe/Rome", 1); tzset (); break;
  case 4: getpwuid (0); break;
  case 5: setservent (1); getservent (); break;
  case 6: bindtextdomain ("x", "/tmp"); textdomain ("x"); gettext ("abc"); break;
  case 7: catopen ("x", 0); break;
  case 8: freelocale (newlocale (LC_ALL_MASK, "C.UTF-8", 0)); break;
  case 9: iconv_close (iconv_open ("UTF-16", "ISO-8859-1")); break;
  case 10: setpwent (); getpwent (); break;
  case 11: fopen ("/etc/passwd", "r"); break;
  }
  pthread_t p[2]; for (int i = 0; i < 2; i++) pthread_create (&p[i], 0, t, 0); for (int i = 0; i < 2; i++) pthread_join (p[i], 0); return 0; }
