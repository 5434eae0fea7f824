/* mazurka: unknown "not translated" */
static volatile double x;
int main (void) { return x * 2 < 3; }
