# SPDX-License-Identifier: MIT
#
# `make check` and `make check-long`, with compilers, sanitizers and valgrind. tools/check and tools/spec run each
# check and count the results.

.PHONY: check check-long check-others check-both check-margins references sanitize valgrind valgrind-check
# The longest check starts first, so that no processor idles at the end.
CHECKED = sanitize-lua5.4 references c-check love-check stack-check install-check steps cxx-clang++ lint
check: $(CHECKED) determinism-check warnings-short ## lint, warnings, sanitizers, exact references, equal answers of two builds, LÖVE
# Compare the core with exact arithmetic and brute force; each takes less than a minute.
references: meshes grid voxel-check moves contacts solids-measure-check solids-check sweep-space-check sweep-check \
  accuracy-check pairs-check quick-pairs-check quick-casts quick-cells-check quick-voxel-check worlds targets hull exact turn \
  rounded-check
# Everything else: every Lua, compiler and host, all random cases, fuzzers.
check-long: ## every Lua, compiler, host and fuzzer, and all random cases: a quarter of an hour
	+@tools/checks long
check-others: sanitize-luajit determinism valgrind-check rocks test-others hosts cxx-g++ warnings vox-check \
  fuzz-files-check fuzz-memory-check fuzz-threads-check fuzz-check fuzz-slow-check
# What CI runs. The long checks include the short ones that CHECKED lacks.
check-both: $(CHECKED) check-others
# Run this after a change to a margin: the full numbers of cases, and each margin narrowed.
check-margins: valgrind stack vox quick-pairs quick-casts-full quick-cells quick-voxel solids-mutants solids-measure sweep-mutants \
  sweep-space-mutants ## full numbers of cases; each narrower margin must fail: an hour and more

# Warnings are errors here, but not in `make all`, where an unknown compiler may print others.
.PHONY: warnings warnings-short warnings-gcc warnings-clang warnings-programs cxx cxx-g++ cxx-clang++
warnings: warnings-gcc warnings-clang warnings-programs ## gcc and clang, warnings are errors
# The headers of the two Luas that differ most.
warnings-short: WARNED = lua5.4 luajit
warnings-short: warnings-gcc warnings-clang warnings-programs
WARNED = $(LUAS)
# `check` runs only clang++, which warns of more and takes half of the time of g++.
cxx: cxx-g++ cxx-clang++ ## the same sources as C++11

# Some warnings of gcc come from its optimiser, so it compiles everything. It uses the command of the modules, so
# ccache has the results if they are built already.
GCC = $(if $(shell $(CC) --version 2>/dev/null | grep 'Free Software Foundation'),$(CC),gcc)
warnings-gcc:
	+@tools/check '$@' tools/silent sh -ec "\
	  rm -rf build/$@; \
	  $(MAKE) -s objects OUT=build/$@/core SOURCES='$(CORE)' CC='$(GCC)'; \
	  for lua in $(WARNED); do \
	    $(MAKE) -s objects OUT=build/$@/\$$lua LUA=\$$lua SOURCES='$(BINDING)' CC='$(GCC)'; \
	    ! $(HAVE_ASSIMP) || $(MAKE) -s import-object OUT=build/$@/\$$lua LUA=\$$lua CC='$(GCC)'; \
	  done"
# The other compilers need no optimiser for their warnings. $1: the compiler, $2: the Luas, $3: sources without Lua,
# $4: sources with Lua.
SYNTAX = tools/syntax '$1 -Werror -fsyntax-only -Isrc $(CPPFLAGS)' '$2' '$3' '$4'
IMPORT_SOURCE = $(shell ! $(HAVE_ASSIMP) || echo src/import/lua_import.c)
warnings-clang:
	@tools/check $@ $(call SYNTAX,clang $(STD) $(WARNINGS),$(WARNED),$(CORE),$(BINDING) $(IMPORT_SOURCE))
CXX_WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
CXX_FLAGS = -x c++ -std=c++11 $(CXX_WARNINGS)
# C is compiled for each Lua, C++ only for the two that differ most.
cxx-g++ cxx-clang++: cxx-%:
	@tools/check $@ sh -ec "$(call SYNTAX,$* $(CXX_FLAGS),lua5.4 luajit,$(CORE),$(BINDING) $(IMPORT_SOURCE))"
