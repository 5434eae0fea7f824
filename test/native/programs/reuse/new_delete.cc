/* mazurka: assertion */
#include <atomic>
#include <cassert>
struct node { int v; };
std::atomic<node *> top;
int main () { node *a = new node {1}; top = a; delete a; node *b = new node {2}; node *e = b; assert (!top.compare_exchange_strong (e, nullptr)); delete b; }
