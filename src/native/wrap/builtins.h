/* Included first in every file that `mazurka cc` compiles. Attributes by which a function asks not to be
 * instrumented are replaced by one without effect, or the function's accesses would be missed. The
 * headers of the C++ library use __builtin_memcpy and the like, which gcc expands in place after
 * instrumentation if the size is small. Here they become calls, which the runtime sees. (clang
 * instruments them itself.) */
#if !defined __ASSEMBLER__ && !defined MAZURKA_BUILTINS_H
#define MAZURKA_BUILTINS_H

#define no_sanitize(...) __unused__
#define __no_sanitize__(...) __unused__
#define no_sanitize_thread __unused__
#define __no_sanitize_thread__ __unused__
#define no_sanitize_address __unused__
#define __no_sanitize_address__ __unused__
#define no_address_safety_analysis __unused__
#define __no_address_safety_analysis__ __unused__
#define disable_sanitizer_instrumentation __unused__
#define __disable_sanitizer_instrumentation__ __unused__

#ifndef __clang__

#ifdef __cplusplus
#define MAZURKA_BUILTIN(type, name, parameters, arguments)                                          \
  extern "C" type __mazurka_##name parameters __asm__ (#name);                                      \
  __attribute__ ((always_inline)) inline constexpr type __mazurka_or_##name parameters              \
  { return __builtin_is_constant_evaluated () ? __builtin_##name arguments : __mazurka_##name arguments; }
#if __cplusplus < 201103L
#define constexpr
#endif
#else
#define MAZURKA_BUILTIN(type, name, parameters, arguments) type __mazurka_or_##name parameters __asm__ (#name);
#endif

MAZURKA_BUILTIN (void *, memset, (void *__p, int __c, __SIZE_TYPE__ __n), (__p, __c, __n))
MAZURKA_BUILTIN (void *, memcpy, (void *__p, const void *__q, __SIZE_TYPE__ __n), (__p, __q, __n))
MAZURKA_BUILTIN (void *, memmove, (void *__p, const void *__q, __SIZE_TYPE__ __n), (__p, __q, __n))
MAZURKA_BUILTIN (int, memcmp, (const void *__p, const void *__q, __SIZE_TYPE__ __n), (__p, __q, __n))

#if defined __cplusplus && __cplusplus < 201103L
#undef constexpr
#endif
#undef MAZURKA_BUILTIN
#define __builtin_memset(...) __mazurka_or_memset (__VA_ARGS__)
#define __builtin_memcpy(...) __mazurka_or_memcpy (__VA_ARGS__)
#define __builtin_memmove(...) __mazurka_or_memmove (__VA_ARGS__)
#define __builtin_memcmp(...) __mazurka_or_memcmp (__VA_ARGS__)
#endif
#endif
