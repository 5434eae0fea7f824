/* Which files may be shown as sources.
 *
 * A model or a program itself says where its lines come from (`# 1 "/etc/passwd"`), so its file names are not trusted. A
 * file is shown if it was an input or if the compiler reports that it has read it. Files are identified by device and
 * inode, not by name.
 *
 *     sources_add (file)            an input
 *     sources_list_begin (&list); child.environment = list.environment; ...; sources_list_end (&list);
 *                                   the files that a compiler reads, listed by gcc and clang as their environment or flags request
 *     f = sources_open (file)       NULL: it may not be shown
 *
 * There is one set for the process, like its open files: code that compiles adds files, code that prints positions queries
 * it. */
#ifndef BASE_SOURCES_H
#define BASE_SOURCES_H

#include <stdbool.h>
#include <stdio.h>

void sources_add (const char *file);
/* For an executable that was built earlier it is unknown which files its compiler read: files with the names of sources may
 * be shown. */
void sources_add_named (void);
struct sources_list {
  int of_gcc, of_clang;
  char gcc[64], clang[64];
  const char *environment[2];
  const char *flags[4];           /* for clang, whose list by environment trusts line markers; of several sources the last counts */
};
bool sources_list_begin (struct sources_list *);      /* false: errno says why */
void sources_list_end (struct sources_list *);
FILE *sources_open (const char *file);
/* Line number `line` of the file, from 1, without the newline, cut to the room; false: there is none. */
bool sources_line (const char *file, int line, char *buffer, int room);
void sources_forget (void);

#endif
