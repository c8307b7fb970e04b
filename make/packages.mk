# SPDX-License-Identifier: MIT
#
# Installation, rocks, releases, and the reference.

CMOD = $(DESTDIR)$(PREFIX)/lib/lua/$(LUA_VERSION)
LMOD = $(DESTDIR)$(PREFIX)/share/lua/$(LUA_VERSION)
STUBS = $(DESTDIR)$(PREFIX)/share/collide
STUB_FILES := $(sort $(wildcard library/*.lua library/*/*.lua))
BIN = $(DESTDIR)$(PREFIX)/bin
# collide-voxelize, which needs collide.import: its modules, of which the examples use the last two, and the program.
TOOL_MODULES := $(sort $(wildcard src/tool/*.lua)) examples/lib/console.lua examples/lib/picture.lua

.PHONY: install rocks install-check
install: all import-maybe ## install the modules and the editor's stubs under PREFIX
	$(call say,INSTALL,$(CMOD)/collide.so)install -d '$(CMOD)'
	@install -m 755 $(MODULE) '$(CMOD)/collide.so'
	@set -e; if [ -f $(IMPORT) ]; then \
	  $(if $(SILENT),,echo 'INSTALL $(CMOD)/collide/import.so'; echo 'INSTALL $(BIN)/collide-voxelize';) \
	  install -d '$(CMOD)/collide' '$(LMOD)/collide/tool' '$(BIN)'; \
	  install -m 755 $(IMPORT) '$(CMOD)/collide/import.so'; \
	  install -m 644 $(TOOL_MODULES) '$(LMOD)/collide/tool/'; \
	  sed "1s|.*|#!$$(command -v '$(LUA)')|" bin/collide-voxelize >'$(BIN)/collide-voxelize'; \
	  chmod 755 '$(BIN)/collide-voxelize'; \
	fi
	$(call say,INSTALL,$(STUBS)/library)set -e; for file in $(STUB_FILES); do \
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
	@tools/check luarocks tools/rocks build/rocks '$(CC)' '$(FLAGS) -MMD -MP'

# TAG=v0.1.0 checks whether the tree is ready for that tag.
.PHONY: release release-check
release: ## write the rockspecs for the version in src/collide.h
	@$(LUA) tools/release.lua --write
release-check: ## check that header, stubs, changelog and rockspecs have one version
	@tools/check 'one version' $(LUA) tools/release.lua $(TAG)

# ---- Reference --------------------------------------------------------------

.PHONY: reference
reference: ## write docs/reference and the .script_api from library/
	@$(NEED_LUA)
	@$(LUA) tools/reference.lua

.PHONY: walking
walking: all ## write the tables and pictures of docs/guides/walking.md
	@$(RUN) tools/walking.lua

LUALS ?= lua-language-server
.PHONY: luals
luals: ## run LuaLS on library/ and its examples, if it is installed
	@$(NEED_LUA)
	@tools/check LuaLS tools/luals build/luals '$(LUA)' '$(LUALS)'
