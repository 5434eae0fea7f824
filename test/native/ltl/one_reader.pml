byte readers; bit writer; int wrote;
active proctype reader () { do :: atomic { writer == 0 -> readers++ }; readers-- od }
active proctype start () { atomic { readers == 0 && writer == 0 -> writer = 1 }; wrote = 1; writer = 0 }
