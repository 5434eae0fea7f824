/* Growing vectors of any element type.
 *
 *     VEC (int) v = {0};            an empty vector
 *     VEC_PUSH (v, 3);              v.data[0] == 3, v.count == 1
 *     VEC_FREE (v);
 *
 * Growing moves the elements: keep indices, never pointers, across a push.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <assert.h>

#include "base/mem.h"

#define VEC(type)       \
  struct {              \
    type *data;         \
    size_t count, room; \
  }

#define VEC_RESERVE(v, n)                                                     \
  do {                                                                        \
    size_t vec_need = (n);                                                    \
    if (vec_need > (v).room) {                                                \
      size_t vec_room = (v).room ? (v).room : 8;                              \
      while (vec_room < vec_need)                                             \
        vec_room *= 2;                                                        \
      (v).data = mem_realloc ((v).data, vec_room * sizeof *(v).data);         \
      (v).room = vec_room;                                                    \
    }                                                                         \
  } while (0)

#define VEC_PUSH(v, ...)                \
  do {                                  \
    VEC_RESERVE (v, (v).count + 1);     \
    (v).data[(v).count++] = __VA_ARGS__; \
  } while (0)

#define VEC_LAST(v) ((v).data[(v).count - 1])
#define VEC_POP(v) ((v).data[--(v).count])

/* Moves the elements to an arena: `to` points to them, `n` is how many. */
#define VEC_MOVE(v, arena, to, n)                                               \
  do {                                                                          \
    (to) = arena_copy ((arena), (v).data, (v).count * sizeof *(v).data);        \
    (n) = (__typeof__ (n)) (v).count;                                           \
    assert ((size_t) (n) == (v).count);                                         \
    VEC_FREE (v);                                                               \
  } while (0)

#define VEC_FREE(v)        \
  do {                     \
    mem_free ((v).data);   \
    (v).data = NULL;       \
    (v).count = (v).room = 0; \
  } while (0)

#endif
