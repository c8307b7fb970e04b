# SPDX-License-Identifier: MIT
#
# Lint, and the format of C sources.

C_FILES = $(sort $(wildcard src/*.[ch] src/*/*.[ch] src/narrow/*/*.[ch] bench/*.[ch] bench/*/*.[ch] \
  spec/*/*.[ch] examples/*/*.[ch] \
  packaging/*/*.[ch] packaging/*/*.cpp packaging/*/*/*.cpp packaging/*/*/*/*.h packaging/*/*/*/*/*.h))
LUA_DIRECTORIES = $(wildcard src/tool bin/collide-voxelize spec examples bench library tools packaging docs/try)

LINTS = lint-lua lint-format lint-rockspec lint-tree lint-names lint-layers release-check
.PHONY: lint $(LINTS) format
lint: $(LINTS) ## luacheck, clang-format, the rockspec against the tree, global names, layers
lint-lua:
	@tools/check luacheck $(LUACHECK) -q $(LUA_DIRECTORIES) *.rockspec packaging/luarocks/*.rockspec
	@tools/check 'luacheck of the Lua in src/lua' tools/lint-ffi $(LUACHECK)
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
lint-layers: core $(if $(LUA_NAME),built-$(LUA_NAME))
	@tools/check layers $(PYTHON) tools/lint-layers $(OUT)

format: ## format the C sources
	@$(CLANG_FORMAT) -i $(C_FILES)
