/* The alternating bit protocol over channels that lose messages: correct.
 *
 * Every message carries a bit. The sender repeats a message until its bit is
 * acknowledged; the receiver accepts a message only if the bit is the one it
 * expects, and so takes no repetition for news. Message number n carries n
 * modulo 8; the receiver asserts that none is missing and none comes twice.
 *
 *     mazurka check examples/abp.pml
 */
#define MAX 8

mtype = { msg, ack };

chan to_receiver = [2] of { mtype, byte, bit };
chan to_sender = [2] of { mtype, bit };

active proctype Sender ()
{
  byte data;
  bit b, got;

  do
  :: to_receiver!msg, data, b         /* first time, or once more */
  :: to_sender?ack, got ->
       if
       :: got == b -> data = (data + 1) % MAX; b = 1 - b
       :: else
       fi
  od
}

active proctype Receiver ()
{
  byte data, expected;
  bit b, want;

  do
  :: to_receiver?msg, data, b ->
       if
       :: b == want ->
            assert (data == expected);
            expected = (expected + 1) % MAX;
            want = 1 - want
       :: else                        /* a repetition */
       fi;
       to_sender!ack, b
  od
}

/* The channels' bad luck. */
active proctype Thief ()
{
  do
  :: to_receiver?_, _, _
  :: to_sender?_, _
  od
}
