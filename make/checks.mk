# SPDX-License-Identifier: MIT
#
# What `make check` and `make check-long` ask, with compilers, sanitizers and valgrind. Each check goes through
# tools/check or tools/spec, which keep count.

.PHONY: check check-long check-others check-margins references sanitize valgrind valgrind-check
# What takes longest begins first, so that no processor idles at the end.
check: sanitize-lua5.4 references determinism-check warnings-short cxx-g++ c-check love-check lint ## lint, warnings, sanitizers, exact references, two builds' answers, LÖVE
# The core against exact arithmetic and brute force, each within a minute.
references: meshes grid voxel-check moves contacts solids-measure-check solids-check sweep-space-check sweep-check \
  accuracy-check pairs-check quick-pairs-check quick-casts quick-cells-check quick-voxel-check worlds targets hull exact turn
# All that CI leaves out: every Lua, compiler and host, all random cases, fuzzers.
check-long: ## every Lua, compiler, host and fuzzer, and all random cases: half an hour
	+@tools/checks long
check-others: sanitize-luajit determinism valgrind-check rocks test-others hosts cxx warnings vox-check stack-check \
  fuzz-files-check fuzz-memory-check fuzz-threads-check fuzz-check c-check install-check
# After a change to a margin: the full numbers of cases, and each margin narrowed.
check-margins: valgrind stack vox quick-pairs quick-casts-full quick-cells quick-voxel solids-mutants solids-measure sweep-mutants \
  sweep-space-mutants ## full numbers of cases, and whether narrower margins are noticed: an hour and more

# Warnings are errors here, and not in `make all`, where they would only stand
# in the way of a compiler that we have not met.
.PHONY: warnings warnings-short warnings-gcc warnings-clang warnings-programs cxx cxx-g++ cxx-clang++
warnings: warnings-gcc warnings-clang warnings-programs ## gcc and clang, warnings are errors
# The headers of two Luas, those that differ most.
warnings-short: WARNED = lua5.4 luajit
warnings-short: warnings-gcc warnings-clang warnings-programs
WARNED = $(LUAS)
# Where the hosts are tried, too, Defold's build says what clang++ would, and that with the headers of C++:
# g++, whose take long to read, looks with those of C.
cxx: cxx-g++ $(if $(filter hosts,$(MAKECMDGOALS)),,cxx-clang++) ## the same sources as C++11

# Some of gcc's come from its optimiser, so it compiles all, by the command of the modules, which
# lets ccache answer where those are made already.
GCC = $(if $(shell $(CC) --version 2>/dev/null | grep 'Free Software Foundation'),$(CC),gcc)
warnings-gcc:
	+@tools/check '$@' tools/silent sh -ec "\
	  rm -rf build/$@; \
	  $(MAKE) -s objects OUT=build/$@/core SOURCES='$(CORE)' CC='$(GCC)'; \
	  for lua in $(WARNED); do \
	    $(MAKE) -s objects OUT=build/$@/\$$lua LUA=\$$lua SOURCES='$(BINDING)' CC='$(GCC)'; \
	    ! $(HAVE_ASSIMP) || $(MAKE) -s import-object OUT=build/$@/\$$lua LUA=\$$lua CC='$(GCC)'; \
	  done"
# Those of the others come before any optimiser. $1: the compiler, $2: the Luas, $3: what knows no Lua, $4: what does.
SYNTAX = tools/syntax '$1 -Werror -fsyntax-only -Isrc $(CPPFLAGS)' '$2' '$3' '$4'
IMPORT_SOURCE = $(shell ! $(HAVE_ASSIMP) || echo src/import/lua_import.c)
warnings-clang:
	@tools/check $@ $(call SYNTAX,clang $(STD) $(WARNINGS),$(WARNED),$(CORE),$(BINDING) $(IMPORT_SOURCE))
CXX_WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
CXX_FLAGS = -x c++ -std=c++11 $(CXX_WARNINGS)
CXX_HEADERS = $(if $(filter hosts,$(MAKECMDGOALS)),-nostdinc++)
# C tells what differs between the Luas: C++ looks at the two that differ most.
cxx-g++ cxx-clang++: cxx-%:
	@tools/check $@ sh -ec "$(call SYNTAX,$* $(CXX_FLAGS) $(CXX_HEADERS),lua5.4 luajit,$(CORE),$(BINDING)); \
	  $(call SYNTAX,$* $(CXX_FLAGS),lua5.4 luajit,,$(IMPORT_SOURCE))"
warnings-programs:
	@tools/check $@ gcc $(STD) $(WARNINGS) -Werror -fsyntax-only -Isrc -I'$(LUA_INCDIR)' \
	  $(filter-out $(shell $(HAVE_ODE) || echo bench/ode.c) $(shell $(HAVE_EMBREE) || echo bench/mesh.c), \
	  $(wildcard bench/*.c spec/*/*.c examples/*/*.c))
# -g1 and -w, for what they find is told by lines, and warnings are told elsewhere: a quarter of the time.
SANITIZERS = -O1 -g1 -w -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow \
  -fno-sanitize-recover=all
SANITIZED = lua5.1 lua5.4 luajit
.PHONY: $(SANITIZED:%=sanitize-%) $(LUAS:%=sanitized-%)
$(LUAS:%=sanitized-%): sanitized-%:
	@$(MAKE) --no-print-directory -s all import-maybe OUT=build/sanitize/$* LUA=$* CC='$(GCC)' \
	  CFLAGS='$(SANITIZERS)' LDFLAGS=
sanitize: sanitize-lua5.4 sanitize-luajit ## the specs with ASan, UBSan and a busy collector; sanitize-lua5.1, too
# Those of programs, that start others, under 5.4 alone, as those that ask the core at length or read pages.
SANITIZED_ONCE = $(patsubst %,spec/%_spec.lua,move_tops move_stairs move_world import pages bench examples)
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
fuzz: $(FUZZ_PROGRAMS) fuzz-same ## every attack, SECONDS each: random programs in each Lua, spoilt files, failing memory, threads
# Their modules are made before, for each make below would make them, while another may.
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
