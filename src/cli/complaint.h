/* Messages about the input, for those who asked for JSON: what is said until the
 * input is understood is kept, and if the command ends with exit code 2 it is told
 * once more as an object. */
#ifndef CLI_COMPLAINT_H
#define CLI_COMPLAINT_H

struct complaint {
  int kept, real;                 /* what is said goes to `kept`, instead of standard error, `real`; -1: it does not */
  const char *path;               /* of the object; "": standard output; NULL: nobody wants it */
  char *text;                     /* what was said */
};

/* Looks for --json among the words. */
void complaint_begin (struct complaint *, int argc, char **argv);
/* The input is understood: what is said from here on goes where it should. */
void complaint_pass (struct complaint *);
/* The end, with this exit code. */
void complaint_end (struct complaint *, int code);

#endif
