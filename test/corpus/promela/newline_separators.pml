/* expect: verdict=ok states=11 kinds=- */
/* A newline can end a statement. */
byte x
active proctype P()
{
  x = 1
  x = 2
  if
  :: x == 2
  :: else
  fi
  do
  :: x < 4 -> x++
  :: else -> break
  od
  assert(x == 4)
}
