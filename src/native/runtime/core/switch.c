/* Coroutines: a switch saves the callee-saved registers on the stack that it
 * leaves, with the floating-point control words and the exception flags of SSE:
 * each thread has its own. The thread pointer, and with it the thread-local
 * storage, is switched separately (rt_run_on).
 *
 * A switch ends with a jump instead of a return, because the processor predicts the
 * target of a return from the last calls, and here that is always wrong. The
 * exploration's floating-point environment is not saved (rt_resume): it gets the one
 * from before main, because reading the control words is a large part of a switch's cost. */

#include "native/runtime/core/rt.h"

#include <asm/prctl.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/sys.h"

#ifndef __x86_64__
#error "the native runtime supports x86-64 only"
#endif

/* Debug builds compare states that were reached in two ways (checkpoint.c). The dynamic linker saves all registers on the
 * stack, so caller-saved registers must not keep values of another thread. */
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

/* The floating-point environment before main: every execution begins with it, whatever the exploration or a thread that
 * was left by a jump has set. Laid out as a switch saves it. */
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

/* Prepares a stack: the first switch to it enters `entry`, aligned as after a call, with the caller's floating-point
 * environment. */
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
  static int has;                 /* a property of the machine: 0 not asked yet, 1 no, 2 yes */
  if (!has)
    has = 1 + !!(getauxval (AT_HWCAP2) & HWCAP2_FSGSBASE);
  if (has == 2)
    __asm__ volatile ("wrfsbase %0" : : "r" (fs) : "memory");
  else
    SYS_CALL (arch_prctl, ARCH_SET_FS, fs);
}
