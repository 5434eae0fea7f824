/* A program that says to its supervisor whatever a file has in it, sealed as its own; or, for recording what another program
 * says, that says its orders as a note in hexadecimal digits, and outside of the checker starts the other one with them:
 *
 *     wire_speaker FILE
 *     wire_speaker orders
 *     wire_speaker FILE PROGRAM ORDERS
 *
 * The checker takes it for a program that was made by `mazurka cc` (badinput_wire.py). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "native/seal.h"
#include "native/wire.h"

extern const char mazurka_runtime_version[];
const char mazurka_runtime_version[] = "mazurka runtime 1";
int turn;                         /* of the formula that is checked */

/* Copies so many bytes, or what there is. */
static bool
say_bytes (FILE *from, int out, FILE *copy, size_t bytes)
{
  char buffer[4096];
  size_t n = 1;
  for (; bytes && n; bytes -= n) {
    n = fread (buffer, 1, bytes < sizeof buffer ? bytes : sizeof buffer, from);
    if (copy)
      fwrite (buffer, 1, n, copy);
    if (write (out, buffer, n) < (ssize_t) n)
      return false;
  }
  return !bytes;
}

static void
say (FILE *from, int out, FILE *copy, const uint64_t nonce[2])
{
  struct wire_record r;
  for (uint64_t number = 0; fread (&r, sizeof r, 1, from) == 1; number++) {
    if (copy)
      fwrite (&r, sizeof r, 1, copy);
    r.seal = seal_make (nonce, number, r.type, r.bytes);
    if (write (out, &r, sizeof r) < (ssize_t) sizeof r || !say_bytes (from, out, copy, r.bytes))
      break;
  }
}

static void
say_orders (int in, int out)
{
  struct wire_orders o;
  static char text[2 * sizeof o];
  if (pread (in, &o, sizeof o, 0) != sizeof o)
    return;
  struct wire_record r = {WIRE_NOTE, sizeof text, seal_make (o.nonce, 0, WIRE_NOTE, sizeof text)};
  memset (o.nonce, 0, sizeof o.nonce);
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = "0123456789abcdef"[((unsigned char *) &o)[i / 2] >> (i % 2 ? 0 : 4) & 15];
  if (write (out, &r, sizeof r) == sizeof r && write (out, text, sizeof text) < 0)
    _exit (2);
}

/* A program with these orders; what it says. */
static FILE *
start (const char *program, const char *orders)
{
  int ends[2], in = memfd_create ("orders", 0);
  char where[40];
  unsigned byte;
  for (; sscanf (orders, "%2x", &byte) == 1 && write (in, &(char) {(char) byte}, 1) == 1; orders += 2)
    ;
  if (in < 0 || pipe (ends))
    return NULL;
  if (!fork ()) {
    snprintf (where, sizeof where, "%d,%d", in, ends[1]);
    setenv (WIRE_VARIABLE, where, 1);
    execl (program, program, (char *) NULL);
    _exit (127);
  }
  close (ends[1]);
  return fdopen (ends[0], "r");
}

static int
record (char **argv)
{
  FILE *from = start (argv[2], argv[3]), *copy = fopen (argv[1], "wb");
  if (!from || !copy)
    return 2;
  say (from, open ("/dev/null", O_WRONLY), copy, (uint64_t[2]) {0});
  fclose (copy);
  while (wait (NULL) > 0)
    ;
  return 0;
}

int
main (int argc, char **argv)
{
  int in, out;
  const char *where = getenv (WIRE_VARIABLE);
  if (argc == 4)
    return record (argv);
  if (argc < 2 || !where || sscanf (where, "%d,%d", &in, &out) < 2)
    return 2;
  if (!strcmp (argv[1], "orders")) {
    say_orders (in, out);
    return 0;
  }
  struct wire_orders o;
  FILE *from = fopen (argv[1], "rb");
  if (!from || pread (in, &o, sizeof o, 0) != sizeof o)
    return 2;
  say (from, out, NULL, o.nonce);
  return 0;
}
