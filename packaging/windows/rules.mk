# SPDX-License-Identifier: MIT
#
# Windows: collide.dll by MinGW-w64, tried under Wine. MINGW, in the Makefile, names another cross
# compiler's prefix, WINDOWS_CFLAGS its options.

WINDOWS = build/windows
WINDOWS_DLLS = windows-lua51 windows-lua54

# MinGW's printf is told to write %zu, and exponents, as others do.
WINDOWS_CFLAGS ?= -Werror
WINDOWS_MAKE = $(MAKE) --no-print-directory CC='$(MINGW)-gcc' LDFLAGS= \
  CFLAGS='$(WINDOWS_CFLAGS)' CPPFLAGS=-D__USE_MINGW_ANSI_STDIO=1
WINDOWS_CORE = $(CORE:src/%.c=$(WINDOWS)/core/%.o)

.PHONY: windows windows-objects windows-dll $(WINDOWS_DLLS)
windows: $(WINDOWS_DLLS) ## collide.dll for LuaJIT and Lua 5.1, and for Lua 5.4

windows-objects:
	+@$(WINDOWS_MAKE) objects OUT=$(WINDOWS)/core SOURCES='$(CORE)'

$(WINDOWS_DLLS): windows-lua5%: windows-objects
	+@$(WINDOWS_MAKE) windows-dll OUT=$(WINDOWS)/lua5$* LUA=lua5.$* SOURCES='$(BINDING)'

# In the make above, whose objects are those of the binding.
windows-dll: $(OUT)/collide.dll
$(WINDOWS)/lua51/collide.dll $(WINDOWS)/lua54/collide.dll: $(WINDOWS)/%/collide.dll: $(OBJECTS) $(WINDOWS_CORE) \
  packaging/windows/link
	$(call say,LINK,$@)packaging/windows/link $(MINGW) $* $(@D) $(OBJECTS) $(WINDOWS_CORE)

# ---- Under Wine -------------------------------------------------------------

# Files are asked of by a spec of its own: the others write them as a Unix does.
WINDOWS_SPECS = packaging/windows/files_spec.lua $(BARE_SPECS)
WINDOWS_HOSTS = lua5.1 luajit lua5.4
WINDOWS_CHECKS = windows-core $(WINDOWS_HOSTS:%=windows-%)

HOST_CHECKS += windows-check
.PHONY: windows-check windows-wine $(WINDOWS_CHECKS) $(WINDOWS_HOSTS:%=windows-host-%)
windows-check: $(WINDOWS_CHECKS) ## the same answers under Wine, and the specs in three Luas there

windows-wine:
	@packaging/windows/wine --make

windows-core: windows-wine windows-objects
	@tools/check 'Windows: answers' packaging/windows/core determinism $(MINGW) $(WINDOWS_CORE)
	@tools/check 'Windows: grids' packaging/windows/core grid $(MINGW) $(WINDOWS_CORE)

# Targets of their own, so that others may want them, too, and none is built twice at once.
$(WINDOWS_HOSTS:%=windows-host-%): windows-host-%:
	@packaging/windows/host $(MINGW) $*

$(WINDOWS_HOSTS:%=windows-%): windows-lua%: windows-wine windows windows-host-lua%
	@COLLIDE_QUICK=1 SPEC='$(or $(SPEC),$(WINDOWS_SPECS))' tools/spec 'Windows, lua$*' \
	  $(WINDOWS)/$(if $(filter 5.4,$*),lua54,lua51) packaging/windows/busted $(WINDOWS)/host/lua$*
