/* A small file system with two races, modelled on the case study of V. Kahlon, A. Gupta, N. Sinha,
 * "Symbolic Model Checking of Concurrent Programs Using Partial Orders and On-the-Fly Transactions", CAV 2006, section 5:
 * files, inodes and blocks have a lock each, which is taken and given back under a token lock; one bit for each block says whether it is taken, and the disk is read and written
 * by the byte; a disk operation is a seek and a transfer.
 *
 *   RACE=1  transfers are protected, but not the byte with the bits: two threads that take different blocks lose a bit
 *   RACE=2  nothing keeps another thread's seek from coming between a seek and its transfer
 *   RACE=0  neither: the byte has a lock, too
 *
 *   mazurka check --engine=bmc --por=static --transactions --define=-DRACE=1 filesystem.pml
 *
 * USED blocks are taken already: a thread looks at their bits first.
 */
#ifndef RACE
#define RACE 1
#endif
#ifndef USED
#define USED 0
#endif
#define ALLOCATION 0              /* the sector with the bits; then come inodes and blocks */

byte token, file_lock[2], inode_lock[2], block_lock[4], disk_lock, byte_lock;
byte head, disk[11];

inline acquire (l) { atomic { token == 0 && l == 0 -> token = 1; l = 1 }; token = 0 }
inline release (l) { atomic { token == 0 -> token = 1 }; l = 0; token = 0 }

#if RACE == 2
inline disk_begin () { skip }
inline disk_end () { skip }
#else
inline disk_begin () { atomic { disk_lock == 0 -> disk_lock = 1 } }
inline disk_end () { disk_lock = 0 }
#endif

inline disk_read (n, v) { head = n; assert (head == n); v = disk[n] }
inline disk_write (n, v) { head = n; assert (head == n); disk[n] = v }

inline look (b) { acquire (block_lock[b]); disk_begin (); disk_read (ALLOCATION, t); disk_end (); release (block_lock[b]) }

inline set_bit (b, i1, i2, i3) {
#if RACE == 0
  acquire (byte_lock);
#endif
  disk_begin (); disk_read (i1, t); disk_read (i2, t); disk_read (i3, t); disk_read (ALLOCATION, t); disk_end ();
  t = t | (1 << b);
  disk_begin (); disk_write (i3, b); disk_write (ALLOCATION, t); disk_end ();
#if RACE == 0
  release (byte_lock);
#endif
  t = 0
}

/* Creates file f in block b. Its inode is three sectors: size, links, block; the file's data are two. */
inline create (f, i1, i2, i3, b, d1, d2) {
  acquire (file_lock[f]);
  acquire (inode_lock[f]);
#if USED > 0
  look (0);
#endif
  acquire (block_lock[b]);
  set_bit (b, i1, i2, i3);
  disk_begin (); disk_write (d1, 7); disk_write (d2, 7); disk_write (i1, 2); disk_write (i2, 1); disk_read (ALLOCATION, t);
  assert (t >> b & 1);            /* the bit of one's own block is still there */
  disk_end ();
  release (block_lock[b]);
  release (inode_lock[f]);
  release (file_lock[f])
}

#if USED == 0
active proctype first () { byte t; create (0, 1, 2, 3, 0, 7, 8) }
active proctype second () { byte t; create (1, 4, 5, 6, 1, 9, 10) }
#else
active proctype first () { byte t; create (0, 1, 2, 3, 1, 7, 8) }
active proctype second () { byte t; create (1, 4, 5, 6, 2, 9, 10) }
#endif
