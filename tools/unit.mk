# The C unit tests: every tests/unit/**/test_*.c is a program of its own, linked with all of the library.
#
#   make -f tools/unit.mk OUT=DIR [CC=…] [CFLAGS=…] [LDFLAGS=…]      from the top of the tree
#
# builds DIR/test_… and lists the programs in DIR/programs. Sources of other names are linked with every test.

CC ?= cc
CFLAGS ?= -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Werror
ALL_CFLAGS = -std=gnu11 $(WARNINGS) -D_GNU_SOURCE -Isrc -Itests/unit -pthread $(CFLAGS)

library := $(patsubst %.c,$(OUT)/%.o,$(wildcard src/core/*.c src/shm/*.c))
tests := $(wildcard tests/unit/test_*.c tests/unit/*/test_*.c)
helpers := $(filter-out $(tests),$(wildcard tests/unit/*.c tests/unit/*/*.c))
objects := $(patsubst %.c,$(OUT)/%.o,$(tests) $(helpers))
programs := $(patsubst tests/unit/%.c,$(OUT)/%,$(tests))

all: $(OUT)/programs

$(OUT)/programs: $(programs)
	@printf '%s\n' $(programs) >$@

$(programs): $(OUT)/%: $(OUT)/tests/unit/%.o $(patsubst %.c,$(OUT)/%.o,$(helpers)) $(library)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(LDFLAGS) -lcmocka -lm

$(OUT)/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -c -o $@ $<

# Rebuilds everything when compiler or flags change.
$(OUT)/flags: FORCE
	@mkdir -p $(OUT)
	@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' >$@

FORCE:
.SECONDARY: $(objects) $(library)
.PHONY: all FORCE

-include $(objects:.o=.d) $(library:.o=.d)
