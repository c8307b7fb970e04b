# SPDX-License-Identifier: MIT
#
# make help lists what there is. Honoured: LUA (a name or a path), CC, CXX,
# CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR; LUA_INCDIR where the headers of
# LUA are not found; SPEC and BUSTED to choose what `make test` runs.

LUAS = lua5.1 lua5.2 lua5.3 lua5.4 luajit
PREFIX ?= /usr/local
CXX ?= g++
PYTHON ?= python3
CLANG_FORMAT ?= clang-format
LUACHECK ?= luacheck
CASES ?= 100000

.DEFAULT_GOAL := all

SETUPS := $(filter setup setup-%,$(MAKECMDGOALS))
ifneq ($(SETUPS),)

# This make has already looked for a Lua that setup may only now install: what
# stands beside it on the command line gets a make of its own, afterwards.
OTHERS := $(filter-out $(SETUPS),$(MAKECMDGOALS))
.PHONY: $(MAKECMDGOALS) others
setup:
	@tools/setup run test
setup-check:
	@tools/setup run test tool check hosts
$(filter-out setup setup-check,$(SETUPS)): setup-%:
	@tools/setup run $*
ifneq ($(OTHERS),)
$(OTHERS): others
	@:
others: $(SETUPS)
	@$(MAKE) --no-print-directory $(OTHERS)
endif

else

# ---- The interpreter --------------------------------------------------------

CANDIDATES := lua5.4 lua54 lua-5.4 lua luajit lua5.3 lua5.2 lua5.1
LUA ?= $(firstword $(foreach lua,$(CANDIDATES),$(if $(shell command -v $(lua)),$(lua))))
LUA_INFO := $(if $(LUA),$(shell tools/lua-info '$(LUA)'))
LUA_VERSION := $(word 1,$(LUA_INFO))
LUA_NAME := $(word 2,$(LUA_INFO))
LUA_INCDIR ?= $(filter-out -,$(word 3,$(LUA_INFO)))

define NEED_LUA
if [ -z '$(LUA)' ]; then echo 'make: no Lua here; try make setup, or LUA=path' >&2; exit 1; fi; \
if [ -z '$(LUA_NAME)' ]; then echo 'make: cannot run $(LUA); try make setup' >&2; exit 1; fi
endef
define NEED_HEADERS
$(NEED_LUA); if [ -z '$(LUA_INCDIR)' ]; then \
  echo 'make: no headers of $(LUA_NAME) found; try make setup, or LUA_INCDIR=directory' >&2; exit 1; fi
endef

# The module is put before everything else in sight; LUA_CPATH is for children.
MODULE_PATH = $(CURDIR)/$(OUT)/?.so
RUN = LUA_CPATH='$(MODULE_PATH);;' $(LUA) -e 'package.cpath = "$(MODULE_PATH);" .. package.cpath'

# ---- The module -------------------------------------------------------------

OUT = build/$(or $(LUA_NAME),none)
MODULE = $(OUT)/collide.so
BINDING := $(sort $(wildcard src/lua/*.c))
CORE := $(filter-out $(BINDING) $(wildcard src/import/*.c),$(sort $(wildcard src/*/*.c)))
SOURCES = $(CORE) $(BINDING)
OBJECTS = $(SOURCES:src/%.c=$(OUT)/%.o)
HEADERS := $(sort $(wildcard src/*.h src/*/*.h))

STD = -std=c99
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wc++-compat
COMPILE = $(CC) $(STD) -O2 -ffp-contract=off -fPIC -fvisibility=hidden $(WARNINGS) $(CPPFLAGS) $(CFLAGS)
ifeq ($(shell uname -s),Darwin)
LINK = $(CC) -bundle -undefined dynamic_lookup $(CFLAGS) $(LDFLAGS)
else
LINK = $(CC) -shared $(CFLAGS) $(LDFLAGS)
endif

.PHONY: all objects FORCE
all: $(OUT)/headers $(MODULE) ## build the module for LUA

objects: $(OBJECTS)

$(MODULE): $(OBJECTS)
	$(LINK) -o $@ $(OBJECTS) -lm

