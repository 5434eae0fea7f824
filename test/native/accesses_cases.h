/* READS or WRITES (name, the byte that is poked, how the object is touched). */
#define CASES_CALLS \
  WRITES (result_small, small.x, small = make_small ()) \
  WRITES (result_two, two.y, two = make_two ()) \
  WRITES (result_mixed, mixed.y, mixed = make_mixed ()) \
  WRITES (result_big, big.x[4], big = make_big ()) \
  WRITES (result_odd, odd.x[2], odd = make_odd ()) \
  WRITES (result_bits, bits, bits = make_bits ()) \
  WRITES (result_packed, packed.y, packed = make_packed ()) \
  WRITES (result_union, either.x[3], either = make_either ()) \
  WRITES (result_array, array.x[99], array = make_array ()) \
  WRITES (result_element, outer.in[2].y, outer.in[one + 1] = make_two ()) \
  WRITES (result_inner, outer.big.x[2], outer.big = make_big ()) \
  WRITES (result_outer, outer.big.x[2], outer = make_outer ()) \
  WRITES (result_pointer, big.x[3], *at_last () = make_big ()) \
  WRITES (result_volatile, vol.y, vol = make_two ()) \
  WRITES (result_callback, two.x, two = callback.make ()) \
  WRITES (result_inlined, big.x[4], big = inlined_make ()) \
  WRITES (result_escaping, big.x[4], big = escapes ()) \
  WRITES (result_holder, holder.tail, holder = make_holder ()) \
  WRITES (result_vector, vec, vec = make_vector ()) \
  WRITES (result_complex_float, complex_float, complex_float = make_complex_float ()) \
  WRITES (result_complex_double, complex_double, complex_double = make_complex_double ()) \
  WRITES (result_complex_long, complex_long, complex_long = make_complex_long ()) \
  WRITES (result_long_double, long_double, long_double = make_long_double ()) \
  WRITES (result_int128, int128, int128 = make_int128 ()) \
  WRITES (result_setjmp, big.x[4], if (!setjmp (jump)) { big = make_big (); jumps (); }) \
  READS (argument_small, small.x, sink = use_small (small)) \
  READS (argument_two, two.y, sink = use_two (two)) \
  READS (argument_mixed, mixed.y, sink = use_mixed (mixed)) \
  READS (argument_big, big.x[4], sink = use_big (big)) \
  READS (argument_odd, odd.x[2], sink = use_odd (odd)) \
  READS (argument_bits, bits, sink = use_bits (bits)) \
  READS (argument_packed, packed.y, sink = use_packed (packed)) \
  READS (argument_union, either.x[3], sink = use_either (either)) \
  READS (argument_array, array.x[99], sink = use_array (array)) \
  READS (argument_element, outer.in[2].y, sink = use_two (outer.in[one + 1])) \
  READS (argument_pointer, big.x[3], sink = use_big (*at_last ())) \
  READS (argument_volatile, vol.y, sink = use_two (vol)) \
  READS (argument_variadic, big.x[2], sink = (int) variadic (1, big)) \
  READS (argument_inlined, big.x[1], sink = (int) inlined_use (big)) \
  READS (argument_passed_on, big.x[4], sink = use_big (pass_on (big))) \
  WRITES (result_passed_on, big.x[4], big = pass_on (big)) \
  READS (argument_unused_result, big.x[4], pass_on (big)) \
  READS (argument_holder, holder.tail, sink = use_holder (holder)) \
  READS (argument_vector, vec, sink = use_vector (vec)) \
  READS (argument_complex_double, complex_double, sink = use_complex_double (complex_double)) \
  READS (argument_long_double, long_double, sink = use_long_double (long_double)) \
  READS (argument_int128, int128, sink = use_int128 (int128))

