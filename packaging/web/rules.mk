# SPDX-License-Identifier: MIT
#
# The page to try collide on: the core, the binding and Lua 5.4 through Emscripten, and what is in
# docs/try, put together in build/web/page/index.html, which is all there is to publish.

EMCC ?= emcc
NODE ?= node
CHROMIUM ?= $(firstword $(foreach program,chromium-headless-shell chromium chromium-browser \
  google-chrome,$(shell command -v $(program))) chromium)

WEB = build/web
WEB_PAGE = $(WEB)/page/index.html
WEB_SOURCES := $(wildcard docs/try/*) packaging/web/assemble.lua examples/lib/scene.lua \
  examples/lib/picture.lua examples/lib/console.lua examples/lib/outline.lua

# Lua's own sources: another place for them where there is no apt-get.
WEB_LUA ?= $(WEB)/source/lua5.4/src
WEB_LUA_FILES = $(addprefix $(WEB_LUA)/,$(addsuffix .c,lapi lcode lctype ldebug ldo ldump lfunc lgc \
  llex lmem lobject lopcodes lparser lstate lstring ltable ltm lundump lvm lzio lauxlib lbaselib \
  lcorolib ldblib linit liolib lmathlib loadlib loslib lstrlib ltablib lutf8lib))

# Debian's Emscripten looks for acorn where Debian's node does, and not where another may.
EMSCRIPTEN = NODE_PATH="/usr/share/nodejs:$$NODE_PATH" $(EMCC)
WEB_COMPILE = $(EMSCRIPTEN) -std=c99 -O2 -ffp-contract=off -Wall
WEB_LINK = -O2 -sSINGLE_FILE -sMODULARIZE -sEXPORT_NAME=createCollide -sENVIRONMENT=web,worker \
  -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=512MB -sFORCE_FILESYSTEM \
  -sEXPORTED_RUNTIME_METHODS=ccall,HEAPU8 -sINCOMING_MODULE_JS_API=stdin,stdout,stderr

.PHONY: web web-check web-page-check web-determinism web-picture
web: $(WEB_PAGE) ## the page to try collide on, build/web/page (Emscripten)

$(WEB_PAGE): $(WEB_SOURCES) $(WEB)/collide.js
	@$(NEED_LUA)
	@mkdir -p $(@D)
	@$(LUA) packaging/web/assemble.lua docs/try/index.html $(WEB) $@

# Many at once: Emscripten takes longer to start than to compile one of them.
web_objects = $(patsubst %.c,$(WEB)/$1/%.o,$(notdir $2))
WEB_BINDING = $(BINDING) packaging/web/page.c
WEB_OBJECTS = $(call web_objects,core,$(CORE)) $(call web_objects,binding,$(WEB_BINDING)) \
  $(call web_objects,lua,$(WEB_LUA_FILES))

$(WEB)/collide.js: $(WEB)/core.stamp $(WEB)/binding.stamp $(WEB)/lua.stamp packaging/web/rules.mk
	@$(EMSCRIPTEN) $(WEB_LINK) -o $@ $(WEB_OBJECTS)

$(WEB)/core.stamp: $(CORE) $(HEADERS) $(WEB)/headers
$(WEB)/binding.stamp: $(WEB_BINDING) $(HEADERS) $(WEB)/headers
$(WEB)/lua.stamp: $(WEB)/headers
$(WEB)/core.stamp: WEB_FILES = $(CORE)
$(WEB)/binding.stamp: WEB_FILES = $(WEB_BINDING)
$(WEB)/lua.stamp: WEB_FILES = $(WEB_LUA_FILES)
$(WEB)/%.stamp:
	@mkdir -p $(WEB)/$*
	@echo 'emcc: $*, $(words $(WEB_FILES)) files'
	@cd $(WEB)/$* && $(WEB_COMPILE) -I../include $(addprefix -I,$(abspath src $(WEB_LUA))) \
	  -c $(abspath $(WEB_FILES))
	@touch $@

# Debian's luaconf.h includes one that tells where libraries lie on this system.
$(WEB)/headers:
	@command -v $(EMCC) >/dev/null || { echo 'make: no Emscripten here; try make setup-web' >&2; exit 1; }
	@tools/lua-source $(WEB)/source lua5.4
	@mkdir -p $(WEB)/include
	@echo '#define DEB_HOST_MULTIARCH "wasm32-emscripten"' >$(WEB)/include/lua5.4-deb-multiarch.h
	@touch $@

# ---- Tried: the same bits as everywhere, and the page in a browser ----------

HOST_CHECKS += web-check
web-check: web-determinism web-page-check ## the page in headless Chromium, and the same bits

DETERMINISM = $(wildcard spec/determinism/*.c)
$(WEB)/driver.js: $(DETERMINISM) $(WEB)/core.stamp packaging/web/rules.mk
	@$(WEB_COMPILE) -Isrc -sENVIRONMENT=node -sWASM_ASYNC_COMPILATION=0 -o $@ $(DETERMINISM) $(call web_objects,core,$(CORE))

web-determinism: $(WEB)/driver.js
	@tools/check 'web, the same bits' sh -ec '$(NODE) $< >$(WEB)/driver.txt; \
	  diff spec/determinism/golden.txt $(WEB)/driver.txt'

$(WEB)/npm/node_modules: packaging/web/package.json
	@command -v npm >/dev/null || { echo 'make: no npm here; try make setup-web' >&2; exit 1; }
	@mkdir -p $(@D)
	@cp $< $(@D)
	@cd $(@D) && npm install --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

web-page-check: $(WEB_PAGE) $(WEB)/npm/node_modules built-$(LUA_NAME)
	@tools/check 'web, the page' env CHROMIUM='$(CHROMIUM)' LUA='$(LUA)' \
	  LUA_CPATH='$(MODULE_PATH);;' $(NODE) packaging/web/check.mjs $(WEB_PAGE) $(WEB)

web-picture: $(WEB_PAGE) $(WEB)/npm/node_modules # the one of docs/install.md (Chromium and netpbm)
	@CHROMIUM='$(CHROMIUM)' $(NODE) packaging/web/picture.mjs $(WEB_PAGE) $(WEB)/try.png 980 1440
	@pngtopnm $(WEB)/try.png | pnmquant -quiet -meanpixel 200 | pnmtopng -compression 9 >$(PICTURES)/try.png