src/lua/lua_ffi_chunk.h: $(sort $(wildcard src/lua/ffi/*.lua)) tools/chunk
	tools/chunk $(filter %.lua,$^) >$@.part
	mv $@.part $@

$(OUT)/lua/lua_ffi.o: src/lua/lua_ffi_chunk.h

$(OUT)/lua/%.o: src/lua/%.c $(OUT)/flags $(OUT)/headers
	@mkdir -p $(@D)
	$(COMPILE) -I'$(LUA_INCDIR)' -MMD -MP -c -o $@ $<

$(OUT)/%.o: src/%.c $(OUT)/flags
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

# Written anew only when they change, and then everything is compiled anew.
quote = '$(subst ','\'',$(strip $1))'
$(OUT)/flags: FORCE
	@mkdir -p $(OUT)
	@echo $(call quote,$(COMPILE) : $(LINK)) | cmp -s - $@ || \
	  echo $(call quote,$(COMPILE) : $(LINK)) >$@
$(OUT)/headers: FORCE
	@$(NEED_HEADERS)
	@mkdir -p $(OUT)
	@echo '$(LUA_NAME) $(LUA_INCDIR)' | cmp -s - $@ || echo '$(LUA_NAME) $(LUA_INCDIR)' >$@

-include $(OBJECTS:.o=.d)

# ---- collide.import, where Assimp is ----------------------------------------

IMPORT = $(OUT)/collide/import.so
IMPORT_OBJECT = $(OUT)/import/lua_import.o
ASSIMP_LIBS ?= -lassimp
HAVE_ASSIMP = $(CC) $(CPPFLAGS) -E -include assimp/cimport.h -x c /dev/null >/dev/null 2>&1

.PHONY: import import-object import-maybe
import: $(OUT)/headers $(IMPORT) ## build collide.import, which needs Assimp

import-object: $(IMPORT_OBJECT)

import-maybe:
	@! $(HAVE_ASSIMP) || $(MAKE) --no-print-directory -s import

$(IMPORT): $(IMPORT_OBJECT)
	@mkdir -p $(@D)
	$(LINK) -o $@ $< $(ASSIMP_LIBS) -lm

$(IMPORT_OBJECT): src/import/lua_import.c $(OUT)/flags $(OUT)/headers
	@$(HAVE_ASSIMP) || { \
	  echo 'make: no headers of Assimp found; try make setup-tool, or CPPFLAGS=-Idirectory' >&2; \
	  exit 1; }
	@mkdir -p $(@D)
	$(COMPILE) -I'$(LUA_INCDIR)' -MMD -MP -c -o $@ $<

-include $(IMPORT_OBJECT:.o=.d)

# Built once, by a make of its own, whatever wants it (two at once would collide).
BUILT = $(LUAS:%=built-%)
.PHONY: $(BUILT)
$(BUILT): built-%:
	@$(MAKE) --no-print-directory -s all import-maybe LUA=$*

# ---- The core alone, for programs in C --------------------------------------

CORE_OUT = build/core
CORE_OBJECTS = $(CORE:src/%.c=$(CORE_OUT)/%.o)
CORE_MAKE = $(MAKE) --no-print-directory objects OUT=$(CORE_OUT) SOURCES='$(CORE)'

.PHONY: core
core:
	+@$(CORE_MAKE)

# ---- Tests ------------------------------------------------------------------

# The specs that a change is tried with: those of spec/programs, which start programs and hosts, are
# left out, and there are fewer random cases. With SPEC, what it names runs with all cases.
PLAIN_SPECS = $(sort $(wildcard spec/*_spec.lua))
# A process a file: what slows every allocation costs less where little is held.
SPEC_FILES = tools/spec -j "$$(getconf _NPROCESSORS_ONLN || echo 1)"

.PHONY: test test-all test-others $(LUAS:%=test-%) test-luajit-c
test: all import-maybe ## busted under LUA: fewer cases, no programs; SPEC=spec for all, SPEC=spec/x_spec.lua for one
	@$(if $(SPEC),,SPEC='$(PLAIN_SPECS)' COLLIDE_QUICK=1) \
	  $(SPEC_FILES) '$(LUA_NAME)' $(OUT) $(LUA)

test-all: $(LUAS:%=test-%) test-luajit-c ## all specs under all five Luas, LuaJIT both through the ffi and through Lua's C API
# test-all without LUA, which `test` runs; what starts programs, under LuaJIT alone.
test-others: $(filter-out test-$(LUA_NAME),$(LUAS:%=test-%)) test-luajit-c
$(filter-out test-luajit,$(LUAS:%=test-%)): SPECS = $(if $(filter test-others,$(MAKECMDGOALS)),$(PLAIN_SPECS))

# What LÖVE is given is LuaJIT's, whichever Lua looks on.
$(LUAS:%=test-%): test-%: built-% built-luajit
	@$(if $(SPECS),SPEC='$(SPECS)') tools/spec '$*' build/$* $*

# What concerns one way alone, and hosts, is in spec/programs.
test-luajit-c: built-luajit
	@COLLIDE_FFI=0 COLLIDE_QUICK=1 SPEC='$(PLAIN_SPECS)' tools/spec 'luajit, C API' build/luajit luajit

# ---- Checks: each goes through tools/check or tools/spec, which keep count ---

.PHONY: check check-long sanitize valgrind valgrind-check
# What takes longest begins first, so that no processor idles at the end.
check: sanitize determinism valgrind-check rocks cxx warnings solids-measure-check quick-pairs-check voxel-check \
  vox-check quick-cells-check quick-voxel-check accuracy-check pairs-check sweep-check sweep-space-check solids-check hull stack-check \
  quick-casts exact turn grid targets worlds meshes moves fuzz-files-check fuzz-memory-check fuzz-threads-check fuzz-check c-check \
  install-check lint ## everything else: lint, sanitizers, valgrind, C++, ...
# Before a release, and after a change to a margin: more cases, and each margin narrowed.
check-long: valgrind stack vox quick-pairs quick-casts-full quick-cells quick-voxel solids-mutants solids-measure sweep-mutants \
  sweep-space-mutants ## what check asks with fewer cases, and whether narrower margins are noticed: an hour and more

# Warnings are errors here, and not in `make all`, where they would only stand
# in the way of a compiler that we have not met.
.PHONY: warnings warnings-gcc warnings-clang warnings-programs cxx cxx-g++ cxx-clang++
warnings: warnings-gcc warnings-clang warnings-programs ## gcc and clang, warnings are errors
cxx: cxx-g++ cxx-clang++ ## the same sources as C++11

# Some of gcc's come from its optimiser, so it compiles all, by the command of the modules, which
# lets ccache answer where those are made already.
GCC = $(if $(shell $(CC) --version 2>/dev/null | grep 'Free Software Foundation'),$(CC),gcc)
warnings-gcc:
	+@tools/check '$@' tools/silent sh -ec "\
	  rm -rf build/$@; \
	  $(MAKE) -s objects OUT=build/$@/core SOURCES='$(CORE)' CC='$(GCC)'; \
	  for lua in $(LUAS); do \
	    $(MAKE) -s objects OUT=build/$@/\$$lua LUA=\$$lua SOURCES='$(BINDING)' CC='$(GCC)'; \
	    ! $(HAVE_ASSIMP) || $(MAKE) -s import-object OUT=build/$@/\$$lua LUA=\$$lua CC='$(GCC)'; \
	  done"
# Those of the others come before any optimiser. $1: the compiler, $2: the Luas.
SYNTAX = tools/syntax '$1 -Werror -fsyntax-only -Isrc $(CPPFLAGS)' '$2' '$(CORE)' \
  '$(BINDING) $(shell ! $(HAVE_ASSIMP) || echo src/import/lua_import.c)'
warnings-clang:
	@tools/check $@ $(call SYNTAX,clang $(STD) $(WARNINGS),$(LUAS))
CXX_FLAGS = -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion
cxx-g++:
	@tools/check $@ $(call SYNTAX,g++ $(CXX_FLAGS),lua5.4 luajit)
cxx-clang++:
	@tools/check $@ $(call SYNTAX,clang++ $(CXX_FLAGS),$(LUAS))
warnings-programs:
	@tools/check $@ gcc $(STD) $(WARNINGS) -Werror -fsyntax-only -Isrc -I'$(LUA_INCDIR)' \
	  $(filter-out $(shell $(HAVE_ODE) || echo bench/ode.c) $(shell $(HAVE_EMBREE) || echo bench/mesh.c), \
	  $(wildcard bench/*.c spec/*/*.c examples/*/*.c))
SANITIZERS = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow \
  -fno-sanitize-recover=all
SANITIZED = lua5.1 lua5.4 luajit
.PHONY: $(SANITIZED:%=sanitize-%) $(LUAS:%=sanitized-%)
$(LUAS:%=sanitized-%): sanitized-%:
	@$(MAKE) --no-print-directory -s all import-maybe OUT=build/sanitize/$* LUA=$* CC=gcc \
	  CFLAGS='$(SANITIZERS)' LDFLAGS=
sanitize: sanitize-lua5.4 sanitize-luajit ## the specs with ASan, UBSan and a busy collector; sanitize-lua5.1, too
# Those of programs, that start others, under 5.4 alone.
$(SANITIZED:%=sanitize-%): sanitize-%: sanitized-%
	@COLLIDE_SHORT=1 COLLIDE_COLLECT=1 SPEC="$${SPEC:-$(if $(filter lua5.4,$*),spec,$(PLAIN_SPECS))}" \
	  $(SPEC_FILES) 'sanitizers, $*' build/sanitize/$* tools/sanitized $*

# Random programs; SEED and CASE repeat one. `fuzz-check` is the short run. `fuzz-same` compares the
# answers of PROGRAMS valid ones between Luas.
SECONDS ?= 60
SEED ?= $(shell date +%s)
FUZZED = lua5.1 lua5.4 luajit
FUZZ_PROGRAMS = $(LUAS:%=fuzz-programs-%)
PROGRAMS ?= 2000
.PHONY: fuzz fuzz-check fuzz-same $(FUZZ_PROGRAMS)
fuzz: $(FUZZ_PROGRAMS) fuzz-same ## every attack, SECONDS each: random programs in each Lua, spoilt files, failing memory, threads
fuzz-check:
	@set -e; for lua in $(FUZZED); do \
	  $(MAKE) --no-print-directory -s fuzz-programs-$$lua SECONDS=5 SEED=1; \
	done
	@$(MAKE) --no-print-directory -s fuzz-same LUAS='$(FUZZED)' PROGRAMS=200 SEED=1
fuzz-same: $(BUILT)
	@tools/check 'fuzz: the same answers' $(LUA) spec/fuzz/same.lua $(PROGRAMS) $(SEED) $(LUAS) luajit:0
$(FUZZ_PROGRAMS): fuzz-programs-%:
	@$(MAKE) -s all OUT=build/fuzz/$* LUA=$* CC=gcc CFLAGS='$(SANITIZERS)' LDFLAGS=
	@tools/check 'fuzz: programs, $*' $(LUA) spec/fuzz/run.lua build/fuzz/$* $* $(SECONDS) $(SEED) $(CASE)

VALGRIND = valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
  --errors-for-leak-kinds=definite --suppressions=tools/valgrind.supp
# Examples draw pictures, benches measure, and models are read by Assimp: minutes under valgrind, for
# calls that other specs make, too.
VALGRIND_SPECS = $(filter-out $(patsubst %,spec/%_spec.lua,examples bench models),$(wildcard spec/*_spec.lua))
VALGRINDED = lua5.4 luajit
# Sanitizers see all but what is read before it is written: of the core that is asked by determinism, with
# clang's memory sanitizer, and of the binding by the specs of arguments, answers and callbacks.
VALGRIND_CHECKED = $(patsubst %,spec/%_spec.lua,arguments arguments_2d arguments_pair hostile numbers grid cells \
  cast_options meet vox_load vox_save)
.PHONY: $(VALGRINDED:%=valgrind-%)
valgrind: valgrind-lua5.4 ## the specs under valgrind; valgrind-luajit does so for LuaJIT
valgrind-check:
	@$(MAKE) --no-print-directory -s valgrind-lua5.4 VALGRIND_SPECS='$(VALGRIND_CHECKED)'
$(VALGRINDED:%=valgrind-%): valgrind-%: built-%
	@COLLIDE_QUICK=1 COLLIDE_SHORT=1 SPEC='$(VALGRIND_SPECS)' \
	  $(SPEC_FILES) 'valgrind, $*' build/$* $(VALGRIND) $*

.PHONY: exact hull stack stack-check turn determinism golden accuracy accuracy-check pairs pairs-check pairs-kinds voxel voxel-check vox vox-check grid targets worlds moves
exact: ## the exact arithmetic against Python's integers
	@tools/check exact $(PYTHON) spec/exact/run.py --cc '$(CC)' --build build/exact

hull: ## convex hulls in space against Python's integers
	@tools/check hull $(PYTHON) spec/hull/run.py --cc '$(CC)' --build build/hull

stack: ## how much stack each query takes, with and without optimisation
stack stack-check: # the latter in fewer rounds
	@set -e; for level in 0 2; do program=build/stack/driver-O$$level; \
	  $(PYTHON) spec/support/core.py --cc '$(CC)' --flags "-O$$level -DEXACT_CHECK" $$program $(wildcard spec/stack/*.c); \
	  tools/check "stack, -O$$level" $$program $(if $(filter stack,$@),4000,500); \
	done

turn: ## cosine and sine against Python's integers
	@tools/check turn $(PYTHON) spec/turn/run.py --cc '$(CC)' --build build/turn
	@tools/check '$@, narrowed' $(PYTHON) spec/turn/run.py --cc '$(CC)' --build build/turn --narrow

determinism: ## the same bits from every compiler, with and without optimisation
	@tools/check determinism tools/determinism build/determinism $(CORE)
golden: # when answers were meant to change
	tools/determinism --update build/determinism $(CORE)

ACCURACY = $(PYTHON) spec/accuracy/run.py --cc '$(CC)' --build build/accuracy
accuracy: ## casts against far higher precision, CASES a shape
	@tools/check accuracy $(ACCURACY) --cases $(CASES) \
	  --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
accuracy-check:
	@tools/check accuracy $(ACCURACY) --quick

PAIRS = $(PYTHON) spec/pairs/run.py --cc '$(CC)' --build build/pairs
pairs: ## pairs in the plane against exact arithmetic, CASES over all of them
	@tools/check pairs $(PAIRS) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
pairs-check: pairs-kinds
	@tools/check pairs $(PAIRS) --quick
	@tools/check 'pairs, all polygons as large ones' $(PYTHON) spec/pairs/run.py \
	  --cc '$(CC)' --cflags '-DLARGE_HULL=2 -DWALK_STEPS=0' --build build/pairs-large --quick
.PHONY: sweep sweep-check sweep-mutants
SWEEP = $(PYTHON) spec/sweep/run.py --cc '$(CC)' --build build/sweep
sweep: ## shapecasts of the plane against exact arithmetic, CASES over all pairs
	@tools/check sweep $(SWEEP) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
sweep-check: sweep-short
	@tools/check sweep $(SWEEP) --quick --cflags=-DEXACT_CHECK
sweep-mutants: ## that run.py notices a broken sign or margin, each in turn
	@tools/check $@ $(PYTHON) spec/sweep/mutants.py --cc '$(CC)' --build build/sweep-mutants
.PHONY: sweep-short
# A program with the source that has the margins, and each of these narrowed.
SWEEP_SHORT = rects:sweep_rect:none rects:sweep_rect:SWEEP_RECT=1.3877787807814457e-16 \
  rects:sweep_rect:SWEEP_RECT_FLOOR=0 polygons:sweep_polygon:none \
  polygons:sweep_polygon:SWEEP_SIDES=2.4980018054066022e-16 polygons:sweep_polygon:SWEEP_SIDES_FLOOR=0 \
  polygons:sweep_polygon:SWEEP_ROUND=1.1102230246251565e-16
sweep-short: core ## the short ways of the plane against the exact way, and with narrower margins; TIMES=100 as many cases
	@mkdir -p build/sweep
	@set -e; for entry in $(SWEEP_SHORT); do \
	  name=$${entry%%:*}; rest=$${entry#*:}; source=$${rest%%:*}; margin=$${rest#*:}; \
	  program=build/sweep/$$name-$$margin; \
	  $(COMPILE) -Isrc -D$$margin -o $$program spec/sweep/$$name.c src/sweep/$$source.c \
	    $$(printf '%s\n' $(CORE_OBJECTS) | grep -v /$$source.o) -lm; \
	  if [ $$margin = none ]; then tools/check "sweep, $$name" $$program $(or $(TIMES),4); \
	  else tools/check "sweep, $$name, $$margin" sh -c "! $$program 4 >$$program.txt"; fi; \
	done
.PHONY: sweep-space sweep-space-check sweep-space-mutants
SWEEP_SPACE = $(PYTHON) spec/sweep/space/run.py --cc '$(CC)' --build build/sweep-space
sweep-space: ## shapecasts in space against exact arithmetic, CASES over all pairs
	@tools/check sweep-space $(SWEEP_SPACE) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
sweep-space-check:
	@tools/check sweep-space $(SWEEP_SPACE) --quick --cflags=-DEXACT_CHECK
sweep-space-mutants: ## that run.py notices a broken sign or margin, each in turn
	@tools/check $@ $(PYTHON) spec/sweep/space/mutants.py --cc '$(CC)' --build build/sweep-space-mutants
SOLIDS = $(PYTHON) spec/solids/run.py --cc '$(CC)' --build build/solids
REST_SOLIDS = $(PYTHON) spec/solids/run_rest.py --cc '$(CC)' --build build/solids
.PHONY: solids solids-check solids-mutants
solids: ## whether pairs in space meet against exact arithmetic, CASES over all of them
	@tools/check solids $(SOLIDS) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
	@tools/check '$@: at rest' $(REST_SOLIDS) --cases 200000
solids-check:
	@tools/check solids $(SOLIDS) --quick --cflags=-DEXACT_CHECK
	@tools/check '$@: at rest' $(REST_SOLIDS)
solids-mutants: ## that run.py notices a broken sign, each in turn
	@tools/check $@ $(PYTHON) spec/solids/mutants.py --cc '$(CC)' --build build/solids-mutants
	@tools/check '$@: at rest' $(REST_SOLIDS) --mutants
pairs-kinds: core
	@mkdir -p build/pairs
	@$(COMPILE) -Isrc -o build/pairs/kinds spec/pairs/kinds.c $(CORE_OBJECTS) -lm
	@tools/check 'pairs: kinds' build/pairs/kinds

.PHONY: solids-measure solids-measure-check
MEASURE_SOLIDS = $(PYTHON) spec/solids/run_measure.py --cc '$(CC)' --build build/solids
NEAR_SOLIDS = $(PYTHON) spec/solids/run_near.py --cc '$(CC)' --build build/solids
# Where the check of nearest points is wider, some of a box that is nearly turned are taken that are not.
WIDE_SOLIDS = $(PYTHON) spec/solids/run_measure.py --pair sphere-box --cases 2000 --cflags=-DNEAR_CHECK=1e-6 \
  --build build/solids/wide
solids-measure: ## distance and depth of pairs in space against exact arithmetic, CASES over all of them
	@tools/check $@ $(MEASURE_SOLIDS) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
	@tools/check '$@: margins' $(NEAR_SOLIDS) --cases 20000
solids-measure-check:
	@tools/check $@ $(MEASURE_SOLIDS) --quick
	@tools/check '$@: points that are not checked' sh -c '! $(WIDE_SOLIDS)'

QUICK_CASTS = $(PYTHON) spec/quick/cast.py --cc '$(CC)' --build build/quick
.PHONY: quick-casts quick-casts-full quick-casts-shares
quick-casts: ## the short way of casts against the exact way
	@tools/check $@ $(QUICK_CASTS) --quick
quick-casts-full: ## the same with CASES lines a kind, and each margin narrowed until it fails
	@tools/check $@ $(QUICK_CASTS) --cases $(CASES)
	@tools/check $@-mutants $(QUICK_CASTS) --cases $(CASES) --mutants
quick-casts-shares: ## how many of ordinary shots the short way answers
	@$(QUICK_CASTS) --shares

# Narrowed, each of their margins has to be noticed.
.PHONY: quick-inverse
QUICK_INVERSE = $(COMPILE) -Isrc -o build/quick-inverse/$(1) $(2) spec/quick/inverse.c src/shape/inverse.c \
  $(filter-out %/inverse.o,$(CORE_OBJECTS)) -lm
quick-inverse: core ## the short ways of inverting a pose against exact numbers
	@mkdir -p build/quick-inverse
	@$(call QUICK_INVERSE,driver)
	@$(call QUICK_INVERSE,error,-DINVERSE_ERROR=0 -DINVERSE_ROUNDING=0)
	@$(call QUICK_INVERSE,spread,-DINVERSE_SPREAD=HUGE_VAL)
	@tools/check $@ build/quick-inverse/driver $(CASES)
	@tools/check '$@, narrowed' sh -c 'for m in error spread; do ! build/quick-inverse/$$m $(CASES) || exit 1; done'
# What is left of two that nearly cancel, and a sum that is too simple for that.
.PHONY: quick-sums
quick-sums: core
	@mkdir -p build/quick-sums
	@set -e; for option in TRUE SLOPPY; do \
	  $(COMPILE) -D$$option -Isrc -o build/quick-sums/$$option spec/quick/cancel.c $(CORE_OBJECTS) -lm; done
	@tools/check $@ build/quick-sums/TRUE $(CASES)
	@tools/check '$@, a simple sum' sh -c '! build/quick-sums/SLOPPY $(CASES)'
exact: quick-inverse quick-sums

.PHONY: quick-pairs quick-pairs-check
QUICK_PAIRS = $(PYTHON) spec/quick/pair_run.py --cc '$(CC)' --build build/quick-pairs
quick-pairs: ## the short ways of pairs against exact ones, CASES of them, and narrowed margins
	@tools/check quick-pairs $(QUICK_PAIRS) --cases $(CASES)
quick-pairs-check:
	@tools/check quick-pairs $(QUICK_PAIRS) --cases 40000 --mutant-cases 0

VOXEL = $(PYTHON) spec/voxel/run.py --cc '$(CC)' --build build/voxel
voxel: ## triangles against boxes, and meshes into voxels, against exact arithmetic
	@tools/check voxel $(VOXEL) --cases $(CASES)
voxel-check:
	@tools/check voxel $(VOXEL) --quick

QUICK = --cc '$(CC)' --build build/quick
.PHONY: quick-cells quick-cells-check quick-voxel quick-voxel-check
quick-cells: ## fast paths of walks and casts at grids against the exact ones, CASES a kind
	@tools/check quick-cells $(PYTHON) spec/quick/walk.py $(QUICK) --cases $(CASES)
quick-cells-check:
	@tools/check quick-cells $(PYTHON) spec/quick/walk.py $(QUICK) --quick
quick-voxel: ## fast paths of triangles, boxes and cells against the exact ones, CASES a kind
	@tools/check quick-voxel $(PYTHON) spec/quick/voxel.py $(QUICK) --cases $(CASES)
quick-voxel-check:
	@tools/check quick-voxel $(PYTHON) spec/quick/voxel.py $(QUICK) --quick

grid: core ## grids against an array, ways through them, and meshes into them, while memory runs out; narrowed margins
	@mkdir -p build/grid
	@set -e; for program in driver vast voxels pass; do \
	  $(COMPILE) -Isrc -o build/grid/$$program spec/grid/$$program.c $(CORE_OBJECTS) -lm; \
	  tools/check "grid: $$program" build/grid/$$program; \
	done
	@set -e; for option in -DPART_DOUBT=0.0 -DPART_TOUCH=0.0; do \
	  program=build/grid/pass$${option%=*}; \
	  $(COMPILE) $$option -Isrc -o $$program spec/grid/pass.c src/grid/grid_pass.c \
	    $(filter-out %/grid_pass.o,$(CORE_OBJECTS)) -lm; \
	  tools/check "grid: pass, mutant $$option" sh -c "! $$program >$$program.txt"; \
	done

# The second has the plain loop in place of SSE2; the others too small a margin, which has to be seen.
targets: core ## casts at arrays against each member alone; TIMES=100 as many cases
	@mkdir -p build/target
	@set -e; for option in '' -U__SSE2__ -DPRUNE_BALL=0.0 -DPRUNE_BOX=0.0 -DPACK_FAR=0.0 -DPACK_NEAR=0.0 \
	  -DPACK_LINE=0.0 -DCAST_TIME_ERROR=-1e-9; do \
	  program=build/target/driver$${option%=*}; \
	  $(COMPILE) $$option -Isrc -o $$program spec/target/driver.c $(addprefix src/cast/,prune.c pack.c pack_cast.c) \
	    $(filter-out %/prune.o %/pack.o %/pack_cast.o,$(CORE_OBJECTS)) -lm; \
	  case $$option in \
	  -D*) tools/check "targets, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check "targets $$option" $$program $(TIMES) ;; \
	  esac; \
	done

# The mutants have too small a margin, which has to be seen.
WORLD_ROOMS = src/tree/%.c src/mesh/%.c src/world/%.c src/shape/kinds.c src/shape/hull.c
WORLD_MUTANTS = tree:-DOUTWARD=0.0 tree:-DFLOAT_MORE=1.0f+-DFLOAT_ERROR=0.0 mesh:-DMESH_EDGE=-160 \
  mesh:-DSIFT_ERROR=0.0+-DSIFT_ROUND=0.0f mesh:-DBESIDE_SLACK=-1e-13 bounds:-DBOX_TURNED=3.3e-15 \
  bounds:-DBOX_POSITION=0.0 bounds:-DOUTLINE_NEAR=0.0 crowd:-DCROWD_MARGIN=2 crowd:-DCROWD_SLACK=-1e-3
MESH_CASES ?= 4000
meshes: ## casts at meshes, contains and bounds against rationals in Python; MESH_CASES=100000 of them
	@tools/check meshes $(PYTHON) spec/mesh/run.py --cc '$(CC)' --build build/meshes \
	  --cases $(MESH_CASES)
MOVE_MUTANTS = ASKS=0 STEPS=0 OBSTACLES=1 TIES=1 NEAREST=0
MOVE_SPACE_MUTANTS = ASKS=0 STEPS=0 OBSTACLES=1 NEAREST=0 LINES=0 FLAT=0
MOVE_BUILD = $(COMPILE) $$option -Isrc -o $$program spec/move/$$driver.c $(filter src/move/%,$(CORE)) \
  $(filter-out $(CORE_OUT)/move/%,$(CORE_OBJECTS)) -lm
moves: core ## shapes that move, in the plane and in space, and mutants of that; TIMES=100 as many cases
	@mkdir -p build/moves
	@set -e; for driver in driver space; do \
	  option=; program=build/moves/$$driver; $(MOVE_BUILD); \
	  tools/check "moves, $$driver" $$program $(or $(TIMES),1) build/moves/legs; \
	done
	@tools/check "moves, legs" $(PYTHON) spec/move/legs.py build/moves/legs
	@tools/check "moves, legs that are too long" $(PYTHON) spec/move/legs.py build/moves/legs --broken
	@set -e; for mutant in $(MOVE_MUTANTS:%=driver:%) $(MOVE_SPACE_MUTANTS:%=space:%); do \
	  driver=$${mutant%%:*}; option="-DMUTANT=1 -DMOVE_$${mutant#*:}"; \
	  program=build/moves/$$mutant; $(MOVE_BUILD); \
	  tools/check "moves, mutant $$mutant" sh -c "! $$program >$$program.txt"; \
	done

worlds: core ## trees, meshes, worlds and their bounds against asking each member or triangle; TIMES=100 as many cases
	@set -e; for case in bounds: crowd: tree: mesh: world: tree:-U__SSE2__ mesh:-U__SSE2__ $(WORLD_MUTANTS); do \
	  room=$${case%%:*}; option=$$(echo "$${case#*:}" | tr + ' '); \
	  program=build/worlds/$$(echo "$$case" | tr ':=' '__'); mkdir -p build/worlds; \
	  $(COMPILE) $$option -Isrc -o $$program spec/$$room/driver.c $(filter $(WORLD_ROOMS),$(CORE)) \
	    $(filter-out $(WORLD_ROOMS:src/%.c=$(CORE_OUT)/%.o),$(CORE_OBJECTS)) -lm; \
	  case $$option in \
	  -D*) tools/check "worlds: $$room, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check "worlds: $$room $$option" $$program $(TIMES) ;; \
	  esac; \
	done

vox: ## .vox and .binvox against a reader and writer in Python, and spoilt files
	@tools/check vox $(PYTHON) spec/vox/run.py --cc '$(CC)' --build build/vox
vox-check:
	@tools/check vox $(PYTHON) spec/vox/run.py --cc '$(CC)' --build build/vox --scenes 60 --grids 30 --spoilt 4000

include spec/hostile/rules.mk

# ---- Lint -------------------------------------------------------------------

C_FILES = $(sort $(wildcard src/*.[ch] src/*/*.[ch] bench/*.[ch] bench/*/*.[ch] spec/*/*.[ch] examples/*/*.[ch] \
  packaging/*/*.[ch] packaging/*/*.cpp packaging/*/*/*.cpp packaging/*/*/*/*.h packaging/*/*/*/*/*.h))
