/* Which files may be shown as sources.
 *
 * A model or a program says itself where its lines come from (`# 1 "/etc/passwd"`), so what it names proves nothing. A file is
 * shown if it was an input or if the compiler says that it has read it. Files are recognised by device and inode, not by name.
 *
 *     sources_add (file)            an input
 *     sources_list_begin (&list); child.environment = list.environment; ...; sources_list_end (&list);
 *                                   what a compiler reads: gcc and clang list it where their environment or flags say so
 *     f = sources_open (file)       NULL: it is none
 *
 * There is one set for the process, like its open files: whoever compiles adds, whoever prints a place asks, and nothing else
 * lies between the two.
 */
#ifndef BASE_SOURCES_H
#define BASE_SOURCES_H

#include <stdbool.h>
#include <stdio.h>

void sources_add (const char *file);
/* Of an executable that was built before nobody knows what its compiler read: files with names of sources are shown. */
void sources_add_named (void);
struct sources_list {
  int of_gcc, of_clang;
  char gcc[64], clang[64];
  const char *environment[2];
  const char *flags[4];           /* for clang, whose list by environment believes line markers; of several sources the last counts */
};
bool sources_list_begin (struct sources_list *);      /* false: errno says why */
void sources_list_end (struct sources_list *);
FILE *sources_open (const char *file);
/* One line of it, from 1, without the newline, cut to the room; false: there is none. */
bool sources_line (const char *file, int line, char *buffer, int room);
void sources_forget (void);

#endif
