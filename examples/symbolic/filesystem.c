/* A small file system with two kinds of races, in the image of the one that V. Kahlon, A. Gupta and N. Sinha check (CAV 2006, section 5).
 * Files, inodes and blocks have a lock each, which is taken and given back under a token lock. An allocation area has one bit for each
 * block, and the disk is read and written by the byte. A disk operation is a seek, which moves the head, and a transfer.
 *
 *   RACE=1  the allocation byte has no lock: two threads that take different blocks of it lose a bit (deep)
 *   RACE=2  nothing keeps another thread's seek from coming between a seek and its transfer (shallow)
 *   RACE=0  neither
 *   CONTENT=0  a smaller one: blocks and inodes are not written, and inodes have no locks
 *   FIRST   the block of the first file; the blocks before it are taken, and their bits are looked at first
 *
 *   mazurka check --engine=bmc --por=static --transactions --cflags=-DRACE=1 filesystem.c
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef RACE
#define RACE 1
#endif
#ifndef CONTENT
#define CONTENT 1
#endif
#ifndef FIRST
#define FIRST 0
#endif

/* Locks by number. */
enum { FILES = 2, BLOCKS = 4, FILE_LOCK = 0, INODE_LOCK = FILE_LOCK + FILES, BLOCK_LOCK = INODE_LOCK + FILES, BYTE_LOCK = BLOCK_LOCK + BLOCKS, LOCKS };

/* Where things are on the disk: the allocation byte; inodes of two bytes, size and block; blocks of two bytes. */
enum { ALLOCATION = 0, INODES = 1, DATA = INODES + 2 * FILES, DISK = DATA + 2 * BLOCKS };

static pthread_mutex_t token = PTHREAD_MUTEX_INITIALIZER, arm = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static bool taken[LOCKS];
static unsigned char disk[DISK], head;

static void
acquire (int lock)
{
  pthread_mutex_lock (&token);
  while (taken[lock])
    pthread_cond_wait (&released, &token);
  taken[lock] = true;
  pthread_mutex_unlock (&token);
}

static void
release (int lock)
{
  pthread_mutex_lock (&token);
  taken[lock] = false;
  pthread_cond_broadcast (&released);
  pthread_mutex_unlock (&token);
}

/* ---- the disk ---- */

static void
disk_begin (void)
{
  if (RACE != 2)
    pthread_mutex_lock (&arm);
}

static void
disk_end (void)
{
  if (RACE != 2)
    pthread_mutex_unlock (&arm);
}

static unsigned char
disk_read (unsigned char at)
{
  disk_begin ();
  head = at;                      /* seek */
  assert (head == at);            /* transfer */
  unsigned char byte = disk[at];
  disk_end ();
  return byte;
}

static void
disk_write (unsigned char at, unsigned char byte)
{
  disk_begin ();
  head = at;
  assert (head == at);
  disk[at] = byte;
  disk_end ();
}

/* ---- allocation ---- */

static bool
block_is_taken (int block)
{
  acquire (BLOCK_LOCK + block);
  bool is = disk_read (ALLOCATION) >> block & 1;
  release (BLOCK_LOCK + block);
  return is;
}

static void
block_take (int block)
{
  if (RACE == 0)
    acquire (BYTE_LOCK);
  disk_write (ALLOCATION, disk_read (ALLOCATION) | 1 << block);
  if (RACE == 0)
    release (BYTE_LOCK);
}

/* ---- files ---- */

static void
file_create (int file, int block)
{
  acquire (FILE_LOCK + file);
  if (CONTENT)
    acquire (INODE_LOCK + file);
  for (int before = 0; before < FIRST; before++)
    block_is_taken (before);
  acquire (BLOCK_LOCK + block);
  if (CONTENT)
    disk_write (INODES + 2 * file + 1, block);
  block_take (block);
  if (CONTENT) {
    disk_write (DATA + 2 * block, 7);
    disk_write (DATA + 2 * block + 1, 7);
    disk_write (INODES + 2 * file, 2);
  }
  release (BLOCK_LOCK + block);
  if (CONTENT)
    release (INODE_LOCK + file);
  assert (block_is_taken (block));
  release (FILE_LOCK + file);
}

static void *
first (void *unused)
{
  file_create (0, FIRST);
  return unused;
}

static void *
second (void *unused)
{
  file_create (1, FIRST + 1);
  return unused;
}

int
main (void)
{
  pthread_t thread[2];
  pthread_create (&thread[0], NULL, first, NULL);
  pthread_create (&thread[1], NULL, second, NULL);
  pthread_join (thread[0], NULL);
  pthread_join (thread[1], NULL);
  return 0;
}
