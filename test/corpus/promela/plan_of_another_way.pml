/* expect: verdict=violation states=193 kinds=assertion */
/* The process of the choice is planned with what comes after its first way; after
 * the second the assertion fails, and what was planned then is not there. */
byte y, w, a[2];

active proctype chooser ()
{
  if
  :: skip; skip
  :: a[0] = 2
  fi;
  (w != 1)
}

active proctype reader ()
{
  y = (a[0] + 1) % 3
}

active [2] proctype checker ()
{
  byte i = 1;
  assert (a[0] != 2 || a[i] != 0 || w == 1);
  w = w
}
