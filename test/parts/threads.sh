#!/bin/sh
# One model, executed by two workers in two threads: what each finds is what one alone finds, and ThreadSanitizer sees no race.
# Models of all kinds: rendezvous, buffers, d_step, atomic, run, formulas, never claims, trace automata, priorities.
cd "$(dirname "$0")/../.." || exit 1
models=$(ls examples/*.pml test/trust/mistakes/*.pml test/corpus/promela/*.pml bench/models/accounting.pml)
TSAN_OPTIONS=halt_on_error=1 exec build/tsan/tools/threads $models
