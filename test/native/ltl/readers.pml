byte readers; bit writer, wrote, reading;
active [2] proctype reader () { do :: atomic { writer == 0 -> readers++ }; reading = 1; readers-- od }
active proctype start () { atomic { readers == 0 && writer == 0 -> writer = 1 }; wrote = 1; writer = 0 }
