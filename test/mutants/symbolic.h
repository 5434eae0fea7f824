X (symbolic_width_short, "symbolic_circuit", "a variable's latches are one bit too few")
