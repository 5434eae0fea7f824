/* Ways in which C++ programs touch memory (accesses_run.h, accesses.py). */
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cxxabi.h>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <string.h>

struct big { long x[5]; };
struct small { int x; };
struct base { long x; char y; };
struct derived : base { char z; };
struct counted { long x[5]; counted () : x {} {} counted (const counted &o) { std::copy (o.x, o.x + 5, x); } counted &operator= (const counted &) = default; ~counted () {} };
struct with_default { int a = 1; std::array<int, 8> b {}; };

big shared_big;
small shared_small;
derived shared_derived, source_derived;
counted shared_counted;
with_default shared_default;
std::array<int, 8> shared_array;
char room[64];
std::unique_ptr<big> owned = std::make_unique<big> ();
std::optional<big> maybe;
std::vector<int> vec (8);
volatile int sink, poked;
int zero;
std::list<int> numbers (4, 1), more (2, 1);
std::list<int>::iterator inside;
std::map<int, int> tree;
std::map<int, int>::iterator at;
std::thread *ending;
std::string text (60, 'x');
int status;

__attribute__ ((noinline)) static big make (int throws) { if (throws) throw 1; big b {}; b.x[4] = 3; return b; }
__attribute__ ((noinline)) static counted make_counted () { counted c; c.x[4] = 3; return c; }
__attribute__ ((noinline)) static long use (big b) { return b.x[0]; }
__attribute__ ((noinline)) static long use_counted (counted c) { return c.x[0]; }
__attribute__ ((noinline)) static small make_small () { return {4}; }
__attribute__ ((noinline)) static derived make_derived () { return {}; }
struct caller { big b; virtual big get () { return b; } virtual ~caller () {} };
static caller a_caller;
struct releases { ~releases () { sink = 1; } };

/* A call that throws assigns nothing. */
#ifdef NOTHING
#define CASES \
  WRITES (thrown_result, shared_big.x[4], try { shared_big = make (1); } catch (int) { sink = 3; })
#else
#define CASES \
  WRITES (result, shared_big.x[4], shared_big = make (0)) \
  WRITES (result_small, shared_small.x, shared_small = make_small ()) \
  WRITES (result_in_try, shared_big.x[4], try { shared_big = make (0); } catch (int) { sink = 2; }) \
  WRITES (result_with_cleanup, shared_big.x[4], releases r; shared_big = make (0)) \
  WRITES (result_owned, owned->x[4], *owned = make (0)) \
  WRITES (result_virtual, shared_big.x[4], caller *volatile c = &a_caller; shared_big = c->get ()) \
  WRITES (result_lambda, shared_big.x[4], auto f = [] { return make (0); }; shared_big = f ()) \
  WRITES (result_class, shared_counted.x[4], shared_counted = make_counted ()) \
  WRITES (result_placed, room[32], new (room) big (make (0))) \
  WRITES (result_class_placed, room[32], new (room) counted (make_counted ())) \
  WRITES (result_derived, shared_derived.z, shared_derived = make_derived ()) \
  READS (argument, shared_big.x[4], sink = (int) use (shared_big)) \
  READS (argument_in_try, shared_big.x[4], try { sink = (int) use (shared_big); } catch (...) { }) \
  READS (argument_class, shared_counted.x[4], sink = (int) use_counted (shared_counted)) \
  READS (argument_owned, owned->x[4], sink = (int) use (*owned)) \
  WRITES (base_part, shared_derived.y, static_cast<base &> (shared_derived) = source_derived) \
  WRITES (zeroed, room[30], new (room) int[16] ()) \
  WRITES (zeroed_object, room[4], new (room) with_default ()) \
  WRITES (assign_default, shared_default.b[7], shared_default = with_default ()) \
  WRITES (array_fill, shared_array[7], shared_array.fill (3)) \
  WRITES (array_copy, shared_array[7], std::array<int, 8> t {}; shared_array = t) \
  WRITES (std_copy, shared_array[7], int t[8] = {}; std::copy (t, t + 8, shared_array.begin ())) \
  WRITES (std_fill, room[10], std::fill (room, room + 16, 'x')) \
  READS (std_equal, room[1], sink = std::equal (room, room + 2, room + 32)) \
  WRITES (vector_fill, vec[7], std::fill (vec.begin (), vec.end (), 3)) \
  READS (vector_copy, vec[7], std::vector<int> t (vec); sink = t[0]) \
  WRITES (optional_store, *maybe, maybe = make (0)) \
  READS (thrown, shared_big.x[4], try { throw shared_big; } catch (const big &) { }) \
  WRITES (list_splice, numbers, std::list<int> t (1, 1); numbers.splice (numbers.begin (), t)) \
  WRITES (list_splice_from, more, numbers.splice (numbers.begin (), more)) \
  WRITES (list_sort, numbers, numbers.front () = 9; numbers.sort ()) \
  WRITES (list_reverse, *((char *) &*inside - 16), numbers.reverse ()) \
  WRITES (list_swap, *((char *) &more.back () - 16), numbers.swap (more)) \
  WRITES (tree_insert, *(char *) (++at, &at), tree[100] = 1) \
  WRITES (tree_erase, *(char *) (--at, &at), tree.erase (31)) \
  WRITES (thread_join, *ending, ending->join ()) \
  WRITES (thread_detach, *ending, ending->detach ()) \
  WRITES (demangle, status, std::free (abi::__cxa_demangle ("_ZSt3cin", nullptr, nullptr, &status))) \
  READS (error_text, room[0], try { throw std::out_of_range (room); } catch (const std::exception &) { }) \
  READS (error_string, text[3], try { throw std::runtime_error (text); } catch (const std::exception &) { })
#endif

#define PREPARE                                   \
  maybe.emplace ();                               \
  for (int i = 0; i < 32; i++)                    \
    tree[i] = 1;                                  \
  at = tree.find (15);                            \
  inside = ++numbers.begin ();                    \
  if (strstr (argv[1], "thread_"))                \
    ending = new std::thread ([] {});
#include "accesses_run.h"