warnings-programs:
	@tools/check $@ gcc $(STD) $(WARNINGS) -Werror -fsyntax-only -Isrc -I'$(LUA_INCDIR)' \
	  $(filter-out $(shell $(HAVE_ODE) || echo bench/ode.c) $(shell $(HAVE_EMBREE) || echo bench/mesh.c), \
	  $(wildcard bench/*.c spec/*/*.c examples/*/*.c))
# -g1 because reports need only lines, -w because other targets show warnings: this takes a quarter of the time.
SANITIZERS = -O1 -g1 -w -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow \
  -fno-sanitize-recover=all
SANITIZED = lua5.1 lua5.4 luajit
.PHONY: $(SANITIZED:%=sanitize-%) $(LUAS:%=sanitized-%)
$(LUAS:%=sanitized-%): sanitized-%:
	@$(MAKE) --no-print-directory -s all import-maybe OUT=build/sanitize/$* LUA=$* CC='$(GCC)' \
	  CFLAGS='$(SANITIZERS)' LDFLAGS=
sanitize: sanitize-lua5.4 sanitize-luajit ## the specs with ASan, UBSan and a collector that never rests; also sanitize-lua5.1
# Specs that start programs, query the core at length or read pages run only under 5.4.
SANITIZED_ONCE = $(patsubst %,spec/%_spec.lua,move_tops move_stairs import pages bench examples)
$(SANITIZED:%=sanitize-%): sanitize-%: sanitized-%
	@COLLIDE_SHORT=1 COLLIDE_COLLECT=1 SPEC="$${SPEC:-$(if $(filter lua5.4,$*),spec,$(filter-out $(SANITIZED_ONCE),$(PLAIN_SPECS)))}" \
	  $(SPEC_FILES) 'sanitizers, $*' build/sanitize/$* tools/sanitized $*

# Random programs; SEED and CASE repeat one. `fuzz-check` is the short run. `fuzz-same` compares the
# answers of PROGRAMS valid ones between Luas.
SECONDS ?= 60
SEED ?= $(shell date +%s)
FUZZED = lua5.1 lua5.4 luajit
FUZZ_PROGRAMS = $(LUAS:%=fuzz-programs-%)
PROGRAMS ?= 2000
.PHONY: fuzz fuzz-check fuzz-same $(FUZZ_PROGRAMS)
fuzz: $(FUZZ_PROGRAMS) fuzz-same ## every fuzzer, SECONDS each: random programs in each Lua, damaged files, failing memory, threads
# Builds their modules first; otherwise several of the makes below would build them at once.
fuzz-check: $(FUZZED:%=sanitized-%)
	@set -e; for lua in $(FUZZED); do \
	  $(MAKE) --no-print-directory -s fuzz-programs-$$lua SECONDS=5 SEED=1; \
	done
	@$(MAKE) --no-print-directory -s fuzz-same LUAS='$(FUZZED)' PROGRAMS=200 SEED=1
fuzz-same: $(BUILT)
	@tools/check 'fuzz: the same answers' $(LUA) spec/fuzz/same.lua $(PROGRAMS) $(SEED) $(LUAS) luajit:0
$(FUZZ_PROGRAMS): fuzz-programs-%: sanitized-%
	@tools/check 'fuzz: programs, $*' $(LUA) spec/fuzz/run.lua build/sanitize/$* $* $(SECONDS) $(SEED) $(CASE)

VALGRIND = valgrind -q --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
  --errors-for-leak-kinds=definite --suppressions=tools/valgrind.supp
# Specs of examples, benches and models take minutes under valgrind, and make only calls that other specs make, too.
VALGRIND_SPECS = $(filter-out $(patsubst %,spec/%_spec.lua,examples bench models),$(wildcard spec/*_spec.lua))
VALGRINDED = lua5.4 luajit
# The sanitizers above do not see reads of uninitialized memory. clang's memory sanitizer checks these reads in the
# core, with the program of determinism, also in determinism-check. valgrind checks them in the binding, with the specs
# of arguments, answers and callbacks.
VALGRIND_CHECKED = $(patsubst %,spec/%_spec.lua,arguments hostile numbers grid cells cast meet vox)
.PHONY: $(VALGRINDED:%=valgrind-%)
valgrind: valgrind-lua5.4 ## the specs under valgrind; valgrind-luajit uses LuaJIT
valgrind-check:
	@$(MAKE) --no-print-directory -s valgrind-lua5.4 VALGRIND_SPECS='$(VALGRIND_CHECKED)'
$(VALGRINDED:%=valgrind-%): valgrind-%: built-%
	@COLLIDE_QUICK=1 COLLIDE_SHORT=1 SPEC='$(or $(SPEC),$(VALGRIND_SPECS))' \
	  $(SPEC_FILES) 'valgrind, $*' build/$* $(VALGRIND) $*

# By hand, when specs of the binding get shorter: what they noticed before, they must notice afterwards.
.PHONY: binding-mutants
binding-mutants: ## which of MUTANTS=200 mutants of src/lua and src/file the specs notice; BEFORE=revision: none is lost since
	@$(PYTHON) spec/binding/mutants.py --cc '$(CC)' --lua '$(LUA)' --count $(or $(MUTANTS),200) $(BEFORE:%=--before %)