LUA_DIRECTORIES = $(wildcard src/tool src/lua/ffi bin/collide-voxelize spec examples bench library tools packaging docs/try)

LINTS = lint-lua lint-format lint-rockspec lint-tree lint-names release-check
.PHONY: lint $(LINTS) format
lint: $(LINTS) ## luacheck, clang-format, the rockspec against the tree, global names
lint-lua:
	@tools/check luacheck $(LUACHECK) -q $(LUA_DIRECTORIES) *.rockspec packaging/luarocks/*.rockspec
lint-format:
	@tools/check clang-format tools/lint-format $(CLANG_FORMAT) $(C_FILES)
lint-rockspec:
	@tools/check 'rockspec against the tree' \
	  $(LUA) tools/lint-rockspec.lua collide-scm-1.rockspec $(SOURCES)
	@tools/check 'rockspec of collide.import' $(LUA) tools/lint-rockspec.lua \
	  packaging/luarocks/collide-import-scm-1.rockspec src/import/lua_import.c $(TOOL_MODULES) bin/collide-voxelize
lint-tree:
	@tools/check 'licences and paths' tools/lint-tree
lint-names: core $(if $(LUA_NAME),built-$(LUA_NAME))
	@tools/check 'global names' tools/lint-names $(CORE_OBJECTS) \
	  $(BINDING:src/%.c=$(OUT)/%.o) $(wildcard $(IMPORT_OBJECT))

format: ## format the C sources
	$(CLANG_FORMAT) -i $(C_FILES)

# ---- Packages ---------------------------------------------------------------

CMOD = $(DESTDIR)$(PREFIX)/lib/lua/$(LUA_VERSION)
LMOD = $(DESTDIR)$(PREFIX)/share/lua/$(LUA_VERSION)
STUBS = $(DESTDIR)$(PREFIX)/share/collide
STUB_FILES := $(sort $(wildcard library/*.lua library/*/*.lua))
BIN = $(DESTDIR)$(PREFIX)/bin
# collide-voxelize, which is of use where collide.import is: its modules, the last two
# of which the examples have as well, and the program itself.
TOOL_MODULES := $(sort $(wildcard src/tool/*.lua)) examples/lib/console.lua examples/lib/picture.lua

.PHONY: install rocks install-check
install: all import-maybe ## put the modules under PREFIX, and the editor's stubs
	install -d '$(CMOD)'
	install -m 755 $(MODULE) '$(CMOD)/collide.so'
	@set -e; if [ -f $(IMPORT) ]; then \
	  echo 'install collide.import and collide-voxelize'; \
	  install -d '$(CMOD)/collide' '$(LMOD)/collide/tool' '$(BIN)'; \
	  install -m 755 $(IMPORT) '$(CMOD)/collide/import.so'; \
	  install -m 644 $(TOOL_MODULES) '$(LMOD)/collide/tool/'; \
	  sed "1s|.*|#!$$(command -v '$(LUA)')|" bin/collide-voxelize >'$(BIN)/collide-voxelize'; \
	  chmod 755 '$(BIN)/collide-voxelize'; \
	fi
	@set -e; for file in $(STUB_FILES); do \
	  echo "install $$file"; \
	  install -d "$(STUBS)/$$(dirname $$file)"; \
	  install -m 644 $$file "$(STUBS)/$$file"; \
	done

install-check: $(BUILT)
	+@tools/check install sh -ec 'rm -rf build/install; \
	  for lua in $(LUAS); do \
	    $(MAKE) -s install LUA=$$lua DESTDIR=build/install/$$lua PREFIX=/opt >/dev/null; \
	    tools/loads build/install/$$lua/opt $$lua; \
	    diff -r library build/install/$$lua/opt/share/collide/library; \
	  done'

rocks: ## luarocks lint, make and test, for each Lua
	@tools/check luarocks tools/rocks build/rocks

# TAG=v0.1.0 asks whether the tree is ready to be that.
.PHONY: release release-check
release: ## the rockspecs of the version that src/collide.h names
	@$(LUA) tools/release.lua --write
release-check: ## header, stubs, changelog and rockspecs name one version
	@tools/check 'one version' $(LUA) tools/release.lua $(TAG)

# ---- Reference --------------------------------------------------------------

.PHONY: reference
reference: ## docs/reference and the .script_api, from library/
	@$(NEED_LUA)
	@$(LUA) tools/reference.lua

LUALS ?= lua-language-server
.PHONY: luals
luals: ## what LuaLS says to library/ and its examples, where it is installed
	@$(NEED_LUA)
	@tools/check LuaLS tools/luals build/luals '$(LUA)' '$(LUALS)'

# ---- Demo and bench ---------------------------------------------------------

.PHONY: demo pictures models bench
demo: all ## what it is good for, to be seen
	@mkdir -p build/demo
	@$(RUN) examples/demo.lua

PICTURES = docs/pictures
pictures: all import models ## the README's pictures, drawn anew (LÖVE, netpbm and npm)
	@$(RUN) examples/pictures.lua $(PICTURES)
	@$(LUA) tools/voxelize.lua $(OUT) build/models/teapot.obj -r 56 -q -o build/models/teapot.vox \
	  --preview $(PICTURES)/teapot.png
	@$(MAKE) --no-print-directory -s all LUA=luajit
	@xvfb-run -a -s '-screen 0 1280x1024x24' \
	  love examples/love --pictures '$(abspath $(PICTURES))'

models: ## the bunny and the teapot of npm, for specs and bench
	@tools/models build/models

build/bench/%: bench/%.c core
	@mkdir -p build/bench
	$(COMPILE) -Isrc -o $@ $< $(CORE_OBJECTS) -lm

BENCHED := $(shell for lua in $(LUAS); do command -v $$lua >/dev/null && echo $$lua; done)
PAIRED := $(filter-out queries world,$(patsubst bench/%.c,%,$(wildcard $(patsubst %.lua,%.c,$(wildcard bench/*.lua)))))
ALONE := $(filter-out queries ode mesh world $(PAIRED),$(patsubst bench/%.c,%,$(wildcard bench/*.c)))
BENCHES := $(PAIRED:%=bench-%) $(ALONE:%=bench-%)
.PHONY: $(BENCHES) bench-rows bench-ode bench-mesh bench-solids bench-queries bench-counts bench-love bench-world
bench: bench-queries $(BENCHES) ## measure, in C and under each Lua there is

$(ALONE:%=bench-%): bench-%: build/bench/%
	@$<

HAVE_ODE = $(CC) $(CPPFLAGS) -E -include ode/ode.h -x c /dev/null >/dev/null 2>&1
bench-ode: core ## casts in C beside those of ODE, where that is installed
	@if $(HAVE_ODE); then mkdir -p build/bench; \
	  $(COMPILE) -Isrc -o build/bench/ode bench/ode.c $(CORE_OBJECTS) -lode -lm && build/bench/ode; \
	else echo 'make: no ODE to compare with; install libode-dev'; fi

HAVE_EMBREE = $(CC) $(CPPFLAGS) -E -include embree3/rtcore.h -x c /dev/null >/dev/null 2>&1
bench-mesh: core ## casts at meshes in C beside Embree's, where that is installed
	@if $(HAVE_EMBREE); then mkdir -p build/bench; \
	  $(COMPILE) -Isrc -o build/bench/mesh bench/mesh.c $(CORE_OBJECTS) -lembree3 -lm && build/bench/mesh $(MATCH); \
	else echo 'make: no Embree to compare with; install libembree-dev'; fi

HAVE_SOLIDS = pkg-config --exists bullet-float64 fcl ccd
bench-solids: core ## pairs in space beside libccd, FCL and Bullet, where those are installed
	@if $(HAVE_SOLIDS); then mkdir -p build/bench; \
	  $(CXX) -std=c++17 -O2 -w -ffp-contract=off -Isrc $$(pkg-config --cflags bullet-float64 fcl ccd) \
	    -o build/bench/solids bench/solids.cpp $(CORE_OBJECTS) \
	    $$(pkg-config --libs bullet-float64 fcl ccd) -lm && build/bench/solids $(MATCH); \
	else echo 'make: nothing to compare with; install libccd-dev libfcl-dev libbullet-dev'; fi

# bench/x.c and bench/x.lua print rows, of which bench/table.lua makes one table.
$(PAIRED:%=bench-%): bench-%: build/bench/% $(BENCHED:%=built-%)
	@$< >$<.C
	@set -e; for lua in $(BENCHED); do \
	  $(MAKE) -s bench-rows LUA=$$lua FILE=bench/$*.lua >$<.$$lua; \
	done
	@$(LUA) bench/table.lua C=$<.C $(foreach lua,$(BENCHED),$(lua)=$<.$(lua))

bench-rows: $(OUT)/bench_empty.so
	@$(RUN) $(FILE) $(ARGUMENTS)

# The queries that bench/queries/ lists, in C and under these Luas. ROUNDS and SECONDS (of a round) make it
# shorter or longer, FAMILY and MATCH (a pattern of Lua's) choose rows; OUTPUT is a file for the table.
RACED := $(filter lua5.4 lua5.1 luajit,$(BENCHED))
RACES = build/bench/races
CHOSEN = $(if $(FAMILY),--family $(FAMILY)) $(if $(MATCH),--match $(call quote,$(MATCH)))
bench-queries: build/bench/queries $(RACED:%=built-%) ## queries against the same by hand: ROUNDS=, SECONDS=, FAMILY=, MATCH=, OUTPUT=file
	@mkdir -p $(RACES)
	@$(MAKE) -s bench-rows FILE=bench/queries.lua ARGUMENTS=$(call quote,--plan $(CHOSEN)) >$(RACES)/plan
	@$(BENCH_SETTINGS) $< $(RACES)/plan >$(RACES)/C
	@set -e; for lua in $(RACED); do \
	  echo "measure under $$lua" >&2; \
	  $(BENCH_SETTINGS) $(MAKE) -s bench-rows LUA=$$lua FILE=bench/queries.lua \
	    ARGUMENTS=$(call quote,$(CHOSEN)) >$(RACES)/$$lua; \
	done
	@set -e; case ' $(RACED) ' in *' luajit '*) \
	  echo 'measure under luajit -joff' >&2; \
	  $(BENCH_SETTINGS) $(MAKE) -s bench-rows LUA='luajit -joff' LUA_INFO='$(shell tools/lua-info luajit)' \
	    FILE=bench/queries.lua ARGUMENTS=$(call quote,$(CHOSEN)) >'$(RACES)/luajit -joff';; \
	esac
	@$(LUA) bench/report.lua $(if $(OUTPUT),--output '$(OUTPUT)') C=$(RACES)/C \
	  $(foreach lua,$(RACED),$(lua)=$(RACES)/$(lua)) $(if $(filter luajit,$(RACED)),'luajit -joff=$(RACES)/luajit -joff')

# SECONDS is that of a fuzzer's run above, unless somebody sets it.
BENCH_SETTINGS = env $(if $(filter command line environment,$(origin SECONDS)),SECONDS='$(SECONDS)',-u SECONDS) $(if $(ROUNDS),ROUNDS='$(ROUNDS)')

# Instructions instead of times, in C and under LUA. BEFORE is a file with an earlier table.
COUNTS = build/bench/counts
CALLGRIND = valgrind -q --tool=callgrind --instr-atstart=no
bench-counts: built-$(LUA_NAME) core ## instructions a call, in C and under LUA: FAMILY=, MATCH=, BEFORE=file
	@rm -rf $(COUNTS) && mkdir -p $(COUNTS)/C $(COUNTS)/$(LUA_NAME)
	@$(MAKE) -s $(COUNTS)/bench_empty.so BENCH_EMPTY=$(COUNTS)/bench_empty.so CPPFLAGS='$(CPPFLAGS) -DBENCH_COUNTS'
	@$(COMPILE) -DBENCH_COUNTS -Isrc -o $(COUNTS)/queries bench/queries.c $(CORE_OBJECTS) -lm
	@$(RUN) bench/queries.lua --plan $(CHOSEN) >$(COUNTS)/plan
	@$(RUN) bench/queries.lua --place $(CHOSEN) >$(COUNTS)/places
	@$(CALLGRIND) --callgrind-out-file=$(COUNTS)/C/out $(COUNTS)/queries $(COUNTS)/plan --counts >$(COUNTS)/C/rows
	@LUA_CPATH='$(CURDIR)/$(COUNTS)/?.so;$(MODULE_PATH)' $(CALLGRIND) --callgrind-out-file=$(COUNTS)/$(LUA_NAME)/out \
	  $(LUA) bench/queries.lua --counts --only $(COUNTS)/places $(CHOSEN) >$(COUNTS)/$(LUA_NAME)/rows
	@$(LUA) bench/counts.lua C=$(COUNTS)/C $(LUA_NAME)=$(COUNTS)/$(LUA_NAME) $(if $(BEFORE),--before '$(BEFORE)')

# LÖVE's own physics, in LÖVE's own process. It opens no window, but SDL wants a display.
bench-love: built-luajit ## the queries of love.physics beside ours, in LÖVE
	@$(BENCH_SETTINGS) LUA_CPATH='$(CURDIR)/build/luajit/?.so;;' xvfb-run -a love bench/love

# What is installed of bump and slick is found by LUA_PATH.
bench-world: build/bench/world built-luajit ## worlds in C; and in LÖVE beside love.physics and plain Lua: MATCH=pairs
	@$<
	@$(BENCH_SETTINGS) LUA_CPATH='$(CURDIR)/build/luajit/?.so;;' MATCH='$(MATCH)' xvfb-run -a love bench/love world

# A C function that does nothing, to compare with.
BENCH_EMPTY = $(OUT)/bench_empty.so
$(BENCH_EMPTY): bench/module/bench_empty.c bench/mark.h
	@mkdir -p $(@D)
	@$(COMPILE) -I'$(LUA_INCDIR)' -c -o $(@:.so=.o) $<
	@$(LINK) -o $@ $(@:.so=.o)

# ---- Hosts: each has a folder with what it is given, and rules of its own ----

# The specs that a host can run by tools/specs.lua: those that run no commands of a shell, write
# no files where a Unix keeps temporary ones, and need no module but collide.
BARE_SPECS = $(sort $(shell grep -LE \
  'io\.popen|os\.(execute|tmpname)|spec\.support\.shell|require.*"collide\.import"' spec/*_spec.lua))

RULES = Makefile spec/hostile/rules.mk $(HOST_RULES)
HOST_RULES := $(sort $(wildcard packaging/*/rules.mk))
HOST_CHECKS =
include $(HOST_RULES)

.PHONY: hosts
hosts: $(HOST_CHECKS) ## everything of packaging/: made, and tried

# ---- House ------------------------------------------------------------------

.PHONY: clean help setup setup-tool setup-check
clean: ## remove what was built
	rm -rf build src/*/*.o collide.so

setup: ## install what run, test and demo need (apt-get or Homebrew)
setup-tool: ## what collide-voxelize needs
setup-check: ## and what check and hosts need

help: ## this
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(RULES) | awk -F '\t' '{ printf "%-12s %s\n", $$1, $$2 }'
	@echo; echo 'LUA=luajit takes that Lua (a name or a path), PREFIX=$$HOME/.local installs there,'; \
	  echo 'CC= CFLAGS= LDFLAGS= DESTDIR= LUA_INCDIR= as usual; -j makes several things at once.'

endif
