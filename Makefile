# Mazurka. `make` builds build/mazurka, `make test` runs all tests, `make demo`
# shows it at work; each installs what it needs (Debian). Configurations:
# make CONFIG=debug, CONFIG=asan, CONFIG=tsan, CONFIG=mutant; CC=clang; V=1 shows commands. Each has a directory below build/.
# asan and mutant are made from a copy of src in which planted mistakes can be chosen (test/mutants/plant.py).

CONFIG ?= release
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
BUILD := build$(if $(filter release,$(CONFIG)),,/$(CONFIG))$(if $(filter gcc,$(CC)),,/$(notdir $(CC)))

PACKAGES := gcc g++ libc6-dev libjansson-dev libyaml-dev libxxhash-dev libdw-dev libcadical-dev libbdd-dev clang llvm-dev
# gcc's own headers, for a plugin (src/native/gcc), if there is a package of them for the gcc that is installed.
PACKAGES_GCC = $$(p=gcc-$$(gcc -dumpversion | cut -d. -f1)-plugin-dev; apt-cache show $$p >/dev/null 2>&1 && echo $$p)
PACKAGES_TEST := clang berkeley-abc gdb spin lbt python3 chromium chromium-driver python3-jsonschema python3-yaml cmake pkg-config
PACKAGES_BENCH := spin lbt gnuplot-nox python3

WARN := -std=gnu17 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror

S := $(if $(filter asan mutant,$(CONFIG)),build/planted/)
PLANTED := $(if $(S),-DMUTANTS -include base/mutant.h)
ifneq ($(S),)
ifneq ($(shell python3 test/mutants/plant.py $(S) >&2 || echo failed),)
$(error A planted mistake does not fit, see above)
endif
endif

OPT_release := -O2 -g -DNDEBUG
LTO_release := $(if $(findstring clang,$(CC)),,-flto=auto)
OPT_debug := -O0 -g3
OPT_asan := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPT_tsan := -O1 -g1 -fsanitize=thread
OPT_mutant := -O2 -g
CFLAGS_ALL := $(WARN) $(OPT_$(CONFIG)) -I$(S)src $(PLANTED) -Iinclude -MMD -MP $(CFLAGS)
# The C++ library of the SAT solver is linked in: loading it would be most of what a small model takes.
LDLIBS := -ljansson -ldw -lelf -lcadical -lyaml -Wl,-Bstatic -lbdd -lstdc++ -Wl,-Bdynamic -lm -static-libgcc

