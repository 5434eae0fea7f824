/* Streams over files, one of each function, and what fails. */

#include "say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

#define NAME "calls-stream"

int _IO_getc (FILE *);
int _IO_putc (int, FILE *);

static int
print (FILE *f, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = vfprintf (f, format, args);
  va_end (args);
  return n;
}

static int
print_to (char *to, size_t room, int how, const char *format, ...)
{
  va_list args;
  char *made = NULL;
  va_start (args, format);
  int n = how == 0 ? vsnprintf (to, room, format, args) : how == 1 ? vsprintf (to, format, args) : how == 2 ? vasprintf (&made, format, args) : how == 3 ? vprintf (format, args) : vdprintf (1, format, args);
  va_end (args);
  free (made);
  return n;
}

static int
print_wide (wchar_t *to, size_t room, const wchar_t *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = to ? vswprintf (to, room, format, args) : vwprintf (format, args);
  va_end (args);
  return n;
}

static int
scan (const char *text, FILE *f, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = text ? vsscanf (text, format, args) : vfscanf (f, format, args);
  va_end (args);
  return n;
}

static int
scan_input (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = vscanf (format, args);
  va_end (args);
  return n;
}

static void
say_writing (FILE *f)
{
  SAY (fputc ('a', f));
  SAY (fputc_unlocked ('b', f));
  SAY (putc ('c', f));
  SAY (putc_unlocked ('d', f));
  SAY (_IO_putc ('e', f));
  SAY (putw (0x41424344, f));
  SAY (fputs ("fgh", f) >= 0);
  SAY (fputs_unlocked ("i\n", f) >= 0);
  SAY (fwrite ("12345", 1, 5, f));
  SAY (fwrite_unlocked ("12345", 5, 0, f));
  SAY (fprintf (f, " %d %s\n", 5, "x"));
  SAY (print (f, "%d\n", 77));
  SAY (ftell (f));
  SAY (ftello (f));
  SAY (ftello64 (f));
  SAY (fflush (f));
  SAY (fflush_unlocked (f));
  SAY (fgetc (f));
  SAY (fileno (f) == fileno_unlocked (f));
}

static void
say_reading (FILE *f)
{
  char text[64] = "", *line = NULL;
  size_t room = 0;
  int n = 0, m = 0;
  fpos_t at;
  SAY (fseek (f, 0, SEEK_SET));
  SAY (fseek (f, -5, SEEK_SET));
  SAY (fseek (f, 0, 77));
  SAY (fseeko (f, 0, SEEK_SET));
  SAY (fseeko64 (f, 0, SEEK_SET));
  SAY (fgetc (f));
  SAY (fgetc_unlocked (f));
  SAY (getc (f));
  SAY (getc_unlocked (f));
  SAY (_IO_getc (f));
  SAY (getw (f));
  SAY (ungetc ('Z', f));
  SAY (fgetc (f));
  SAY_TEXT (fgets (text, 3, f));
  SAY_TEXT (fgets_unlocked (text, 30, f));
  SAY (fgetpos (f, &at));
  SAY (fread (text, 1, 5, f));
  SAY (fsetpos (f, &at));
  SAY (fread_unlocked (text, 1, 5, f));
  SAY (getline (&line, &room, f));
  SAY_TEXT (line);
  SAY (getdelim (&line, &room, '7', f));
  SAY (fscanf (f, "%d", &n));
  SAY (n);
  SAY (scan (NULL, f, "%d", &n));
  SAY (feof (f));
  SAY (feof_unlocked (f));
  SAY (ferror (f));
  SAY (ferror_unlocked (f));
  clearerr (f);
  SAY (feof (f));
  clearerr_unlocked (f);
  rewind (f);
  SAY (ftell (f));
  SAY (scan ("5 6", NULL, "%d %d", &n, &m));
  SAY (n * 10 + m);
  SAY (sscanf ("x", "%d", &n));
  SAY (scanf ("%d", &n));
  SAY (scan_input ("%d", &n));
  free (line);
}

void
say_streams (void)
{
  char buffer[64], text[64];
  unlink (NAME);
  SAY_POINTER (fopen ("missing", "r"));
  SAY_POINTER (fopen (NAME, "z"));
  SAY_POINTER (fopen ("", "r"));
  SAY_POINTER (fdopen (999, "r"));
  FILE *f = fopen (NAME, "w");
  say_writing (f);
  SAY (ferror (f) != 0);
  SAY (fclose (f));
  f = fopen64 (NAME, "r");
  say_reading (f);
  SAY (fputc ('a', f));
  SAY (fclose (f));
  f = fopen (NAME, "a+");
  setlinebuf (f);
  setbuffer (f, buffer, 32);
  setbuf (f, NULL);
  SAY (setvbuf (f, buffer, _IOFBF, sizeof buffer));
  SAY (setvbuf (f, buffer, 77, sizeof buffer));
  flockfile (f);
  SAY (ftrylockfile (f));
  funlockfile (f);
  funlockfile (f);
  SAY (fclose (f));
  wchar_t wide[16];
  SAY (print_wide (wide, 16, L"%d", 12345));
  SAY (print_wide (wide, 3, L"%d", 12345) < 0);
  SAY (print_wide (NULL, 0, L"%d", 12345));
  SAY (print_to (text, 4, 0, "%d", 12345));
  SAY (print_to (text, 64, 1, "%d", 12345));
  SAY (print_to (text, 64, 2, "%d", 12345));
  SAY (print_to (text, 64, 3, "%d\n", 12345));
  fflush (stdout);
  SAY (print_to (text, 64, 4, "%d\n", 12345));
  SAY_POINTER (f = tmpfile ());
  fclose (f);
  SAY_POINTER (f = tmpfile64 ());
  fclose (f);
  SAY (remove (NAME));
  SAY (remove (NAME));
}
