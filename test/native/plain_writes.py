"""A plain write to a synchronisation object beside each operation on it is a data race that names the object and both places.

The list of operations is that of src/native/operations.h: each row about a synchronisation object in memory needs at least
one case here. A case is what one thread does: the statements before the operation happen before the write (`go`), the
operation itself does not. Each case is tried with a global object, a member of a structure, a block of the heap and a local
variable of another function than main. There is one program per language; its argument is the number of the case.
With a folder as argument the programs are kept there.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MAZURKA = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve() / 'mazurka'
ROW = re.compile(r'^  X \((\w+), +"[^"]*", +(\w+),', re.M)
STORAGE = ('global', 'member', 'heap', 'stack')

MUTEX = 'pthread_mutex_t', 'pthread_mutex_init (o, NULL)'
SPIN = 'pthread_spinlock_t', 'pthread_spin_init (o, 0)'
RWLOCK = 'pthread_rwlock_t', 'pthread_rwlock_init (o, NULL)'
COND = 'pthread_cond_t', 'pthread_cond_init (o, NULL)'
BARRIER = 'pthread_barrier_t', 'pthread_barrier_init (o, NULL, 1)'
SEM = 'sem_t', 'sem_init (o, 0, 1)'
ONCE = 'pthread_once_t', '*o = fresh'
MTX = 'mtx_t', 'mtx_init (o, mtx_timed)'
CND = 'cnd_t', 'cnd_init (o)'
FLAG = 'once_flag', '*o = unused'

# Kind of operation, object, what comes before the operation, the operation.
C = [
  ('LOCK', MUTEX, '', 'pthread_mutex_lock (o)'),
  ('LOCK', SPIN, '', 'pthread_spin_lock (o)'),
  ('LOCK', RWLOCK, '', 'pthread_rwlock_wrlock (o)'),
  ('LOCK', MTX, '', 'mtx_lock (o)'),
  ('TRYLOCK', MUTEX, '', 'pthread_mutex_trylock (o)'),
  ('TRYLOCK', SPIN, '', 'pthread_spin_trylock (o)'),
  ('TRYLOCK', RWLOCK, '', 'pthread_rwlock_trywrlock (o)'),
  ('TRYLOCK', MTX, '', 'mtx_trylock (o)'),
  ('TIMEDLOCK', MUTEX, '', 'pthread_mutex_timedlock (o, &soon)'),
  ('TIMEDLOCK', RWLOCK, '', 'pthread_rwlock_timedwrlock (o, &soon)'),
  ('TIMEDLOCK', MTX, '', 'mtx_timedlock (o, &soon)'),
  ('UNLOCK', MUTEX, 'pthread_mutex_lock (o)', 'pthread_mutex_unlock (o)'),
  ('UNLOCK', SPIN, 'pthread_spin_lock (o)', 'pthread_spin_unlock (o)'),
  ('UNLOCK', RWLOCK, 'pthread_rwlock_wrlock (o)', 'pthread_rwlock_unlock (o)'),
  ('UNLOCK', MTX, 'mtx_lock (o)', 'mtx_unlock (o)'),
  ('RDLOCK', RWLOCK, '', 'pthread_rwlock_rdlock (o)'),
  ('TRYRDLOCK', RWLOCK, '', 'pthread_rwlock_tryrdlock (o)'),
  ('TRYRDLOCK', RWLOCK, '', 'pthread_rwlock_timedrdlock (o, &soon)'),
  ('RDUNLOCK', RWLOCK, 'pthread_rwlock_rdlock (o)', 'pthread_rwlock_unlock (o)'),
  ('WAIT', COND, 'pthread_mutex_lock (&lock)', 'pthread_cond_timedwait (o, &lock, &soon)'),
  ('WAIT', CND, 'mtx_lock (&mtx)', 'cnd_timedwait (o, &mtx, &soon)'),
  ('WAIT', MUTEX, 'pthread_mutex_lock (o)', 'pthread_cond_timedwait (&cond, o, &soon)'),
  ('SIGNAL', COND, '', 'pthread_cond_signal (o)'),
  ('SIGNAL', CND, '', 'cnd_signal (o)'),
  ('BROADCAST', COND, '', 'pthread_cond_broadcast (o)'),
  ('BROADCAST', CND, '', 'cnd_broadcast (o)'),
  ('ARRIVE', BARRIER, '', 'pthread_barrier_wait (o)'),
  ('SEM_WAIT', SEM, '', 'sem_wait (o)'),
  ('SEM_TRYWAIT', SEM, '', 'sem_trywait (o)'),
  ('SEM_TRYWAIT', SEM, '', 'sem_timedwait (o, &soon)'),
  ('SEM_POST', SEM, '', 'sem_post (o)'),
  ('SEM_VALUE', SEM, '', 'sem_getvalue (o, &value)'),
  ('ONCE', ONCE, '', 'pthread_once (o, nothing)'),
  ('ONCE', FLAG, '', 'call_once (o, nothing)'),
  *(('INIT', kind, '', kind[1]) for kind in (MUTEX, SPIN, RWLOCK, COND, BARRIER, SEM, MTX, CND)),
  *(('DESTROY', kind, '', f'{name} (o)')
    for kind, name in ((MUTEX, 'pthread_mutex_destroy'), (SPIN, 'pthread_spin_destroy'), (RWLOCK, 'pthread_rwlock_destroy'),
                       (COND, 'pthread_cond_destroy'), (BARRIER, 'pthread_barrier_destroy'), (SEM, 'sem_destroy'),
                       (MTX, 'mtx_destroy'), (CND, 'cnd_destroy'))),
]
# The second half of an operation: a partner lets the thread go on, and writes after that. A woken thread needs the mutex,
# and uses what it waited at once more as it leaves (glibc: pthread_cond_destroy and pthread_barrier_destroy wait for that).
PAIR = 'pthread_barrier_t', 'pthread_barrier_init (o, NULL, 2)'
WAKE = 'pthread_mutex_lock ({0}); int was = ready; pthread_cond_signal ({1}); pthread_mutex_unlock ({0}); if (!was) exit (0)'
HALVES = [
  ('WOKEN', MUTEX, 'pthread_mutex_lock (o); ready = 1', 'pthread_cond_timedwait (&cond, o, &soon)', WAKE.format('o', '&cond')),
  ('WOKEN', COND, 'pthread_mutex_lock (&lock); ready = 1', 'pthread_cond_wait (o, &lock)',
   WAKE.format('&lock', 'o')),
  ('PASS', PAIR, '', 'pthread_barrier_wait (o)', 'pthread_barrier_wait (o)'),
]
CXX = [(kind, (f'std::{name}', f'new (o) std::{name}{start}'), before, use) for kind, name, start, before, use in (
  ('LOCK', 'mutex', '', '', 'o->lock ()'),
  ('TRYLOCK', 'mutex', '', '', 'o->try_lock ()'),
  ('UNLOCK', 'mutex', '', 'o->lock ()', 'o->unlock ()'),
  ('LOCK', 'recursive_mutex', '', '', 'o->lock ()'),
  ('TIMEDLOCK', 'timed_mutex', '', '', 'o->try_lock_for (std::chrono::seconds (1))'),
  ('LOCK', 'shared_mutex', '', '', 'o->lock ()'),
  ('RDLOCK', 'shared_mutex', '', '', 'o->lock_shared ()'),
  ('TRYRDLOCK', 'shared_mutex', '', '', 'o->try_lock_shared ()'),
  ('RDUNLOCK', 'shared_mutex', '', 'o->lock_shared ()', 'o->unlock_shared ()'),
  ('SIGNAL', 'condition_variable', '', '', 'o->notify_one ()'),
  ('BROADCAST', 'condition_variable', '', '', 'o->notify_all ()'),
  ('WAIT', 'condition_variable', '', 'std::unique_lock<std::mutex> held (mutex)', 'o->wait_for (held, std::chrono::seconds (1))'),
  ('ONCE', 'once_flag', '', '', 'std::call_once (*o, [] {})'),
)]

C_HEAD = '''#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
static atomic_int go;
static int ready, value;
static struct timespec soon = {4000000000, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static mtx_t mtx;
static const pthread_once_t fresh = PTHREAD_ONCE_INIT;
static const once_flag unused = ONCE_FLAG_INIT;
static void nothing (void) {}
'''
CXX_HEAD = '''#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <pthread.h>
static std::atomic<int> go;
static std::mutex mutex;
'''


def declaration(type_, name, storage, cxx):
    """Of the object in this kind of storage; C++ objects are constructed later, in place."""
    if cxx:
        part = '__attribute__ ((aligned (16))) unsigned char'
        return {'global': f'{part} {name}[sizeof ({type_})];', 'member': f'struct {{ int before; {part} part[sizeof ({type_})]; }} {name};'}[storage]
    return {'global': f'{type_} {name};', 'member': f'struct {{ int before; {type_} part; }} {name};'}[storage]


def program(cxx, cases):
    """Its text, and for each case and storage (kind, object's name, operation, its line, the line of the write)."""
    lines, places = (CXX_HEAD if cxx else C_HEAD).splitlines(), []
    for number, (kind, (type_, make), before, use, *partner) in enumerate(cases):
        lines += [f'static void *use{number} (void *a)', '{', f'  {type_} *o = ({type_} *) a;', f'  {before};']
        lines += [] if partner else ['  go = 1;']
        lines += [f'  {use};']
        operation = len(lines)
        lines += ['  return o;', '}', f'static {type_} *make{number} ({type_} *o) {{ {make}; return o; }}']
        for storage in STORAGE:
            name = f'{storage}{number}'
            address = {'member': f'&{name}.part', 'heap': f'malloc (sizeof ({type_}))'}.get(storage, f'&{name}')
            if storage in ('global', 'member'):
                lines += ['static ' + declaration(type_, name, storage, cxx)]
            lines += [f'static void run_{name} (void)', '{', '  pthread_t thread;']
            if storage == 'stack':
                lines += ['  ' + declaration(type_, name, 'global', cxx)]
            lines += [f'  {type_} *o = make{number} (({type_} *) {address});', f'  pthread_create (&thread, NULL, use{number}, o);',
                      f'  {partner[0]};' if partner else '  if (!go) exit (0);', '  memset ((void *) o, 0, sizeof *o);']
            places.append((kind, name, use, operation, len(lines)))
            lines += ['  _Exit (0);', '}']
    lines += ['int main (int argc, char **argv)', '{', '  (void) argc;'] + ([] if cxx else ['  mtx_init (&mtx, mtx_plain);'])
    lines += ['  static void (*const runs[]) (void) = {' + ', '.join('run_' + place[1] for place in places) + '};', '  runs[atoi (argv[1])] ();', '}']
    return '\n'.join(lines) + '\n', places


def wrong(work, name, number, place, cxx):
    _, object_, _, operation, write = place
    done = subprocess.run([MAZURKA, 'check', '--json', '--all', '--trace=/dev/null', '--exit-status=any', './' + name, '--', str(number)],
                          cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
    try:
        result = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f'exit code {done.returncode}: {done.stderr[-300:]}'
    races = [finding['message'] for finding in result['findings'] if finding['kind'] == 'data-race']
    needed = [f':{write})'] + ([] if cxx else [f':{operation})']) + ([] if object_.startswith('heap') else [object_])
    if any(all(part in message for part in needed) for message in races):
        return None
    return f'{result["verdict"]}: {result["reason"]}{[finding["message"] for finding in result["findings"]]}'


def main():
    rows = ROW.findall((ROOT / 'src/native/operations.h').read_text())
    needed = {kind for kind, about in rows if about in ('OBJECT', 'CHANGED', 'LEFT')}
    passed = failed = 0
    for kind in sorted(needed - {case[0] for case in C + HALVES}):
        print(f'no case for {kind}')
        failed += 1
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else scratch)
        for name, cxx, cases in (('plain.c', False, C + HALVES), ('plain.cc', True, CXX)):
            text, places = program(cxx, cases)
            (work / name).write_text(text)
            subprocess.run([MAZURKA, 'c++' if cxx else 'cc', '-g', '-w', '-std=gnu++17' if cxx else '-std=gnu11', name, '-o', name + '.exe'],
                           cwd=work, check=True)
            for number, place in enumerate(places):
                problem = wrong(work, name + '.exe', number, place, cxx)
                passed += not problem
                failed += bool(problem)
                if problem:
                    print(f'{place[0]}, {place[2]}, {place[1]}: {problem}')
    print(f'{passed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
