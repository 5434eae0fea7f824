/* mazurka: ok */
/* A thread that runs on and on waits for nobody: that is no deadlock. */
int main (void) { for (;;) ; }
