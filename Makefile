# SPDX-License-Identifier: MIT
#
# `make help` lists the targets. Variables: LUA (a name or a path), CC, CXX, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX,
# DESTDIR; LUA_INCDIR if make does not find the headers of LUA; SPEC and BUSTED select what `make test` runs; V=1 shows
# the commands.

LUAS = lua5.1 lua5.2 lua5.3 lua5.4 luajit
PREFIX ?= /usr/local
CXX ?= g++
PYTHON ?= python3
CLANG_FORMAT ?= clang-format
LUACHECK ?= luacheck
CASES ?= 100000

.DEFAULT_GOAL := all

# $(call say,CC,FILE)COMMAND: prints a line for the file in place of the command. V=1 prints the command, -s nothing.
# $(QUIETLY) silences a make that builds several files for one target, except with V=1.
SILENT := $(findstring s,$(firstword -$(MAKEFLAGS)))
ifeq ($(V),1)
say =
QUIETLY =
else
say = $(if $(SILENT),,$(info $(1) $(2)))@
QUIETLY = -s
endif

SETUPS := $(filter setup setup-%,$(MAKECMDGOALS))
ifneq ($(SETUPS),)

# This make has looked for a Lua before setup installs one. So a second make, after setup, runs the other targets of
# the command line.
OTHERS := $(filter-out $(SETUPS),$(MAKECMDGOALS))
.PHONY: $(MAKECMDGOALS) others
setup:
	@tools/setup run test
setup-check:
	@tools/setup run test check
setup-long:
	@tools/setup run test tool check long hosts
$(filter-out setup setup-check setup-long,$(SETUPS)): setup-%:
	@tools/setup run $*
ifneq ($(OTHERS),)
$(OTHERS): others
	@:
others: $(SETUPS)
	@$(MAKE) --no-print-directory $(OTHERS)
endif

else

# ---- The interpreter --------------------------------------------------------

CANDIDATES := lua5.4 lua54 lua-5.4 lua luajit lua5.3 lua5.2 lua5.1
LUA ?= $(firstword $(foreach lua,$(CANDIDATES),$(if $(shell command -v $(lua)),$(lua))))
LUA_INFO := $(if $(LUA),$(shell tools/lua-info '$(LUA)'))
LUA_VERSION := $(word 1,$(LUA_INFO))
LUA_NAME := $(word 2,$(LUA_INFO))
LUA_INCDIR ?= $(filter-out -,$(word 3,$(LUA_INFO)))

define NEED_LUA
if [ -z '$(LUA)' ]; then echo 'make: no Lua found; try make setup, or LUA=path' >&2; exit 1; fi; \
if [ -z '$(LUA_NAME)' ]; then echo 'make: cannot run $(LUA); try make setup' >&2; exit 1; fi
endef
define NEED_HEADERS
$(NEED_LUA); if [ -z '$(LUA_INCDIR)' ]; then \
  echo 'make: no headers of $(LUA_NAME) found; try make setup, or LUA_INCDIR=directory' >&2; exit 1; fi
endef

# The module comes first in the search path; LUA_CPATH is for child processes.
MODULE_PATH = $(CURDIR)/$(OUT)/?.so
RUN = LUA_CPATH='$(MODULE_PATH);;' $(LUA) -e 'package.cpath = "$(MODULE_PATH);" .. package.cpath'

# ---- The module -------------------------------------------------------------

OUT = build/$(or $(LUA_NAME),none)
MODULE = $(OUT)/collide.so
BINDING := $(sort $(wildcard src/lua/*.c))
CORE := $(filter-out $(BINDING) $(wildcard src/import/*.c),$(sort $(wildcard src/*/*.c src/*/*/*.c)))
SOURCES = $(CORE) $(BINDING)
OBJECTS = $(SOURCES:src/%.c=$(OUT)/%.o)
HEADERS := $(sort $(wildcard src/*.h src/*/*.h src/*/*/*.h))

STD = -std=c99
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wc++-compat
FLAGS = $(STD) -O2 -ffp-contract=off -fPIC -fvisibility=hidden $(WARNINGS)
COMPILE = $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS)
ifeq ($(shell uname -s),Darwin)
LINK = $(CC) -bundle -undefined dynamic_lookup $(CFLAGS) $(LDFLAGS)
else
# Calls of Lua's API are most of what a short query costs. -fno-plt makes them without the linker's stubs.
FLAGS += -fno-plt
LINK = $(CC) -shared $(CFLAGS) $(LDFLAGS)
endif

.PHONY: all objects FORCE
all: $(OUT)/headers $(MODULE) ## build the module for LUA

objects: $(OBJECTS)

# A rename makes the module appear at once, because specs of another Lua may load it meanwhile.
$(MODULE): $(OBJECTS)
	$(call say,LINK,$@)$(LINK) -o $@.part $(OBJECTS) -lm
	@mv $@.part $@

$(OUT)/lua/%.o: src/lua/%.c $(OUT)/flags $(OUT)/headers
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -I'$(LUA_INCDIR)' -MMD -MP -c -o $@ $<

$(OUT)/%.o: src/%.c $(OUT)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -MMD -MP -c -o $@ $<

