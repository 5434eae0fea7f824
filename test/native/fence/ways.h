/* Ways out of a program under test: each tries to change something outside of it. Run by test/native/fence.py as
 *
 *     ways NAME FOLDER VICTIM PORT PIPE ORDERS
 *
 * FOLDER has `file`, `empty/` and the socket `mail`; VICTIM is the number of another process, PORT somebody listens on;
 * PIPE and ORDERS are descriptors of the checker. Both programs print their ways, and what is to become of them, with no
 * argument:
 *
 *     memory        it is done in memory: the verdict may be ok
 *     NAME          it is refused or denied, and the result says so with this name
 *     -             the result is unknown for another reason
 */
#ifndef WAYS_H
#define WAYS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct way { const char *name, *fate; void (*go) (void); };

static const char *
path_of (char path[4096], const char *in, const char *name)
{
  snprintf (path, 4096, "%s/%s", in, name);
  return path;
}
#define at(name) path_of ((char[4096]) {""}, folder, (name))   /* until the block ends */

#ifdef FOLDER                     /* a protocol has no arguments */
static const char folder[] = FOLDER;
enum { victim = VICTIM, port = PORT, channel = 199, orders = 198 };
#else
static const char *folder;
static int victim, port, channel, orders;

static int
go_way (const struct way *ways, size_t count, int argc, char **argv)
{
  for (size_t i = 0; argc < 2 && i < count; i++)
    printf ("%s %s\n", ways[i].name, ways[i].fate);
  if (argc < 7)
    return argc != 1;
  folder = argv[2];
  victim = atoi (argv[3]);
  port = atoi (argv[4]);
  channel = atoi (argv[5]);
  orders = atoi (argv[6]);
  for (size_t i = 0; i < count; i++)
    if (!strcmp (ways[i].name, argv[1]))
      ways[i].go ();
  return 0;
}
#endif

#endif
