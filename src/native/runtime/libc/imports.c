#define _GNU_SOURCE 1
#include "native/runtime/libc/imports.h"

#include <assert.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "base/vec.h"
#include "native/runtime/libc/cxx_calls.h"
#include "native/runtime/libc/libc_pure.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/core/sys.h"
#include "native/trusted.h"

struct import {
  const char *name;
  const void *real;
  const char *library;
  const struct cxx_call *call;    /* its accesses, if they are known; otherwise: */
  bool named;                     /* it was reported to the supervisor */
  bool is_trusted;                /* --trust: it does not synchronise threads */
};

struct module {
  const char *path;
  uintptr_t base;
  const Elf64_Phdr *headers;
  size_t nheaders;
  const Elf64_Dyn *dynamic;
  bool seen;                      /* the program, or an instrumented library */
};

/* In the checker's memory, because it must not be restored between executions. */
struct imports {
  VEC (struct module) modules;
  VEC (struct import) imports;
};
static struct imports *all;

/* ---- names ---- */

static bool
is_among (const char *const *patterns, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (cxx_name_fits (patterns[i], name))
      return true;
  return false;
}

static bool
is_pure (const char *name, const char *library)
{
  const char *slash = strrchr (library, '/');
  if (!strncmp (slash ? slash + 1 : library, "libm.", 5))
    return !is_among (libm_touching, sizeof libm_touching / sizeof *libm_touching, name);
  return is_among (libc_pure, sizeof libc_pure / sizeof *libc_pure, name);
}

/* ---- modules ---- */

struct dynamic {
  const Elf64_Sym *symbols;
  const char *strings;
  const Elf64_Rela *relocations[2];
  size_t nrelocations[2];
};

/* The entries are addresses, because the dynamic linker has relocated them. */
static struct dynamic
read_dynamic (const struct module *m)
{
  struct dynamic d = {0};
  for (const Elf64_Dyn *e = m->dynamic; e && e->d_tag != DT_NULL; e++)
    switch (e->d_tag) {
    case DT_SYMTAB: d.symbols = (const void *) e->d_un.d_ptr; break;
    case DT_STRTAB: d.strings = (const void *) e->d_un.d_ptr; break;
    case DT_RELA: d.relocations[0] = (const void *) e->d_un.d_ptr; break;
    case DT_RELASZ: d.nrelocations[0] = e->d_un.d_val / sizeof (Elf64_Rela); break;
    case DT_JMPREL: d.relocations[1] = (const void *) e->d_un.d_ptr; break;
    case DT_PLTRELSZ: d.nrelocations[1] = e->d_un.d_val / sizeof (Elf64_Rela); break;
    default: break;
    }
  return d;
}

static bool
has_import (const struct module *m, const char *name)
{
  struct dynamic d = read_dynamic (m);
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < d.nrelocations[k]; i++) {
      const Elf64_Sym *s = &d.symbols[ELF64_R_SYM (d.relocations[k][i].r_info)];
      if (ELF64_R_SYM (d.relocations[k][i].r_info) && !s->st_shndx && !strcmp (d.strings + s->st_name, name))
        return true;
    }
  return false;
}

static int
add_module (struct dl_phdr_info *info, size_t size, void *unused)
{
  (void) size, (void) unused;
  struct module m = {.path = info->dlpi_name, .base = info->dlpi_addr, .headers = info->dlpi_phdr, .nheaders = info->dlpi_phnum};
  for (size_t i = 0; i < m.nheaders; i++)
    if (m.headers[i].p_type == PT_DYNAMIC)
      m.dynamic = (const void *) (m.base + m.headers[i].p_vaddr);
  if (!m.dynamic || strstr (m.path, "linux-vdso"))
    return 0;
  m.seen = !m.path[0] || has_import (&m, "__tsan_init");
  VEC_PUSH (all->modules, m);
  return 0;
}

/* The module with code at the address, or NULL. */
static const struct module *
module_of_code (uintptr_t address)
{
  for (size_t k = 0; k < all->modules.count; k++) {
    const struct module *m = &all->modules.data[k];
    for (size_t i = 0; i < m->nheaders; i++) {
      const Elf64_Phdr *h = &m->headers[i];
      if (h->p_type == PT_LOAD && h->p_flags & PF_X && address - m->base - h->p_vaddr < h->p_memsz)
        return m;
    }
  }
  return NULL;
}

/* ---- calls ---- */

/* Each watched function has an entry of generated code, which pushes the function's
 * number and jumps here: the registers of arguments are saved, import_called returns
 * the function's address, and the function is called with the registers and the stack
 * of its caller. */
__asm__ (".text\n"
         ".type import_enter, @function\n"
         "import_enter:\n"
         "  pushq %rax\n"
         "  pushq %r10\n"
         "  pushq %r9\n"
         "  pushq %r8\n"
         "  pushq %rcx\n"
         "  pushq %rdx\n"
         "  pushq %rsi\n"
         "  pushq %rdi\n"
         "  movq %rsp, %rdx\n"
         "  subq $128, %rsp\n"
         "  movups %xmm0, (%rsp)\n"
         "  movups %xmm1, 16(%rsp)\n"
         "  movups %xmm2, 32(%rsp)\n"
         "  movups %xmm3, 48(%rsp)\n"
         "  movups %xmm4, 64(%rsp)\n"
         "  movups %xmm5, 80(%rsp)\n"
         "  movups %xmm6, 96(%rsp)\n"
         "  movups %xmm7, 112(%rsp)\n"
         "  movq 192(%rsp), %rdi\n"
         "  movq 200(%rsp), %rsi\n"
         "  call import_called\n"
         "  movq %rax, %r11\n"
         "  movups (%rsp), %xmm0\n"
         "  movups 16(%rsp), %xmm1\n"
         "  movups 32(%rsp), %xmm2\n"
         "  movups 48(%rsp), %xmm3\n"
         "  movups 64(%rsp), %xmm4\n"
         "  movups 80(%rsp), %xmm5\n"
         "  movups 96(%rsp), %xmm6\n"
         "  movups 112(%rsp), %xmm7\n"
         "  addq $128, %rsp\n"
         "  popq %rdi\n"
         "  popq %rsi\n"
         "  popq %rdx\n"
         "  popq %rcx\n"
         "  popq %r8\n"
         "  popq %r9\n"
         "  popq %r10\n"
         "  popq %rax\n"
         "  addq $8, %rsp\n"
         "  jmpq *%r11\n"
         ".size import_enter, .-import_enter\n");