# These files are written only if their content changes; then everything is compiled again.
quote = '$(subst ','\'',$(strip $1))'
$(OUT)/flags: FORCE
	@mkdir -p $(OUT)
	@echo $(call quote,$(COMPILE) : $(LINK)) | cmp -s - $@ || \
	  echo $(call quote,$(COMPILE) : $(LINK)) >$@
$(OUT)/headers: FORCE
	@$(NEED_HEADERS)
	@mkdir -p $(OUT)
	@echo '$(LUA_NAME) $(LUA_INCDIR)' | cmp -s - $@ || echo '$(LUA_NAME) $(LUA_INCDIR)' >$@

-include $(OBJECTS:.o=.d)

# ---- collide.import, if Assimp is installed ---------------------------------

IMPORT = $(OUT)/collide/import.so
IMPORT_OBJECT = $(OUT)/import/lua_import.o
ASSIMP_LIBS ?= -lassimp
HAVE_ASSIMP = $(CC) $(CPPFLAGS) -E -include assimp/cimport.h -x c /dev/null >/dev/null 2>&1

.PHONY: import import-object import-maybe
import: $(OUT)/headers $(IMPORT) ## build collide.import, which needs Assimp

import-object: $(IMPORT_OBJECT)

# After `all`, because two compilations at once would write the same files.
import-maybe: | all
	@! $(HAVE_ASSIMP) || $(MAKE) --no-print-directory import

$(IMPORT): $(IMPORT_OBJECT)
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LINK) -o $@.part $< $(ASSIMP_LIBS) -lm
	@mv $@.part $@

$(IMPORT_OBJECT): src/import/lua_import.c $(OUT)/flags $(OUT)/headers
	@$(HAVE_ASSIMP) || { \
	  echo 'make: no headers of Assimp found; try make setup-tool, or CPPFLAGS=-Idirectory' >&2; \
	  exit 1; }
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -I'$(LUA_INCDIR)' -MMD -MP -c -o $@ $<

-include $(IMPORT_OBJECT:.o=.d)

# A separate make builds it once for all targets, because two at once would write the same files.
BUILT = $(LUAS:%=built-%)
.PHONY: $(BUILT)
$(BUILT): built-%:
	@$(MAKE) --no-print-directory $(QUIETLY) all import-maybe LUA=$*

# ---- The core alone, for programs in C --------------------------------------

CORE_OUT = build/core
CORE_OBJECTS = $(CORE:src/%.c=$(CORE_OUT)/%.o)
CORE_MAKE = $(MAKE) --no-print-directory objects OUT=$(CORE_OUT) SOURCES='$(CORE)'

.PHONY: core
core:
	+@$(CORE_MAKE)

# ---- Other targets, by topic ------------------------------------------------

# The command that repeats a check alone, for tools/tally.
export COLLIDE_REPEAT = $(COLLIDE_QUICK:%=COLLIDE_QUICK=% )make $@ $(MAKEOVERRIDES)

# Tests first, because `make help` lists targets in this order.
PARTS = $(addprefix make/,tests.mk checks.mk exact.mk drivers.mk) spec/hostile/rules.mk spec/steps/rules.mk \
  $(addprefix make/,lint.mk packages.mk bench.mk)
include $(PARTS)

# ---- Hosts: each has a folder with its package and its own rules -----------

# The specs that a host can run with tools/specs.lua: they run no shell commands, write no files in /tmp, and need no
# module but collide.
BARE_SPECS = $(sort $(shell grep -LE \
  'io\.popen|os\.(execute|tmpname)|spec\.support\.shell|require.*"collide\.import"' spec/*_spec.lua))

# The prefix of the cross compiler for Windows, which LÖVE's folder needs, too.
MINGW ?= x86_64-w64-mingw32

RULES = Makefile $(PARTS) $(HOST_RULES)
HOST_RULES := $(sort $(wildcard packaging/*/rules.mk))
HOST_CHECKS =
include $(HOST_RULES)

.PHONY: hosts
hosts: $(HOST_CHECKS) ## make and check every package of packaging/

# ---- House ------------------------------------------------------------------

.PHONY: clean help setup setup-tool setup-love setup-check setup-long
clean: ## remove all built files
	@rm -rf build collide.so

setup: ## install packages for building, test and demo (apt-get or Homebrew)
setup-tool: ## install packages for collide-voxelize
setup-love: ## install packages for love-zip: cross compilers
setup-check: ## also install packages for check
setup-long: ## also install packages for check-long: every compiler, Lua and host

help: ## list the targets
	@sed -e ':join' -e '/\\$$/{' -e N -e 's/\\\n//' -e 'b join' -e '}' $(RULES) | \
	  sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' | awk -F '\t' '{ printf "%-22s %s\n", $$1, $$2 }'
	@echo; echo 'LUA=luajit selects a Lua (a name or a path), PREFIX=$$HOME/.local a place to install;'; \
	  echo 'CC= CFLAGS= LDFLAGS= DESTDIR= LUA_INCDIR= as usual; V=1 shows commands; -j runs several jobs at once.'

endif
