# SPDX-License-Identifier: MIT
#
# Tests: the specs, under one Lua or all.

# `make test` skips spec/programs, which start programs and hosts, and runs fewer random cases. SPEC names the specs
# that run with all cases.
PLAIN_SPECS = $(sort $(wildcard spec/*_spec.lua))
# One process for each file: with fewer live objects, a collector that runs at each allocation takes less time.
SPEC_FILES = tools/spec -j "$$(getconf _NPROCESSORS_ONLN || echo 1)"

.PHONY: test test-all test-others $(LUAS:%=test-%) test-luajit-c
test: all import-maybe ## the specs under LUA with fewer cases; SPEC=spec for all, SPEC=spec/x_spec.lua for one
	@$(if $(SPEC),,SPEC='$(PLAIN_SPECS)' COLLIDE_QUICK=1) \
	  $(SPEC_FILES) '$(LUA_NAME)' $(OUT) $(LUA)

test-all: $(LUAS:%=test-%) test-luajit-c ## all specs under all five Luas, LuaJIT both through the ffi and through Lua's C API
# test-all without the specs that `test` has run under LUA, and without the Luas of TESTED, whose specs have all run.
# Specs that start programs run only under LuaJIT.
TESTED ?=
test-others: $(filter-out $(LUA_NAME:%=test-%) $(TESTED:%=test-%),$(LUAS:%=test-%)) test-luajit-c
$(filter-out test-luajit,$(LUAS:%=test-%)): SPECS = $(if $(filter test-others,$(MAKECMDGOALS)),$(PLAIN_SPECS))

# LÖVE gets the module for LuaJIT, whichever Lua runs the specs.
$(LUAS:%=test-%): test-%: built-% built-luajit
	@$(if $(SPECS),SPEC='$(SPECS)') $(SPEC_FILES) '$*' build/$* $*

# Specs that concern only one of the two, or hosts, are in spec/programs.
test-luajit-c: built-luajit
	@COLLIDE_FFI=0 COLLIDE_QUICK=1 SPEC='$(PLAIN_SPECS)' $(SPEC_FILES) 'luajit, C API' build/luajit luajit