# What is made is named by a short line, with V=1 by its commands. Begins a recipe's line.
SILENT := $(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
SHORT = $(if $(V),,@$(if $(SILENT),,printf '  %-5s %s\n' $(1) '$(2)' &&))
Q := $(if $(V),,@)

# What chooses a mistake, and no warnings for code that mistakes leave unused.
MUTANT_C := $(if $(S),src/base/mutant.c)
QUIET := $(if $(S),-w)

# What is linked into programs under test, and into nothing else; and what both have.
RT_ONLY := $(sort $(wildcard src/native/runtime/*/*.c src/native/explorer/*.c))
RT_SHARED := $(sort $(wildcard src/reduce/dynamic/*.c src/search/stateless/*.c)) \
  src/model/exec.c src/native/operations.c src/base/distinct.c src/base/str.c $(MUTANT_C)
RT_OBJ := $(patsubst src/%.c,$(BUILD)/rt/%.o,$(RT_ONLY) $(RT_SHARED))

SRC := $(filter-out $(RT_ONLY) $(wildcard src/native/wrap/*.c),$(sort $(wildcard src/*/*.c src/*/*/*.c)) $(MUTANT_C))
OBJ := $(SRC:%.c=$(BUILD)/%.o)
LIB_OBJ := $(filter-out $(BUILD)/src/cli/main.o,$(OBJ))
UNIT := $(patsubst test/unit/%.c,$(BUILD)/test/%,$(sort $(wildcard test/unit/*.c)))

TOOLS := $(addprefix $(BUILD)/,libmazurka-rt.o mazurka.specs mazurka-gdb.py mazurka_lldb.py wrap/as wrap/ld wrap/builtins.h include/mazurka/mazurka.h libmazurka-lpor.a include/mazurka/lpor.h include/mazurka/protocol.h plugin/gcc.so plugin/clang.so)

all: $(BUILD)/mazurka $(TOOLS)

# What a protocol's shared object calls (src/front/protocol/accesses.c, library.c).
EXPORTED := -Wl,--export-dynamic-symbol='__tsan_*' -Wl,--export-dynamic-symbol='__wrap_*'

$(BUILD)/mazurka: $(OBJ)
	$(call SHORT,LD,$@) $(CC) $(OPT_$(CONFIG)) $(LTO_$(CONFIG)) $(LDFLAGS) $(EXPORTED) -o $@ $^ $(LDLIBS)

$(BUILD)/src/%.o: $(S)src/%.c Makefile | deps
	@mkdir -p $(dir $@)
	$(call SHORT,CC,$<) $(CC) $(CFLAGS_ALL) $(QUIET) $(HOT) -c -o $@ $<

# The runtime is one object whose names are its own, except those that programs
# call (EXPORT): it lives among symbols we know nothing about. Sanitizers have no place
# there. Its own copying must not look like the program's, so the compiler's
# calls of memcpy and friends are renamed; so are its own assertions. A program that has a function of a
# name that we export keeps it: ours are weak, but not those that instrumented code calls.
# Lines and functions are enough for all but the file that has what debuggers read (mazurka_runtime_state): the rest would
# be most of what linking a program takes.
DEBUG_rt = $(if $(filter %/core/exec.o,$@),-g,-g1)
OPT_rt = $(if $(filter release,$(CONFIG)),-DNDEBUG) -O2 $(DEBUG_rt) -fdebug-prefix-map='$(CURDIR)=/mazurka-runtime' -D_GNU_SOURCE -fPIC -fvisibility=hidden -fno-semantic-interposition -fexceptions -fno-stack-protector -fno-builtin \
  $(if $(findstring clang,$(CC)),,-fno-tree-loop-distribute-patterns)
RT_RENAME := $(foreach f,memcpy memset memmove memcmp strlen strcmp strncmp strchr strrchr,--redefine-sym $(f)=rt_$(f))
RT_RENAME_LIBC := $(foreach f,snprintf vsnprintf __isoc99_sscanf getenv setenv unsetenv qsort sigemptyset strsignal \
  pthread_attr_init pthread_attr_getstacksize pthread_mutexattr_gettype pthread_rwlockattr_getkind_np,--redefine-sym $(f)=rt_$(f))
RT_APART := $(patsubst %,$(BUILD)/rt/native/runtime/%.o,libc/strings libc/libc program/program libc/lookup)
LTO_rt := $(and $(filter release,$(CONFIG)),$(LTO_release),-flto -flto-partition=one)
$(BUILD)/rt/%.o: $(S)src/%.c Makefile | deps
	@mkdir -p $(dir $@)
	$(call SHORT,CC,$<) $(CC) $(WARN) $(OPT_rt) $(if $(filter $@,$(RT_APART)),,$(LTO_rt)) -I$(S)src $(PLANTED) $(QUIET) -Iinclude -MMD -MP -c -o $@ $<
	$(Q)$(if $(filter %/libc.o,$@),objcopy $(RT_RENAME) --redefine-sym dlsym=rt_dlsym --redefine-sym __assert_fail=rt_assert_fail $@)
	$(Q)$(if $(filter %/program.o,$@),objcopy $(RT_RENAME) $(RT_RENAME_LIBC) $@)
	$(Q)$(if $(filter %/lookup.o,$@),objcopy $(RT_RENAME) $@)

$(BUILD)/libmazurka-rt.o: $(RT_OBJ)
	$(call SHORT,LD,$@) $(if $(LTO_rt),$(CC) $(OPT_rt) $(LTO_rt) -nostdlib -flinker-output=nolto-rel,ld) -r -o $@.most $(filter-out $(RT_APART),$(RT_OBJ))
	$(Q)objcopy $(RT_RENAME) $(RT_RENAME_LIBC) --redefine-sym dlsym=rt_dlsym --redefine-sym __assert_fail=rt_assert_fail $@.most
	$(Q)ld -r -o $@.all $@.most $(RT_APART)
	$(Q)objcopy --localize-hidden --rename-section .text=mz_text $@.all
	$(Q)nm -g --defined-only -f posix $@.all | sed -n '/^__tsan_/!s/ .*//p' >$@.weak
	$(Q)objcopy --weaken-symbols=$@.weak $@.all $@
	@rm $@.all $@.most $@.weak

$(BUILD)/mazurka.specs $(BUILD)/mazurka-gdb.py $(BUILD)/mazurka_lldb.py: $(BUILD)/%: src/native/%
	@mkdir -p $(dir $@)
	$(Q)cp $< $@
$(BUILD)/wrap/%: src/native/wrap/%
	@mkdir -p $(dir $@)
	$(Q)cp $< $@
# Called for every program that is linked: without sanitizers, so that it starts at once.
$(BUILD)/wrap/ld: $(addprefix $(S),$(wildcard src/native/wrap/*.c) src/native/constructor.h src/base/mem.c src/base/str.c $(MUTANT_C)) Makefile | deps
	@mkdir -p $(dir $@)
	$(call SHORT,LD,$@) $(CC) $(WARN) -O2 -g $(if $(filter release,$(CONFIG)),-DNDEBUG) -I$(S)src $(PLANTED) $(QUIET) -o $@ $(filter %.c,$^) -lelf
$(BUILD)/include/%: include/%
	@mkdir -p $(dir $@)
	$(Q)cp $< $@

# Plugins of gcc and clang for what -fsanitize=thread leaves out (src/native/gcc, clang), each with one that loads
# it into the compiler that it fits. Where one cannot be built there is none, and verdicts say what is assumed for that.
OPT_plugin := -std=gnu++17 -Wall -Wextra -Werror $(if $(filter release,$(CONFIG)),-O2 -g,-O1) -fPIC -shared -fno-rtti -fno-exceptions -I$(S)src $(PLANTED) $(QUIET) $(if $(filter release,$(CONFIG)),-DNDEBUG)
HEADERS_gcc = $$(gcc -print-file-name=plugin)/include
HEADERS_clang = $$(llvm-config --includedir)
PLUGIN_MUTANT := $(MUTANT_C:src/%.c=$(BUILD)/rt/%.o)
$(BUILD)/plugin/%.so: $(addprefix $(S),$(wildcard src/native/gcc/* src/native/clang/*) src/native/hidden.h) $(PLUGIN_MUTANT) Makefile | deps
	@mkdir -p $(dir $@)
	$(call SHORT,CXX,$@) g++ $(OPT_plugin) -isystem "$(HEADERS_$*)" -o $(@:.so=-pass.so) $(addprefix $(S),$(filter-out %/load.cc,$(wildcard src/native/$*/*.cc))) $(PLUGIN_MUTANT) && \
	g++ $(OPT_plugin) -isystem "$(HEADERS_$*)" -o $@ src/native/$*/load.cc || { rm -f $@; echo "note: no plugin for $*, are its headers there?"; }

# The page has its script, style and frame in it.
$(BUILD)/src/report/page.o: $(wildcard src/report/page/*)

# Stubborn sets for other checkers: nothing of ours but what chooses a planted mistake.
LPOR_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/lpor/*.c) $(MUTANT_C))
$(BUILD)/libmazurka-lpor.a: $(LPOR_OBJ)
	$(Q)rm -f $@
	$(call SHORT,AR,$@) ar rcs $@ $^

# The rooms where a search spends its time.
ifeq ($(CONFIG),release)
$(BUILD)/src/vm/%.o $(BUILD)/src/store/%.o $(BUILD)/src/search/%.o $(BUILD)/src/reduce/%.o: HOT := -O3 $(LTO_release)
$(BUILD)/src/lpor/%.o: HOT := -O3
endif

# All but main, of which a test takes what it needs.
$(BUILD)/tested.a: $(LIB_OBJ)
	@rm -f $@
	$(call SHORT,AR,$@) $(if $(findstring clang,$(CC)),ar,gcc-ar) rcsT $@ $^

$(BUILD)/test/%: test/unit/%.c $(BUILD)/tested.a
	@mkdir -p $(dir $@)
	$(call SHORT,LD,$@) $(CC) $(CFLAGS_ALL) $(LTO_$(CONFIG)) -Itest/unit -o $@ $< $(BUILD)/tested.a $(LDLIBS)

$(BUILD)/tools/%: test/tools/%.c $(BUILD)/tested.a
	@mkdir -p $(dir $@)
	$(call SHORT,LD,$@) $(CC) $(CFLAGS_ALL) $(LTO_$(CONFIG)) -o $@ $< $(BUILD)/tested.a $(LDLIBS)

# The rooms that workers in several threads need, with CONFIG=tsan: test/parts/threads.sh.
THREADS_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(wildcard $(patsubst %,src/%/*.c,base model vm store search search/stateless reduce reduce/dynamic ltl lpor front/promela)) $(MUTANT_C))
$(BUILD)/tools/threads: test/tools/threads.c $(THREADS_OBJ)
	@mkdir -p $(dir $@)
	$(call SHORT,LD,$@) $(CC) $(CFLAGS_ALL) $(LTO_$(CONFIG)) -o $@ $^

# What is missing is installed by root, and named to others.
NEED = @command -v dpkg-query >/dev/null || exit 0; \
  missing=$$(for p in $(1); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
  [ -z "$$missing" ] && exit 0; \
  if [ "$$(id -u)" = 0 ]; then apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends $$missing; \
  else echo "Packages are missing. Please run: sudo apt-get install" $$missing; exit 1; fi

deps:
	$(call NEED,$(PACKAGES))
	$(call NEED,$(PACKAGES_GCC))
deps-test: deps
	$(call NEED,$(PACKAGES_TEST))
deps-bench: deps
	$(call NEED,$(PACKAGES_BENCH))

demo: all
	@sh examples/demo.sh $(BUILD)/mazurka

# Tests of one room each, and the programs that other tests talk to.
unit: $(UNIT) tools
tools: $(patsubst test/tools/%.c,$(BUILD)/tools/%,$(wildcard test/tools/*.c))

# Everything; ends with the line "N passed, N failed". T='PATTERN...': the parts and units whose names match, after
# building what these need.
test: deps-test
	@python3 test/run.py $(foreach p,$(T),'$(p)')

# Every mistake of test/mutants, made one at a time: which share do the tests notice? build/mutant/mistakes.md says.
mutants: deps-test
	python3 test/mutants/run.py --table build/mutant/mistakes.md

# Fresh random models for SECONDS, compared between configurations and with SPIN.
SECONDS := 600
fuzz: all deps-test
	python3 test/trust/fuzz.py --seconds $(SECONDS) --mazurka $(BUILD)/mazurka
# The same for C programs.
fuzz-native: all deps-test
	python3 test/trust/native_fuzz.py --seconds $(SECONDS) --mazurka $(BUILD)/mazurka

# Fresh random models, execution by execution: MODELS of them.
MODELS := 3000
fuzz-executions: all deps-test
	python3 test/trust/executions.py --models $(MODELS) --seed $$(date +%s) --mazurka $(BUILD)/mazurka

# Fresh random protocols: PROTOCOLS of them.
PROTOCOLS := 1000
fuzz-protocols: all deps-test
	python3 test/trust/protocols.py --protocols $(PROTOCOLS) --seed $$(date +%s) --mazurka $(BUILD)/mazurka
	python3 test/trust/protocol_declarations.py --every --protocols $(PROTOCOLS) --seed $$(date +%s) --mazurka $(BUILD)/mazurka

# The examples of SPIN's package, measured again: docs/results/spin-examples.md.
spin-examples: all deps-test
	python3 test/trust/examples.py --spin --table

real-program: all
	sh bench/real-program.sh

real-scanner: all
	sh bench/real-scanner.sh
bench-promela: all deps-bench
	python3 bench/promela.py
bench-stateful: all
	python3 bench/stateful.py
bench-native: all deps-bench
	python3 bench/native.py
bench-ltl-automata: all deps-bench
	python3 bench/ltl_automata.py
bench-ltl: all deps-bench
	python3 bench/ltl.py
bench-lpor: all deps-bench
	python3 bench/lpor.py
bench-symbolic: all
	python3 bench/symbolic.py
bench-figure8: all deps-bench
	python3 bench/figure8.py
bench-dpor: all deps-bench
	python3 bench/figures6and8.py

man: $(BUILD)/mazurka.1
$(BUILD)/mazurka.1: $(BUILD)/mazurka
	$(Q)$(BUILD)/mazurka help --man > $@

# The command, its tools, the headers, the library, the man page, and what shells and build systems look for.
PREFIX ?= /usr/local
VERSION = $(shell sed -n 's/.*VERSION "\(.*\)"/\1/p' src/base/version.h)
TO := $(DESTDIR)$(PREFIX)
PKGCONFIGDIR ?= $(PREFIX)/lib/pkgconfig
install: all man
	install -d $(TO)/bin $(TO)/lib/mazurka/wrap $(TO)/lib/mazurka/plugin $(TO)/lib/mazurka/include/mazurka $(DESTDIR)$(PKGCONFIGDIR) $(TO)/include/mazurka $(TO)/share/man/man1 \
	  $(TO)/share/bash-completion/completions $(TO)/share/zsh/site-functions $(TO)/share/fish/vendor_completions.d $(TO)/lib/cmake/Mazurka $(TO)/share/doc/mazurka
	install -m 755 $(BUILD)/mazurka $(TO)/bin
	install -m 644 $(BUILD)/libmazurka-rt.o $(BUILD)/mazurka.specs $(BUILD)/mazurka-gdb.py $(BUILD)/mazurka_lldb.py $(TO)/lib/mazurka
	install -m 755 $(BUILD)/wrap/as $(BUILD)/wrap/ld $(TO)/lib/mazurka/wrap
	install -m 644 $(BUILD)/wrap/builtins.h $(TO)/lib/mazurka/wrap
	for f in $(BUILD)/plugin/*.so; do [ ! -f $$f ] || install -m 644 $$f $(TO)/lib/mazurka/plugin || exit 1; done
	install -m 644 include/mazurka/*.h $(TO)/lib/mazurka/include/mazurka
	install -m 644 include/mazurka/*.h $(TO)/include/mazurka
	install -m 644 $(BUILD)/libmazurka-lpor.a $(TO)/lib
	install -m 644 $(BUILD)/mazurka.1 $(TO)/share/man/man1
	install -m 644 install/mazurka.bash $(TO)/share/bash-completion/completions/mazurka
	install -m 644 install/_mazurka $(TO)/share/zsh/site-functions
	install -m 644 install/mazurka.fish $(TO)/share/fish/vendor_completions.d
	install -m 644 install/MazurkaConfig.cmake $(TO)/lib/cmake/Mazurka
	install -m 644 install/github-workflow.yml $(TO)/share/doc/mazurka
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' install/mazurka.pc.in > $(DESTDIR)$(PKGCONFIGDIR)/mazurka.pc
uninstall:
	rm -rf $(TO)/bin/mazurka $(TO)/lib/mazurka $(TO)/include/mazurka $(TO)/lib/libmazurka-lpor.a $(TO)/share/man/man1/mazurka.1 \
	  $(TO)/share/bash-completion/completions/mazurka $(TO)/share/zsh/site-functions/_mazurka $(TO)/share/fish/vendor_completions.d/mazurka.fish \
	  $(TO)/lib/cmake/Mazurka $(DESTDIR)$(PKGCONFIGDIR)/mazurka.pc $(TO)/share/doc/mazurka

clean:
	rm -rf build

-include $(OBJ:.o=.d) $(RT_OBJ:.o=.d) $(UNIT:=.d)
.PHONY: bench-stateful all deps deps-test deps-bench demo unit tools test mutants fuzz fuzz-native fuzz-executions fuzz-protocols spin-examples bench-promela bench-native bench-ltl \
  bench-ltl-automata bench-symbolic bench-lpor bench-figure8 bench-dpor real-program real-scanner man install uninstall clean
