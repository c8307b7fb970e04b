# SPDX-License-Identifier: MIT
#
# Attacks with spoilt files, with memory that runs out, and with threads. SECONDS: how long an
# attack may take that can go on for as long as one likes, 60.
HOSTILE_SECONDS = $(or $(filter-out 0,$(SECONDS)),60)
HOSTILE = build/hostile

.PHONY: fuzz-files fuzz-files-check fuzz-memory fuzz-memory-check fuzz-threads fuzz-threads-check
fuzz-files: ## spoilt .vox files and strings of grids, by AFL++, for SECONDS
	@tools/check $@ $(PYTHON) spec/hostile/files.py --cc '$(CC)' --build $(HOSTILE)/files \
	  --seconds $(HOSTILE_SECONDS)
fuzz-files-check:
	@tools/check fuzz-files $(PYTHON) spec/hostile/files.py --cc '$(CC)' --build $(HOSTILE)/files

# Programs that hold Lua and the module. $(PROGRAM) names one of spec/hostile; it is made for LUA in
# OUT, with objects of the core that are there already.
.PHONY: hostile-program
hostile-program: $(OBJECTS) $(OUT)/headers
	@$(COMPILE) -I'$(LUA_INCDIR)' -o $(OUT)/$(PROGRAM) spec/hostile/$(PROGRAM).c spec/hostile/host.c \
	  $(OBJECTS) $(CORE_BUILT) $$($${PKG_CONFIG:-pkg-config} --libs $(LUA_NAME)) -lm -pthread
# $1: the program, $2: the Lua, $3: OUT, $4: flags, $5: the core's objects
HOSTILE_PROGRAM = $(MAKE) --no-print-directory -s hostile-program PROGRAM=$1 LUA=$2 OUT=$3 CC='$(GCC)' \
  CFLAGS='$4' LDFLAGS= SOURCES='$(BINDING)' CORE_BUILT='$5'

fuzz-memory: $(LUAS:%=fuzz-memory-%) ## every call while each of its requests for memory fails, in all five Luas
fuzz-memory-check: fuzz-memory-lua5.4 fuzz-memory-luajit
.PHONY: $(LUAS:%=fuzz-memory-%)
$(LUAS:%=fuzz-memory-%): fuzz-memory-%: sanitized-%
	+@$(call HOSTILE_PROGRAM,memory,$*,build/sanitize/$*,$(SANITIZERS),$(CORE:src/%.c=build/sanitize/$*/%.o))
	@tools/check 'fuzz-memory, $*' sh -c 'mkdir -p $(HOSTILE)/memory-$* && cd spec/hostile && \
	  ASAN_OPTIONS=detect_leaks=0 exec ../../build/sanitize/$*/memory ../../$(HOSTILE)/memory-$*/ $(PART)'

# Under the thread sanitizer. TIMES is how often each thread makes all calls.
THREADED = lua5.1 lua5.4 luajit
THREAD_TIMES = $(or $(TIMES),20)
fuzz-threads: fuzz-threads-core $(THREADED:%=fuzz-threads-%) ## threads with a Lua each, and threads that share shapes and grids, TIMES
fuzz-threads-check: THREAD_TIMES = 1
fuzz-threads-check: fuzz-threads-core fuzz-threads-lua5.4 fuzz-threads-luajit
.PHONY: fuzz-threads-core $(THREADED:%=fuzz-threads-%)
# -fexceptions: LuaJIT leaves frames by exceptions, and the thread sanitizer must notice.
THREAD_FLAGS = -O1 -g1 -w -fexceptions -fno-omit-frame-pointer -fsanitize=thread
# The sanitizer does not start if the system places memory too far apart at random.
STILL = $$(setarch -R true 2>/dev/null && echo setarch -R)
THREAD_CORE = $(CORE:src/%.c=$(HOSTILE)/threads/%.o)
.PHONY: thread-core
thread-core:
	+@$(MAKE) --no-print-directory -s objects OUT=$(HOSTILE)/threads SOURCES='$(CORE)' CC='$(GCC)' \
	  CFLAGS='$(THREAD_FLAGS)' LDFLAGS=
$(THREADED:%=fuzz-threads-%): fuzz-threads-%: thread-core
	+@$(call HOSTILE_PROGRAM,threads,$*,$(HOSTILE)/threads-$*,$(THREAD_FLAGS),$(THREAD_CORE))
	@tools/check 'fuzz-threads, $*' sh -c 'cd spec/hostile && exec $(STILL) \
	  ../../$(HOSTILE)/threads-$*/threads ../../$(HOSTILE)/threads-$*/file- $(THREAD_TIMES)'
fuzz-threads-core: thread-core
	@gcc $(STD) $(WARNINGS) $(THREAD_FLAGS) -Isrc -o $(HOSTILE)/threads/threads_core \
	  spec/hostile/threads_core.c $(THREAD_CORE) -lm -pthread
	@tools/check 'fuzz-threads, shared' $(STILL) $(HOSTILE)/threads/threads_core $(THREAD_TIMES)

.PHONY: fuzz
fuzz: fuzz-files fuzz-memory fuzz-threads
