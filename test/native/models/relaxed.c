/* mazurka: unknown "memory_order_seq_cst" */
#include <stdatomic.h>
static atomic_int x;
int main (void) { return atomic_load_explicit (&x, memory_order_relaxed); }
