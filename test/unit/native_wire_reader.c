/* Whatever bytes a program writes, its supervisor keeps its head. */
#define _GNU_SOURCE
#include "native/wire_reader.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "native/seal.h"

struct bytes {
  unsigned char data[4096];
  size_t count;
};

static void
put (struct bytes *b, const void *data, size_t n)
{
  memcpy (b->data + b->count, data, n);
  b->count += n;
}

/* A finding with two steps, one thread and three frames; then the end. */
static struct bytes
good (void)
{
  struct bytes b = {.count = 0};
  struct wire_finding f = {.message_bytes = 5, .nsteps = 2, .nthreads = 1, .other_frames = 1, .nframes = 3};
  struct wire_step steps[2] = {{.thread = 0}, {.thread = 0, .kind = NATIVE_LOCK}};
  struct wire_thread thread = {.nframes = 2};
  uint64_t frames[3] = {1, 2, 3};
  struct wire_done done = {.exhaustive = 1, .reason_bytes = 2};
  struct wire_record r = {WIRE_FINDING, sizeof f + 5 + sizeof steps + sizeof thread + sizeof frames, 0};
  put (&b, &r, sizeof r);
  put (&b, &f, sizeof f);
  put (&b, "wrong", 5);
  put (&b, steps, sizeof steps);
  put (&b, &thread, sizeof thread);
  put (&b, frames, sizeof frames);
  r = (struct wire_record) {WIRE_DONE, sizeof done + 2, 0};
  put (&b, &r, sizeof r);
  put (&b, &done, sizeof done);
  put (&b, "ok", 2);
  return b;
}

/* As the checker inside would have written them, as far as they are records. */
static void
seal (unsigned char *data, size_t n, const uint64_t nonce[2])
{
  struct wire_record r;
  size_t at = 0;
  for (uint64_t number = 0; at + sizeof r <= n; number++, at += sizeof r + r.bytes) {
    memcpy (&r, data + at, sizeof r);
    r.seal = seal_make (nonce, number, r.type, r.bytes);
    memcpy (data + at, &r, sizeof r);
  }
}

static const uint64_t nonce[2] = {17, 4};

/* Reads the bytes, in two portions. */
static void
read_sealed (struct wire_log *t, const unsigned char *data, size_t n, size_t cut)
{
  int fd[2];
  *t = (struct wire_log) {.nonce = {nonce[0], nonce[1]}};
  if (pipe2 (fd, O_NONBLOCK))
    abort ();
  if (write (fd[1], data, cut) != (ssize_t) cut)
    abort ();
  enum wire_log_state state = wire_log_read (t, fd[0]);
  if (state != WIRE_LOG_END && write (fd[1], data + cut, n - cut) == (ssize_t) (n - cut))
    while (wire_log_read (t, fd[0]) == WIRE_LOG_MORE)
      ;
  close (fd[0]);
  close (fd[1]);
}

/* HELLO and what is given, sealed. */
static void
read_all (struct wire_log *t, const unsigned char *data, size_t n, size_t cut)
{
  static unsigned char copy[2 * sizeof (struct bytes)];
  struct wire_record begins = {.type = WIRE_HELLO};
  memcpy (copy, &begins, sizeof begins);
  memcpy (copy + sizeof begins, data, n);
  seal (copy, n + sizeof begins, nonce);
  read_sealed (t, copy, n + sizeof begins, cut + sizeof begins);
}

static void
test_portions (void)
{
  struct bytes b = good ();
  struct wire_log t;
  bool all = true;
  for (size_t cut = 1; cut < b.count; cut++) {
    read_all (&t, b.data, b.count, cut);
    all &= t.is_done && !t.malformed && t.findings.count == 1 && !strcmp (t.findings.data[0].message, "wrong") &&
           t.findings.data[0].frames[2] == 3 && !strcmp (t.reason, "ok") && t.done.exhaustive;
    wire_log_release (&t);
  }
  CHECK (all);
}