#define CASES_ASSIGNMENTS \
  WRITES (assign_big, big.x[4], big = big_source) \
  READS (assign_big_from, big_source.x[4], big = big_source) \
  WRITES (assign_two, two.y, two = two_source) \
  WRITES (assign_array, array.x[99], array = array_source) \
  WRITES (assign_literal, two.y, two = (struct two) {1, 2}) \
  WRITES (assign_zero, array.x[50], array = (struct array) {0}) \
  WRITES (assign_partly, outer.big.x[4], outer = (struct outer) {.tag = 1}) \
  READS (assign_local, big.x[3], struct big t = big; sink = (int) t.x[1]) \
  READS (assign_local_small, two.y, struct two t = two; sink = (int) t.x) \
  WRITES (assign_packed, packed.x, packed.x = 4) \
  READS (read_packed, packed.y, sink = packed.y) \
  WRITES (bit_field, bits, bits.b = 7) \
  READS (bit_field_read, bits, sink = (int) bits.a) \
  WRITES (volatile_int, vol_int, vol_int = 1) \
  READS (volatile_read, vol_int, sink = vol_int) \
  WRITES (complex_real, complex_double, __real__ complex_double = 3) \
  WRITES (complex_imaginary, ((double *) &complex_double)[1], __imag__ complex_double = 3) \
  WRITES (vector_store, ((int *) &vec)[3], vec = (vector) {1, 2, 3, 4}) \
  WRITES (vector_element, ((int *) &vec)[2], vec[2] = 4) \
  READS (vector_load, ((int *) &vec)[3], vector t = vec; sink = t[0]) \
  WRITES (wide_store, ((int *) &wide_vec)[7], wide t = {(int) one}; wide_vec = t) \
  WRITES (int128_store, ((long *) &int128)[1], int128 = 4) \
  READS (wide_part, ((int *) &wide_vec)[7], wide t = wide_vec; sink = t[0]) \
  READS (complex_part, ((double *) &complex_double)[1], double _Complex t = complex_double; sink = (int) __real__ t) \
  READS (complex_other_part, complex_double, double _Complex t = complex_double; sink = (int) __imag__ t) \
  READS (int128_load, ((long *) &int128)[1], sink = (int) (int128 >> 3)) \
  WRITES (long_double_store, long_double, long_double = 4) \
  READS (long_double_load, ((char *) &long_double)[9], sink = (int) long_double) \
  WRITES (loop_store, array.x[70], for (int i = 0; i < 100; i++) array.x[i] = 3) \
  WRITES (loop_copy, array.x[70], for (int i = 0; i < 100; i++) array.x[i] = array_source.x[i]) \
  READS (loop_sum, array.x[70], int n = 0; for (int i = 0; i < 100; i++) n += array.x[i]; sink = n) \
  WRITES (overflow, counter, __builtin_add_overflow (one, zero, &counter)) \
  WRITES (sync_add, counter, __sync_fetch_and_add (&counter, 1)) \
  WRITES (sync_swap, counter, __sync_val_compare_and_swap (&counter, 0, 1)) \
  WRITES (sync_lock, counter, __sync_lock_test_and_set (&counter, 1)) \
  WRITES (sync_release, counter, __sync_lock_release (&counter)) \
  WRITES (asm_result, sink_int, __asm__ ("movl $1, %0" : "=r" (sink_int))) \
  WRITES (asm_result_element, array.x[3], __asm__ ("" : "=r" (array.x[3]) : "0" ((char) one))) \
  WRITES (asm_changed, counter, __asm__ ("addq $1, %0" : "+r" (counter))) \
  READS (asm_changed_read, counter, __asm__ ("" : "+r" (counter))) \
  READS (asm_argument, counter, __asm__ volatile ("" : : "r" (counter))) \
  WRITES (asm_goto, counter, __asm__ goto ("" : "=r" (counter) : : : out); out:) \
  WRITES (atomic_plain, counter, __atomic_store_n (&counter, 1, __ATOMIC_RELAXED))

