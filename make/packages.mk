# SPDX-License-Identifier: MIT
#
# What is installed, rocks and releases, and the reference.

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
	@tools/check luarocks tools/rocks build/rocks '$(CC)' '$(FLAGS) -MMD -MP'

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
