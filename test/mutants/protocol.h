/* message-passing protocols */
X (protocol_sender_twice, "protocol protocol-random", "a quorum counts two messages of one sender")
X (protocol_undeclared_write, "protocol", "a variable that is written and not declared is not noticed")
X (protocol_undeclared_receiver, "protocol", "a message to a process that is not declared is not noticed")
X (protocol_local_enable, "protocol protocol-random", "a process's own variables enable nothing")
X (protocol_remote_enable, "protocol protocol-random", "messages enable nothing")
X (protocol_local_dependence, "protocol protocol-random", "transitions of one process are independent")
X (protocol_visibility, "protocol protocol-random", "no transition is visible to an invariant")
X (protocol_net_reversed, "protocol protocol-random", "what is there is taken for missing, and the other way round")