void import_enter (void);

/* The section of the runtime's code. */
extern char __start_mz_text[] __attribute__ ((visibility ("hidden")));
extern char __stop_mz_text[] __attribute__ ((visibility ("hidden")));

const void *import_called (uint32_t number, uint64_t pc, void *const *arguments) __attribute__ ((used));
const void *
import_called (uint32_t number, uint64_t pc, void *const *arguments)
{
  assert (number < all->imports.count);
  struct import *m = &all->imports.data[number];
  struct rt_thread *t = rt ? rt->current : NULL;
  bool ours = pc >= (uintptr_t) __start_mz_text && pc < (uintptr_t) __stop_mz_text;
  if (!t || ours)
    return m->real;
  trial_stop ();
  if (m->call) {
    cxx_call_touches (m->call, arguments, pc);
    return m->real;
  }
  spin_broken (t);
  rt->run.unseen = true;
  if (!m->named) {
    m->named = true;
    m->is_trusted = trusted_has (rt->orders.trust, m->name, m->library);
    rt_unseen (m->name, m->library, pc);
  }
  if (!m->is_trusted)
    race_unseen ();
  return m->real;
}

/* push $number; movabs $import_enter, %r11; jmp *%r11 */
enum { ENTRY_BYTES = 32 };

static void
write_entry (unsigned char *at, uint32_t number)
{
  uint64_t enter = (uint64_t) (uintptr_t) import_enter;
  at[0] = 0x68;
  rt_memcpy (at + 1, &number, 4);
  at[5] = 0x49, at[6] = 0xbb;
  rt_memcpy (at + 7, &enter, 8);
  at[15] = 0x41, at[16] = 0xff, at[17] = 0xe3;
}

/* ---- functions that the program looks up by dlsym ---- */

bool
imports_is_seen (uintptr_t code)
{
  const struct module *m = all ? module_of_code (code) : NULL;
  return m ? m->seen : rt_is_programs (code) || (code >= (uintptr_t) __start_mz_text && code < (uintptr_t) __stop_mz_text);
}

void
imports_found (const char *name, const void *at, uint64_t pc)
{
  const struct module *m = all ? module_of_code ((uintptr_t) at) : NULL;
  if (!rt || !rt->current || !m || m->seen || is_pure (name, m->path))
    return;
  trial_stop ();
  spin_broken (rt->current);
  rt->run.unseen = true;
  rt_unseen (name, m->path, pc);
  if (!trusted_has (rt->orders.trust, name, m->path))
    race_unseen ();
}

/* ---- global offset tables ---- */

struct slot { const void **at; uint32_t number; };
struct slots { struct slot *data; size_t count, room; };

static void
find_slots (const struct module *m, struct slots *slots)
{
  struct dynamic d = read_dynamic (m);
  assert (m->seen && ((d.symbols && d.strings) || (!d.nrelocations[0] && !d.nrelocations[1])));
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < d.nrelocations[k]; i++) {
      const Elf64_Rela *r = &d.relocations[k][i];
      uint32_t type = ELF64_R_TYPE (r->r_info);
      const Elf64_Sym *s = &d.symbols[ELF64_R_SYM (r->r_info)];
      if ((type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT && type != R_X86_64_64) || r->r_addend || s->st_shndx)
        continue;
      const void **at = (const void **) (m->base + r->r_offset);
      const struct module *where = module_of_code ((uintptr_t) *at);
      const char *name = d.strings + s->st_name;
      const struct cxx_call *call = cxx_call_of (name);
      if (!where || where->seen || (!call && is_pure (name, where->path)))
        continue;
      if (call && !call->effect && !call->shape)
        call = NULL;
      VEC_PUSH (*slots, ((struct slot) {at, (uint32_t) all->imports.count}));
      VEC_PUSH (all->imports, ((struct import) {.name = name, .real = *at, .library = where->path, .call = call}));
    }
}

void
imports_watch (void)
{
  struct slots slots = {0};
  assert (!all);
  all = own_alloc (sizeof *all);
  dl_iterate_phdr (add_module, NULL);
  for (size_t i = 0; i < all->modules.count; i++)
    if (all->modules.data[i].seen)
      find_slots (&all->modules.data[i], &slots);
  assert (slots.count == all->imports.count);
  if (!slots.count)
    return;
  size_t bytes = slots.count * ENTRY_BYTES;
  unsigned char *code = (unsigned char *) sys_mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((long) code < 0)
    mem_out (bytes);
  for (size_t i = 0; i < slots.count; i++) {
    const uintptr_t page = (uintptr_t) slots.data[i].at & ~(uintptr_t) 4095;
    write_entry (code + i * ENTRY_BYTES, slots.data[i].number);
    sys_mprotect ((void *) page, 4096, PROT_READ | PROT_WRITE);   /* the dynamic linker has made them read-only */
    *slots.data[i].at = code + i * ENTRY_BYTES;
  }
  sys_mprotect (code, bytes, PROT_READ | PROT_EXEC);
  VEC_FREE (slots);
}
