/* Coroutines: a switch saves the callee-saved registers on the stack it
 * leaves, the rounding modes and what else controls floating-point numbers among
 * them, with the exceptions of SSE: each thread has its own. The thread pointer is switched apart, so that each thread has its
 * own thread-local storage.
 *
 * It ends with a jump, not a return: that would never go where the processor expects it to. The exploration
 * need not find again how it computed when it left (rt_resume): it gets what there was before main. To ask
 * for it is a good part of what a switch costs. */

#include "native/runtime/core/rt.h"

#include <asm/prctl.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/sys.h"

#ifndef __x86_64__
#error "the native runtime knows x86-64 only"
#endif

/* Debug builds compare states that were come to in two ways (checkpoint.c): what others had in registers must not come onto
 * a stack, where the dynamic linker saves all of them. */
#ifdef NDEBUG
#define FORGET
#else
#define FORGET                                                                                    \
  "  xorl %eax, %eax\n  xorl %ecx, %ecx\n  xorl %edx, %edx\n  xorl %esi, %esi\n  xorl %edi, %edi\n"   \
  "  xorl %r8d, %r8d\n  xorl %r9d, %r9d\n  xorl %r10d, %r10d\n  xorl %r11d, %r11d\n"
#endif

#define BEGIN(name)                                                                               \
  ".p2align 4\n  .type " name ", @function\n  .globl " name "\n  .hidden " name "\n" name ":\n"  \
  "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
#define END(name)                                                                                 \
  "  addq $8, %rsp\n" FORGET                                                                      \
  "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n  popq %rdx\n  jmp *%rdx\n"   \
  ".size " name ", .-" name "\n"

/* As it was before main: executions begin with it. The explorer computes in between, and a jump out of a thread takes
 * the thread's along. In the order of a switch. */
static struct { uint32_t sse, x87; } first __asm__ ("rt_first_floating") __attribute__ ((used));

__asm__ (".text\n"
         BEGIN ("rt_resume")
         "  pushq rt_first_floating(%rip)\n"
         "  movq %rsp, (%rdi)\n"
         "  movq %rsi, %rsp\n"
         "  ldmxcsr (%rsp)\n"
         "  fldcw 4(%rsp)\n"
         END ("rt_resume")
         BEGIN ("rt_switch")
         "  pushq $0\n"
         "  stmxcsr (%rsp)\n"
         "  fnstcw 4(%rsp)\n"
         "  movl (%rsp), %eax\n"
         "  movzwl 4(%rsp), %ecx\n"
         "  movq %rsp, (%rdi)\n"
         "  movq %rsi, %rsp\n"
         "  cmpl %eax, (%rsp)\n"
         "  je 1f\n"
         "  ldmxcsr (%rsp)\n"
         "1:\n"
         "  cmpw %cx, 4(%rsp)\n"
         "  je 2f\n"
         "  fldcw 4(%rsp)\n"
         "2:\n"
         END ("rt_switch"));

/* A stack whose first switch enters `entry`, aligned as after a call, with the floating-point environment of who makes it. */
void *
rt_stack_prepare (void *top, void (*entry) (void))
{
  uint32_t sse;
  uint16_t x87;
  __asm__ volatile ("stmxcsr %0\n\tfnstcw %1" : "=m" (sse), "=m" (x87));
  uint64_t *sp = (uint64_t *) ((uintptr_t) top & ~(uintptr_t) 15);
  *--sp = 0;                      /* entry does not return */
  *--sp = (uint64_t) (uintptr_t) entry;
  for (int i = 0; i < 6; i++)
    *--sp = 0;
  *--sp = sse | (uint64_t) x87 << 32;
  return sp;
}

void
rt_floating_keep (void)
{
  uint16_t x87;
  __asm__ volatile ("stmxcsr %0\n\tfnstcw %1" : "=m" (first.sse), "=m" (x87));
  first.x87 = x87;
}

void
rt_floating_restore (void)
{
  __asm__ volatile ("fnclex\n\tldmxcsr %0\n\tfldcw %1" : : "m" (first.sse), "m" (first.x87));
}

#define HWCAP2_FSGSBASE 2

uintptr_t
rt_fs_get (void)
{
  uintptr_t fs;
  __asm__ ("movq %%fs:0, %0" : "=r" (fs));
  return fs;
}

void
rt_fs_set (uintptr_t fs)
{
  static int has;                 /* the machine's, not the run's: 0 not asked, 1 no, 2 yes */
  if (!has)
    has = 1 + !!(getauxval (AT_HWCAP2) & HWCAP2_FSGSBASE);
  if (has == 2)
    __asm__ volatile ("wrfsbase %0" : : "r" (fs) : "memory");
  else
    SYS_CALL (arch_prctl, ARCH_SET_FS, fs);
}
