/* The alternating bit protocol with a careless sender: broken.
 *
 * The sender takes any acknowledgement for the one it waits for. A message
 * that it had to repeat is acknowledged twice, and the second acknowledgement
 * makes it forget a message that was lost.
 *
 *     mazurka check examples/abp_broken.pml --search=bfs
 *     mazurka replay abp_broken.pml.trace --messages
 */
#define MAX 8

mtype = { msg, ack };

chan to_receiver = [2] of { mtype, byte, bit };
chan to_sender = [2] of { mtype, bit };

active proctype Sender ()
{
  byte data;
  bit b;

  do
  :: to_receiver!msg, data, b         /* first time, or once more */
  :: to_sender?ack, _ ->              /* which one is it? */
       data = (data + 1) % MAX;
       b = 1 - b
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
