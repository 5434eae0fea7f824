/* mazurka: unknown "calls itself" */
static volatile int n = 20;
static int down (int k) { return k ? down (k - 1) : 0; }
int main (void) { return down (n); }
