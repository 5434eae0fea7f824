// mazurka: data-race
#include <string>
#include <thread>
static std::string text = "a text that is too long to be kept inside of the string itself";
int
main ()
{
  std::thread t ([] { text[3] = 'x'; });
  std::string copy = text;
  t.join ();
}
