# SPDX-License-Identifier: MIT
#
# Counts of steps: no call takes too long. A step is a basic block of the module, so a count is the same on every machine
# and under every load.
STEPS = build/steps/$(LUA_NAME)
STEPS_OBJECT = $(STEPS)/steps.o

$(STEPS_OBJECT): spec/steps/steps.c
	@mkdir -p $(@D)
	@$(CC) $(FLAGS) -I'$(LUA_INCDIR)' -c -o $@ $<

# clang's basic blocks are others, so the limits hold for gcc.
.PHONY: steps-module steps fuzz-slow fuzz-slow-check
steps-module:
	+@$(MAKE) --no-print-directory -s all OUT=$(STEPS) CC='$(GCC)' CFLAGS=-fsanitize-coverage=trace-pc \
	  LDFLAGS='-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset,--wrap=memcmp' \
	  OBJECTS='$$(SOURCES:src/%.c=$$(OUT)/%.o) $(STEPS_OBJECT)'

STEPS_RUN = env LUA_CPATH='$(CURDIR)/$(STEPS)/?.so;;' $(LUA)
steps: steps-module ## the steps of known calls, each against its limit
	@tools/check $@ $(STEPS_RUN) spec/steps/run.lua

# The check searches with the same seed each time.
SLOW_CASES = $(if $(filter file,$(origin CASES)),40,$(CASES))
fuzz-slow: steps-module ## a search for calls over their limit of steps: SEED=, CASES= of each call, NAME= of a function
	@tools/check $@ $(STEPS_RUN) spec/steps/search.lua $(SLOW_CASES) $(SEED) $(NAME)
fuzz-slow-check: steps-module
	@tools/check fuzz-slow $(STEPS_RUN) spec/steps/search.lua $(SLOW_CASES) 1
