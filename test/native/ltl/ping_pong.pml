byte a = 1, b; bit ping, pong;
active proctype first () { do :: atomic { a > 0 -> a-- }; ping = 1; ping = 0; b++ od }
active proctype second () { do :: atomic { b > 0 -> b-- }; pong = 1; pong = 0; a++ od }
