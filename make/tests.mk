# SPDX-License-Identifier: MIT
#
# Tests: the specs, under one Lua or all.

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
# test-all without what `test` runs under LUA, and without those of TESTED, whose specs have all run;
# what starts programs, under LuaJIT alone.
TESTED ?=
test-others: $(filter-out $(LUA_NAME:%=test-%) $(TESTED:%=test-%),$(LUAS:%=test-%)) test-luajit-c
$(filter-out test-luajit,$(LUAS:%=test-%)): SPECS = $(if $(filter test-others,$(MAKECMDGOALS)),$(PLAIN_SPECS))

# What LÖVE is given is LuaJIT's, whichever Lua looks on.
$(LUAS:%=test-%): test-%: built-% built-luajit
	@$(if $(SPECS),SPEC='$(SPECS)') $(SPEC_FILES) '$*' build/$* $*

# What concerns one way alone, and hosts, is in spec/programs.
test-luajit-c: built-luajit
	@COLLIDE_FFI=0 COLLIDE_QUICK=1 SPEC='$(PLAIN_SPECS)' $(SPEC_FILES) 'luajit, C API' build/luajit luajit
