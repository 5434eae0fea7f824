/* mazurka: ok, 1 execution */
/* What each atomic operation gives back and leaves behind, for each size. */
#include <assert.h>
#include <stdint.h>

#define ONE(type, name, result)                                                                   \
  do {                                                                                            \
    static type shared;                                                                           \
    for (unsigned i = 0; i < 16; i++) {                                                           \
      type old = (type) (0x5aa5f00fc33c9669u >> i), value = (type) (0x123456789abcdef0u >> 2 * i), left = (type) (result);  \
      __atomic_store_n (&shared, old, __ATOMIC_SEQ_CST);                                          \
      assert (__atomic_##name (&shared, value, __ATOMIC_SEQ_CST) == old);                         \
      assert (__atomic_load_n (&shared, __ATOMIC_SEQ_CST) == left);                               \
    }                                                                                             \
  } while (0)

#define ALL(type)                             \
  do {                                        \
    ONE (type, fetch_add, old + value);       \
    ONE (type, fetch_sub, old - value);       \
    ONE (type, fetch_and, old & value);       \
    ONE (type, fetch_or, old | value);        \
    ONE (type, fetch_xor, old ^ value);       \
    ONE (type, fetch_nand, ~(old & value));   \
    ONE (type, exchange_n, value);            \
  } while (0)

int
main (void)
{
  ALL (uint8_t);
  ALL (uint16_t);
  ALL (uint32_t);
  ALL (uint64_t);
  return 0;
}
