# SPDX-License-Identifier: MIT
#
# Defold: a native extension, as sources, which Defold's servers compile. Here a double of their
# compiler's command and of the engine stands for them.

DEFOLD = build/defold
DEFOLD_FOLDER = $(DEFOLD)/collide-defold
DEFOLD_CXX ?= clang++

.PHONY: defold defold-objects
defold: ## the native extension for Defold, as a folder and a zip
	@packaging/defold/pack $(DEFOLD) $(SOURCES) $(filter-out src/collide.h,$(HEADERS))

# ---- Tried ------------------------------------------------------------------

# What the server passes for Linux, and what the manifest adds. One compilation serves LuaJIT and
# the Lua 5.1 that Defold has in browsers, as it does there.
DEFOLD_FLAGS = -O2 -Wall -Werror=format -fno-exceptions -fPIC -fvisibility=hidden \
  -D__STDC_LIMIT_MACROS -DDDF_EXPOSE_DESCRIPTORS -DDM_PLATFORM_LINUX \
  -DDLIB_LOG_DOMAIN='"COLLIDE"' $(DEFOLD_MANIFEST) -Werror
# Asked when they are first wanted, and not for each source again.
DEFOLD_MANIFEST = $(eval DEFOLD_MANIFEST := $(shell packaging/defold/manifest flags))$(DEFOLD_MANIFEST)
DEFOLD_LUA = $(eval DEFOLD_LUA := $(word 3,$(shell tools/lua-info luajit)))$(DEFOLD_LUA)
DEFOLD_NAME = $(eval DEFOLD_NAME := $(shell packaging/defold/manifest name))$(DEFOLD_NAME)
DEFOLD_DOUBLE = -Ipackaging/defold/double -DDOUBLE_LUA_H='"$(DEFOLD_LUA)/lua.h"' \
  -DDOUBLE_LAUXLIB_H='"$(DEFOLD_LUA)/lauxlib.h"' -DDOUBLE_LUALIB_H='"$(DEFOLD_LUA)/lualib.h"' \
  -DMANIFEST_NAME=$(DEFOLD_NAME)
DEFOLD_OBJECTS = $(SOURCES:src/%.c=$(DEFOLD)/objects/%.o) $(DEFOLD)/objects/extension.o
DEFOLD_HOSTS = luajit lua5.1

defold-objects: $(DEFOLD_OBJECTS)
$(DEFOLD)/objects/%.o: $(DEFOLD_FOLDER)/collide/src/%.c
	@mkdir -p $(@D)
	$(call say,CXX,$<)$(DEFOLD_CXX) $(CXX_WARNINGS) $(DEFOLD_FLAGS) $(DEFOLD_DOUBLE) $< -c -o $@
$(DEFOLD)/objects/%.o: $(DEFOLD_FOLDER)/collide/src/%.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<)$(DEFOLD_CXX) $(DEFOLD_FLAGS) $(DEFOLD_DOUBLE) $< -c -o $@

HOST_CHECKS += defold-check
.PHONY: defold-check defold-built $(DEFOLD_HOSTS:%=defold-%)
defold-check: $(DEFOLD_HOSTS:%=defold-%) ## the extension in a double of Defold, LuaJIT and 5.1

defold-built: defold
	+@tools/check 'Defold: the sources as C++' $(MAKE) --no-print-directory -s defold-objects
	@tools/check 'Defold: names' tools/lint-names --and \
	  $(DEFOLD_NAME) $(DEFOLD_OBJECTS)

$(DEFOLD_HOSTS:%=defold-%): defold-%: defold-built
	@$(DEFOLD_CXX) $(DEFOLD_FLAGS) $(DEFOLD_DOUBLE) -o $(DEFOLD)/host-$* \
	  packaging/defold/double/host.cpp $(DEFOLD_OBJECTS) -l$(if $(filter luajit,$*),luajit-5.1,$*) -lm
	@tools/check 'Defold, $*: vmath' $(DEFOLD)/host-$* packaging/defold/vmath.lua
	@tools/check 'Defold, $*: docs/defold.md' $(DEFOLD)/host-$* packaging/defold/page.lua
	@tools/check 'Defold, $*: example' $(DEFOLD)/host-$* packaging/defold/example.lua
	@COLLIDE_QUICK=1 SPEC='$(or $(SPEC),$(BARE_SPECS))' tools/spec 'Defold, $*' $(DEFOLD) \
	  packaging/defold/busted $(DEFOLD)/host-$*
