# Mazurka. `make` builds build/mazurka, `make test` runs all tests, `make demo`
# shows it at work. Configurations: make CONFIG=debug, CONFIG=asan; CC=clang.

CONFIG ?= release
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
BUILD := build$(if $(filter release,$(CONFIG)),,/$(CONFIG))$(if $(filter gcc,$(CC)),,/$(notdir $(CC)))

WARN := -std=gnu17 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
        -Wno-gnu-zero-variadic-macro-arguments -Werror
OPT_release := -O2 -g -DNDEBUG
OPT_debug := -O0 -g3
OPT_asan := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_ALL := $(WARN) $(OPT_$(CONFIG)) -Isrc -Iinclude -MMD -MP $(CFLAGS)
LDLIBS := -ljansson

SRC := $(wildcard src/*/*.c src/*/*/*.c)
OBJ := $(SRC:%.c=$(BUILD)/%.o)
LIB_OBJ := $(filter-out $(BUILD)/src/cli/main.o,$(OBJ))
UNIT := $(patsubst test/unit/%.c,$(BUILD)/test/%,$(wildcard test/unit/*.c))

all: $(BUILD)/mazurka

$(BUILD)/mazurka: $(OBJ)
	$(CC) $(OPT_$(CONFIG)) -o $@ $^ $(LDLIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(dir $@)
	$(CC) $(CFLAGS_ALL) -c -o $@ $<

$(BUILD)/test/%: test/unit/%.c $(LIB_OBJ)
	@mkdir -p $(dir $@)
	$(CC) $(CFLAGS_ALL) -Itest/unit -o $@ $< $(LIB_OBJ) $(LDLIBS)

unit: $(UNIT)
	@for t in $(UNIT); do echo "== $$t"; $$t || exit 1; done

clean:
	rm -rf build

-include $(OBJ:.o=.d)
.PHONY: all unit clean
