/* mazurka: assertion "all of them" */
/* Bit fields in 3, 5, 6 and 7 bytes leave what follows them alone. */
#include <assert.h>
static struct {unsigned a : 20, b : 4; unsigned char c;} three;
static struct {unsigned long a : 36; unsigned char c;} five;
static struct {unsigned long a : 41; unsigned short c;} six;
static struct __attribute__ ((packed)) {unsigned long a : 50; unsigned char c;} seven;
int
main (void)
{
  struct {unsigned a : 20, b : 4; unsigned char c;} local;
  three.c = five.c = seven.c = 7;
  six.c = 7;
  local.c = 7;
  three.a = 5;
  five.a = 5;
  six.a = 5;
  seven.a = 5;
  local.a = 5;
  local.b = 1;
  assert ((three.c != 7 || five.c != 7 || six.c != 7 || seven.c != 7 || local.c != 7 || three.a != 5 || five.a != 5 || six.a != 5 || seven.a != 5) && "all of them");
  return 0;
}