static void
test_nonsense (void)
{
  struct bytes b = good ();
  struct wire_log t;
  unsigned refused = 0;
  uint64_t random = 1;
  for (int i = 0; i < 20000; i++) {
    struct bytes c = b;
    for (int k = 0; k < 1 + i % 3; k++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      c.data[(random >> 33) % c.count] = (unsigned char) (random >> 24);
    }
    read_all (&t, c.data, c.count, 1 + random % (c.count - 1));
    refused += t.malformed != NULL;
    wire_log_release (&t);
  }
  CHECK (refused > 5000);
  struct wire_record huge = {WIRE_NOTE, UINT32_MAX, 0};
  read_all (&t, (unsigned char *) &huge, sizeof huge, 1);
  CHECK (t.malformed);
  wire_log_release (&t);
}

/* The program is done once; what it found before it began again is void; an access belongs to a step or comes after the last. */
static void
test_order (void)
{
  struct bytes b = good (), again = b, begun = b;
  struct wire_record hello = {WIRE_HELLO, 0, 0}, r;
  struct wire_log t;
  memcpy (&r, b.data, sizeof r);
  size_t done = sizeof r + r.bytes;
  put (&again, b.data + done, b.count - done);
  read_all (&t, again.data, again.count, again.count - 1);
  CHECK (t.malformed);
  wire_log_release (&t);
  begun.count = done;
  put (&begun, &hello, sizeof hello);
  put (&begun, b.data, b.count);
  read_all (&t, begun.data, begun.count, begun.count - 1);
  CHECK (!t.malformed && t.is_done && t.findings.count == 1);
  wire_log_release (&t);
  for (uint32_t step = 0; step < 4; step++) {
    struct wire_finding f;
    struct wire_touch touch = {.thread = 0, .kind = NATIVE_WRITE, .step = step};
    struct bytes c = {.count = 0};
    memcpy (&f, b.data + sizeof r, sizeof f);
    f.ntouches = 1;
    struct wire_record longer = {WIRE_FINDING, r.bytes + (uint32_t) sizeof touch, 0};
    put (&c, &longer, sizeof longer);
    put (&c, &f, sizeof f);
    put (&c, b.data + sizeof r + sizeof f, r.bytes - sizeof f);
    put (&c, &touch, sizeof touch);
    put (&c, b.data + done, b.count - done);
    read_all (&t, c.data, c.count, 1);
    CHECK (step <= f.nsteps ? t.is_done && !t.malformed : t.malformed != NULL);
    wire_log_release (&t);
  }
}

/* Seals that are another run's, or of other records; records where none may come; more of them than there is room for. */
static void
test_seals (void)
{
  struct bytes b = good (), late = b;
  struct wire_record begins = {.type = WIRE_HELLO}, note = {.type = WIRE_NOTE};
  static unsigned char all[sizeof begins + sizeof b.data];
  struct wire_log t;
  read_all (&t, b.data, b.count, 1);
  CHECK (t.is_done && !t.malformed);
  wire_log_release (&t);
  put (&late, &note, sizeof note);
  read_all (&t, late.data, late.count, late.count - 1);
  CHECK (t.malformed);
  wire_log_release (&t);
  memcpy (all, &begins, sizeof begins);
  memcpy (all + sizeof begins, b.data, b.count);
  for (int bit = 0; bit < 128; bit++) {
    uint64_t other[2] = {nonce[0], nonce[1]};
    other[bit / 64] ^= (uint64_t) 1 << bit % 64;
    seal (all, b.count + sizeof begins, other);
    read_sealed (&t, all, b.count + sizeof begins, 1);
    CHECK (t.malformed && !t.is_done && !t.has_begun);
    wire_log_release (&t);
  }
  seal (b.data, b.count, nonce);   /* a finding, and ok, before it begins */
  read_sealed (&t, b.data, b.count, 1);
  CHECK (t.malformed && !t.is_done && !t.findings.count);
  wire_log_release (&t);
}