#define CASES_BUILTINS \
  WRITES (builtin_memcpy_8, two.x, __builtin_memcpy (&two, &two_source, 8)) \
  READS (builtin_memcpy_from, two_source.y, __builtin_memcpy (&two, &two_source, 16)) \
  WRITES (builtin_memcpy_array, array.x[99], __builtin_memcpy (&array, &array_source, sizeof array)) \
  WRITES (builtin_memmove, two.y, __builtin_memmove (&two, &two_source, 16)) \
  WRITES (builtin_memset, two.y, __builtin_memset (&two, 3, 16)) \
  WRITES (builtin_bzero, two.y, __builtin_bzero (&two, 16)) \
  WRITES (builtin_mempcpy, two.y, pointer_sink = __builtin_mempcpy (&two, &two_source, 16)) \
  READS (builtin_memcmp, two.x, sink = __builtin_memcmp (&two, &two_source, 16)) \
  READS (builtin_bcmp, two.x, sink = __builtin_bcmp (&two, &two_source, 16)) \
  READS (builtin_memchr, text[2], sink = __builtin_memchr (text, 'z', 5) != NULL) \
  WRITES (builtin_strcpy, text[2], __builtin_strcpy (text, "abc")) \
  WRITES (builtin_stpcpy, text[2], __builtin_stpcpy (text, "abc")) \
  WRITES (builtin_strncpy, text[2], __builtin_strncpy (text, "abc", 4)) \
  WRITES (builtin_strcat, text[5], __builtin_strcat (text, "abc")) \
  READS (builtin_strlen, text[2], sink = (int) __builtin_strlen (text)) \
  READS (builtin_strcmp, text[0], sink = __builtin_strcmp (text, "abc")) \
  READS (builtin_strncmp, text[0], sink = __builtin_strncmp (text, "abc", 3)) \
  READS (builtin_strchr, text[1], sink = __builtin_strchr (text, 'x') != NULL) \
  READS (builtin_strdup, text[1], free (__builtin_strdup (text))) \
  WRITES (builtin_memcpy_chk, two.y, __builtin___memcpy_chk (&two, &two_source, 16, 16)) \
  WRITES (builtin_memset_chk, two.y, __builtin___memset_chk (&two, 1, 16, 16)) \
  WRITES (builtin_snprintf, text[1], __builtin_snprintf (text, 8, "%d", 123 + one)) \
  WRITES (builtin_sprintf, text[1], __builtin_sprintf (text, "abc")) \
  WRITES (builtin_frexp, sink_int, double t = __builtin_frexp (3.5 + one, &sink_int); sink = (int) t) \
  WRITES (builtin_modf, sink_double, double t = __builtin_modf (3.5 + one, &sink_double); sink = (int) t) \
  WRITES (va_start, list, starts (1, 2)) \
  WRITES (va_copy, list, copies (1, 2)) \
  READS (va_copy_from, list, copies_from (1, 2)) \
  WRITES (string_in_array, text[2], char t[] = "abc"; memcpy (text, t, 4))

double sink_double;

/* What stands behind a branch that was not taken is not touched. */
#define CASES_NOTHING \
  READS (loop_untaken, counter, long t = 0; for (int i = 0; i < 9 * one; i++) if (zero) t += counter; sink = (int) t) \
  READS (or_untaken, counter, long seen = one + one_of_two (&two_source, one); if (seen || counter) sink = 3) \
  READS (and_untaken, counter, long seen = one + one_of_two (&two_source, one); if (!seen && !counter) sink = 3) \
  READS (neighbour_untaken, two.y, sink = (int) one_of_two (&two, one)) \
  WRITES (store_untaken, counter, for (int i = 0; i < 9 * one; i++) if (zero) counter += i)

