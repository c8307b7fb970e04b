# SPDX-License-Identifier: MIT
#
# LÖVE: a folder to drop in a game, and a zip of it, with a library for each system. LOVE_WITH names
# libraries that are not built here: make love-zip LOVE_WITH=build/macos/collide.dylib

LOVE = build/love
LOVE_FOLDER = $(LOVE)/collide
LOVE_ZIP = $(LOVE)/collide-love.zip
LOVE_WITH ?=

# The library of this system, and those that cross compilers make, with the programs that each
# needs. packaging/love/init.lua knows the names.
LOVE_NATIVE := collide$(if $(filter Darwin,$(shell uname -s)),.dylib,$(if \
  $(filter aarch64 arm64,$(shell uname -m)),-arm64).so)
LOVE_OTHERS := $(filter-out $(LOVE_NATIVE),collide.so collide-arm64.so collide.dll)
love_needs_collide.so = x86_64-linux-gnu-gcc
love_needs_collide-arm64.so = aarch64-linux-gnu-gcc
love_needs_collide.dll = $(MINGW)-gcc lua5.1
love_lacks = $(strip $(foreach program,$(love_needs_$(1)),$(if $(shell command -v $(program)),,$(program))))
LOVE_CROSS := $(foreach file,$(LOVE_OTHERS),$(if $(call love_lacks,$(file)),,$(file)))
LOVE_LINUX := $(filter %.so,$(LOVE_CROSS))
LOVE_DLL := $(filter %.dll,$(LOVE_CROSS))
LOVE_FILES = $(sort $(LOVE_NATIVE) $(LOVE_CROSS) $(notdir $(LOVE_WITH)))

.PHONY: love-zip love-check love-arm64 love-windows $(LOVE_LINUX:%=love-%)
# gcc 12 for ARM warns of numbers that are always initialized.
$(LOVE_LINUX:%=love-%): love-%:
	+@$(MAKE) --no-print-directory all LUA=luajit OUT=$(LOVE)/$* CC=$(love_needs_$*) \
	  LINK='$(love_needs_$*) -shared' CPPFLAGS= CFLAGS=-Wno-maybe-uninitialized LDFLAGS=

love-zip: built-luajit $(LOVE_LINUX:%=love-%) $(LOVE_DLL:%.dll=windows-lua51) ## build/love/collide, for games in LÖVE on every system, and its zip
	@rm -rf $(LOVE_FOLDER) $(LOVE_ZIP)
	@install -d $(LOVE_FOLDER)
	@install -m 755 build/luajit/collide.so $(LOVE_FOLDER)/$(LOVE_NATIVE)
	@set -e; for file in $(LOVE_LINUX); do install -m 755 $(LOVE)/$$file/collide.so $(LOVE_FOLDER)/$$file; done
	@set -e; for file in $(LOVE_DLL:%=$(WINDOWS)/lua51/%) $(LOVE_WITH); do install -m 755 $$file $(LOVE_FOLDER); done
	@install -m 644 packaging/love/init.lua packaging/love/README.md LICENSE $(LOVE_FOLDER)
	@set -e; for file in $(STUB_FILES); do \
	  install -d "$(LOVE_FOLDER)/$$(dirname $$file)"; \
	  install -m 644 $$file "$(LOVE_FOLDER)/$$file"; \
	done
	@cd $(LOVE) && $(PYTHON) -m zipfile -c $(notdir $(LOVE_ZIP)) $(notdir $(LOVE_FOLDER))
	@$(foreach file,$(filter-out $(LOVE_FILES),$(LOVE_OTHERS)), \
	  echo 'love-zip: no $(file) without $(call love_lacks,$(file)); try make setup-love';)
	@echo '$(LOVE_ZIP): $(LOVE_FILES)'

HOST_CHECKS += love-check
love-check: love-zip ## games with that folder in the real LÖVE: unpacked, packed, fused
	@tools/check 'LÖVE: what make love-zip makes' packaging/love/check $(LOVE) '$(PYTHON)'

HOST_CHECKS += love-arm64
love-arm64: love-zip ## the same in LÖVE for arm64, under qemu
	@tools/check 'LÖVE: the same for arm64' packaging/love/check $(LOVE) '$(PYTHON)' arm64

HOST_CHECKS += love-windows
love-windows: love-zip windows-wine windows-host-luajit
	@tools/check 'LÖVE: the same folder under Windows' packaging/love/check-windows $(LOVE) '$(PYTHON)' $(WINDOWS)