static void
test_room (void)
{
  struct bytes b = {.count = 0};
  struct wire_record begins = {.type = WIRE_HELLO}, name = {.type = WIRE_NAME, .bytes = sizeof (struct wire_name)};
  put (&b, &begins, sizeof begins);
  for (uint64_t i = 0; i < 40; i++) {
    put (&b, &name, sizeof name);
    put (&b, &i, sizeof i);
  }
  seal (b.data, b.count, nonce);
  for (int is_small = 0; is_small < 2; is_small++) {
    int fd[2];
    struct wire_log t = {.nonce = {nonce[0], nonce[1]}, .most = is_small ? 500 : 5000};
    CHECK (!pipe2 (fd, O_NONBLOCK) && write (fd[1], b.data, b.count) == (ssize_t) b.count);
    while (wire_log_read (&t, fd[0]) == WIRE_LOG_MORE)
      ;
    CHECK (is_small ? t.is_full && t.malformed : !t.malformed && t.names.count == 40);
    wire_log_release (&t);
    close (fd[0]);
    close (fd[1]);
  }
}

static bool
is_refused (const struct bytes *b)
{
  struct wire_log t;
  read_all (&t, b->data, b->count, b->count - 1);
  bool refused = t.malformed && !t.is_done;
  wire_log_release (&t);
  return refused;
}

/* A finding whose parts do not fit together is no finding. */
static void
test_parts (void)
{
  const size_t head = sizeof (struct wire_record);
  struct bytes b = good (), longer = b, shorter = b;
  struct wire_record r;
  CHECK (!is_refused (&b));
  memcpy (&r, b.data, sizeof r);
  r.bytes++;
  memcpy (longer.data, &r, sizeof r);
  memmove (longer.data + head + r.bytes, b.data + head + r.bytes - 1, b.count - head - r.bytes + 1);
  longer.count++;
  CHECK (is_refused (&longer));
  r.bytes -= 2;
  memcpy (shorter.data, &r, sizeof r);
  memmove (shorter.data + head + r.bytes, b.data + head + r.bytes + 1, b.count - head - r.bytes - 1);
  shorter.count--;
  CHECK (is_refused (&shorter));
  struct wire_finding f, *in = (struct wire_finding *) (void *) (b.data + head);
  memcpy (&f, in, sizeof f);
#define WITH(field, value)            \
  do {                                \
    struct bytes c = b;               \
    struct wire_finding g = f;        \
    g.field = (value);                \
    memcpy (c.data + head, &g, sizeof g); \
    CHECK (is_refused (&c));          \
  } while (0)
  WITH (thread, 1);
  WITH (kind, 99);
  WITH (other_frames, 0);
  WITH (other_frames, 2);
  WITH (nframes, 2);
  WITH (nsteps, 3);
  WITH (nthreads, 2);
  struct bytes c = b;
  struct wire_step s;
  unsigned char *step = c.data + head + sizeof f + f.message_bytes + sizeof s;
  memcpy (&s, step, sizeof s);
  s.thread = 7;
  memcpy (step, &s, sizeof s);
  CHECK (is_refused (&c));
  s.thread = 0;
  s.kind = NATIVE_OP_COUNT;
  memcpy (step, &s, sizeof s);
  CHECK (is_refused (&c));
}

/* A state says how many edges follow: no room is made for more than there are. */
static void
test_states (void)
{
  const size_t head = sizeof (struct wire_record);
  const uint32_t many = 1 << 20;
  struct wire_edge edge = {.thread = 1};
  struct wire_log t;
  for (uint32_t nedges = 0; nedges <= 3; nedges++) {
    struct bytes b = {.count = 0};
    struct wire_record r = {WIRE_STATES, sizeof (struct wire_state) + 2 * sizeof edge, 0};
    struct wire_state s = {nedges < 3 ? nedges : many};
    put (&b, &r, sizeof r);
    put (&b, &s, sizeof s);
    put (&b, &edge, sizeof edge);
    put (&b, &edge, sizeof edge);
    read_all (&t, b.data, b.count, head);
    CHECK (nedges == 2 ? !t.malformed && t.states.count == 1 && t.edges.count == 2 && t.edges.data[1].thread == 1 : t.malformed != NULL || nedges < 2);
    CHECK (t.edges.count <= 2 && t.edges.room < many);
    wire_log_release (&t);
  }
}

int
main (void)
{
  test_portions ();
  test_order ();
  test_nonsense ();
  test_seals ();
  test_room ();
  test_parts ();
  test_states ();
  return check_end ();
}
