/* Every planted mistake: X (name, "tests that notice it", "what is wrong").
 * The tests are unit tests (test/unit/NAME.c) and parts (test/parts/NAME.sh),
 * the quickest first; `python3 test/mutants/run.py` tries them.
 * A name begins with the room that the mistake is in. */
#include "mutants/cli.h"
#include "mutants/front.h"
#include "mutants/lpor.h"
#include "mutants/ltl.h"
#include "mutants/memory.h"
#include "mutants/plugin.h"
#include "mutants/reduce.h"
#include "mutants/report.h"
#include "mutants/runtime.h"
#include "mutants/search.h"
#include "mutants/simplify.h"
#include "mutants/store.h"
#include "mutants/vm.h"
#include "mutants/protocol.h"
#include "mutants/symbolic.h"
