# SPDX-License-Identifier: MIT
#
# LÖVE: a folder to drop in a game, and a zip of it. LOVE_WITH names libraries of other systems to
# go along: make windows love-zip LOVE_WITH=build/windows/lua51/collide.dll

LOVE = build/love
LOVE_FOLDER = $(LOVE)/collide
LOVE_ZIP = $(LOVE)/collide-love.zip
LOVE_WITH ?=
# One folder can serve all systems, so macOS's library is not called as Linux's.
LOVE_LIBRARY = collide.$(if $(filter Darwin,$(shell uname -s)),dylib,so)

.PHONY: love-zip love-check
love-zip: built-luajit ## build/love/collide, to drop in a game of LÖVE's, and its zip
	@rm -rf $(LOVE_FOLDER) $(LOVE_ZIP)
	@install -d $(LOVE_FOLDER)
	@install -m 755 build/luajit/collide.so $(LOVE_FOLDER)/$(LOVE_LIBRARY)
	@[ -z '$(LOVE_WITH)' ] || install -m 755 $(LOVE_WITH) $(LOVE_FOLDER)
	@install -m 644 packaging/love/init.lua packaging/love/README.md LICENSE $(LOVE_FOLDER)
	@set -e; for file in $(STUB_FILES); do \
	  install -d "$(LOVE_FOLDER)/$$(dirname $$file)"; \
	  install -m 644 $$file "$(LOVE_FOLDER)/$$file"; \
	done
	@cd $(LOVE) && $(PYTHON) -m zipfile -c $(notdir $(LOVE_ZIP)) $(notdir $(LOVE_FOLDER))
	@echo $(LOVE_ZIP)

HOST_CHECKS += love-check
love-check: love-zip ## games with that folder in the real LÖVE: unpacked, packed, fused
	@tools/check 'LÖVE: what make love-zip makes' packaging/love/check $(LOVE) '$(PYTHON)'

HOST_CHECKS += love-windows
.PHONY: love-windows
love-windows: windows-wine windows windows-host-luajit
	@tools/check 'LÖVE: the loader under Windows' packaging/love/check-windows $(WINDOWS)
