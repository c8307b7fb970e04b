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

# All Luas; in `check` each seventh call in two of them. Through the C API: where LuaJIT compiles calls
# and memory runs out meanwhile, its own traces are damaged.
MEMORY_CHECKED = lua5.4 luajit
fuzz-memory: $(LUAS:%=fuzz-memory-%) ## every call while each of its requests for memory fails, in all five Luas
fuzz-memory-check: $(MEMORY_CHECKED:%=fuzz-memory-check-%)
.PHONY: $(LUAS:%=fuzz-memory-%) $(MEMORY_CHECKED:%=fuzz-memory-check-%)
define FUZZ_MEMORY
+@$(call HOSTILE_PROGRAM,memory,$1,build/sanitize/$1,$(SANITIZERS),$(CORE:src/%.c=build/sanitize/$1/%.o))
@tools/check 'fuzz-memory, $1' sh -c 'mkdir -p $(HOSTILE)/memory-$1 && cd spec/hostile && \
  COLLIDE_FFI=0 ASAN_OPTIONS=detect_leaks=0 exec ../../build/sanitize/$1/memory ../../$(HOSTILE)/memory-$1/ $2'
endef
$(LUAS:%=fuzz-memory-%): fuzz-memory-%: sanitized-%
	$(call FUZZ_MEMORY,$*,1)
$(MEMORY_CHECKED:%=fuzz-memory-check-%): fuzz-memory-check-%: sanitized-%
	$(call FUZZ_MEMORY,$*,7)

# The thread sanitizer looks on. In `check` each seventh call, once; where COLLIDE_QUICK is set each thirteenth.
THREADED = lua5.1 lua5.4 luajit
THREADS_CHECKED = lua5.4 luajit
fuzz-threads: fuzz-threads-core $(THREADED:%=fuzz-threads-%) ## threads with a Lua each, and threads that share shapes and grids, for SECONDS
fuzz-threads-check: fuzz-threads-check-core $(THREADS_CHECKED:%=fuzz-threads-check-%)
.PHONY: fuzz-threads-core fuzz-threads-check-core $(THREADED:%=fuzz-threads-%) $(THREADS_CHECKED:%=fuzz-threads-check-%)
THREAD_FLAGS = -O1 -g1 -w -fno-omit-frame-pointer -fsanitize=thread
# Where addresses are drawn too wide for it, they are not drawn.
STILL = $$(setarch -R true 2>/dev/null && echo setarch -R)
THREAD_CORE = $(CORE:src/%.c=$(HOSTILE)/threads/%.o)
.PHONY: thread-core
thread-core:
	+@$(MAKE) --no-print-directory -s objects OUT=$(HOSTILE)/threads SOURCES='$(CORE)' CC='$(GCC)' \
	  CFLAGS='$(THREAD_FLAGS)' LDFLAGS=
define FUZZ_THREADS
+@$(call HOSTILE_PROGRAM,threads,$1,$(HOSTILE)/threads-$1,$(THREAD_FLAGS),$(THREAD_CORE))
@tools/check 'fuzz-threads, $1' sh -c 'cd spec/hostile && exec $(STILL) \
  ../../$(HOSTILE)/threads-$1/threads ../../$(HOSTILE)/threads-$1/file- $2'
endef
$(THREADED:%=fuzz-threads-%): fuzz-threads-%: thread-core
	$(call FUZZ_THREADS,$*,$(HOSTILE_SECONDS))
$(THREADS_CHECKED:%=fuzz-threads-check-%): fuzz-threads-check-%: thread-core
	$(call FUZZ_THREADS,$*,0 $(if $(COLLIDE_QUICK),13,7))
define FUZZ_THREADS_CORE
@gcc $(STD) $(WARNINGS) $(THREAD_FLAGS) -Isrc -o $(HOSTILE)/threads/threads_core \
  spec/hostile/threads_core.c $(THREAD_CORE) -lm -pthread
@tools/check 'fuzz-threads, shared' $(STILL) $(HOSTILE)/threads/threads_core $1
endef
fuzz-threads-core: thread-core
	$(call FUZZ_THREADS_CORE,$(HOSTILE_SECONDS))
fuzz-threads-check-core: thread-core
	$(call FUZZ_THREADS_CORE,0)

.PHONY: fuzz
fuzz: fuzz-files fuzz-memory fuzz-threads
