#include "mutant.h"

#include <string.h>
#include <unistd.h>

extern char **environ;

enum mutant mutant_chosen;

static const char *const names[] = {
  "none",
#define X(name) #name,
#include "mutant_names.h"
#undef X
};

const char *
mutant_name (enum mutant m)
{
  return names[m];
}

/* The environment is read without getenv: in a program under test that may be
 * the program's own function. An unknown name ends the run, or a mistake that
 * was renamed would count as one that is not noticed. */
__attribute__ ((constructor)) static void
mutant_init (void)
{
  static const char key[] = "MAZURKA_MUTANT=", unknown[] = "MAZURKA_MUTANT names no mutant\n";
  for (char **e = environ; e && *e; e++) {
    if (strncmp (*e, key, sizeof key - 1))
      continue;
    for (int i = 0; i < MUTANT_COUNT; i++)
      if (!strcmp (*e + sizeof key - 1, names[i])) {
        mutant_chosen = (enum mutant) i;
        return;
      }
    if (write (2, unknown, sizeof unknown - 1) >= 0)
      _exit (98);
  }
}
