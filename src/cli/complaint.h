/* Error messages as JSON: with --json, messages are captured until the input is accepted, and if the command ends with exit
 * code 2 they are repeated as a JSON object. */
#ifndef CLI_COMPLAINT_H
#define CLI_COMPLAINT_H

struct complaint {
  int kept, real;                 /* messages go to `kept` instead of standard error (`real`); -1: not captured */
  const char *path;               /* of the object; "": standard output; NULL: not requested */
  char *text;                     /* the captured messages */
};

/* Looks for --json among the arguments. */
void complaint_begin (struct complaint *, int argc, char **argv);
/* The input is accepted: later messages are not captured. */
void complaint_pass (struct complaint *);
/* The same for the one that captures now, if there is one, in a process that ends before it knows. */
void complaint_pass_all (void);
/* The descriptor of standard error itself, whoever captures messages. */
int complaint_stderr (void);
/* Ends the capture, with this exit code. */
void complaint_end (struct complaint *, int code);

#endif