#ifdef __clang__
#define CASES_GCC
#else
struct __attribute__ ((scalar_storage_order ("big-endian"))) reversed { int x; short y; };
struct reversed reversed;
BOTH (struct reversed, reversed)
__attribute__ ((noinline)) static void variable_sized (int n, void *to, void *from)
{
  struct variable { long x[n]; };
  *(struct variable *) to = *(struct variable *) from;
}
/* The poked one is a variable of main's, used by functions inside it. */
int *frame;
void (*run_nested) (int);
static void nested (void)
{
  struct big local = {{1}};
  __attribute__ ((noinline)) struct big inner (void) { local.x[0]++; return local; }
  big = inner ();
}
#define CASES_GCC \
  WRITES (reversed_store, reversed, reversed.x = 3) \
  READS (reversed_load, ((char *) &reversed)[5], sink = reversed.y) \
  WRITES (reversed_result, reversed, reversed = make_reversed ()) \
  WRITES (nested_write, *frame, run_nested (0)) \
  READS (nested_read, *frame, run_nested (1)) \
  WRITES (builtin_bcopy, two.y, __builtin_bcopy (&two_source, &two, 16)) \
  WRITES (variable_sized, big.x[4], variable_sized (5, &big, &big_source)) \
  READS (variable_sized_from, big_source.x[4], variable_sized (5, &big, &big_source)) \
  WRITES (result_nested, big.x[4], nested ()) \
  WRITES (clear_padding, ((char *) &mixed)[12], __builtin_clear_padding (&mixed))
#endif

/* What cannot be seen is noted, with the line; atomics of a size that is not the processor's may be libatomic's. */
#define NOTED_CASES \
  WRITES (result_atomic, atomic_big, atomic_big = make_big ()) \
  READS (argument_atomic, atomic_big, sink = use_big (atomic_big)) \
  WRITES (atomic_big_store, atomic_big, atomic_big = big_source) \
  READS (atomic_big_load, atomic_big, struct big t = atomic_big; sink = (int) t.x[0]) \
  WRITES (atomic_two_store, atomic_two, atomic_two = (struct two) {1, 2}) \
  READS (atomic_two_load, atomic_two, struct two t = atomic_two; sink = (int) t.x) \
  WRITES (atomic_exchange_two, two, struct two t = {1, 2}, u; __atomic_exchange (&two, &t, &u, __ATOMIC_SEQ_CST)) \
  WRITES (atomic_store_128, int128, __atomic_store_n (&int128, 3, __ATOMIC_SEQ_CST)) \
  READS (atomic_load_128, int128, sink = (int) __atomic_load_n (&int128, __ATOMIC_SEQ_CST)) \
  WRITES (mm_stream, vec, _mm_stream_si128 ((__m128i *) &vec, _mm_set1_epi32 (one))) \
  WRITES (mm_stream_int, sink_int, _mm_stream_si32 (&sink_int, 3)) \
  WRITES (mm_maskmove, text[0], _mm_maskmoveu_si128 (_mm_set1_epi8 (1), _mm_set1_epi8 (-1), text)) \
  WRITES (mm_storeh, two.x, _mm_storeh_pi ((__m64 *) &two, _mm_set1_ps (one))) \
  READS (mm_loadh, two.x, sink = (int) _mm_cvtss_f32 (_mm_loadh_pi (_mm_set1_ps (one), (__m64 *) &two))) \
  WRITES (addcarry, wide_sum, unsigned char c = _addcarry_u64 (0, 3, (unsigned) one, &wide_sum); sink = c)
unsigned long long wide_sum;

#define CASES_INTRINSICS \
  WRITES (mm_store, two.y, _mm_storeu_si128 ((__m128i *) &two, _mm_set1_epi32 (one))) \
  READS (mm_load, two.y, sink = _mm_cvtsi128_si32 (_mm_loadu_si128 ((__m128i *) &two))) \
  WRITES (mm_storel, two.x, _mm_storel_epi64 ((__m128i *) &two, _mm_set1_epi32 (one)))

#ifdef NOTED
#define CASES NOTED_CASES
#elif defined NOTHING
#define CASES CASES_NOTHING
#else
#define CASES CASES_CALLS CASES_ASSIGNMENTS CASES_BUILTINS CASES_GCC CASES_INTRINSICS
#endif
