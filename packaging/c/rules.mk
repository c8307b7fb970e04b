# SPDX-License-Identifier: MIT
#
# C and C++: the core as a library, static and shared, with its headers and a file for pkg-config.

LIB = build/lib
LIBDIR ?= $(PREFIX)/lib
COLLIDE_VERSION := $(shell sed -n 's/^\#define COLLIDE_VERSION "\(.*\)"/\1/p' src/collide.h)
LIB_MAJOR = $(firstword $(subst ., ,$(COLLIDE_VERSION)))
LIB_STATIC = libcollide.a

# The file itself, the name that programs ask for as they start (compatible versions share it),
# and the name that the linker looks for.
ifeq ($(shell uname -s),Darwin)
LIB_FILE = libcollide.$(COLLIDE_VERSION).dylib
LIB_SONAME = libcollide.$(LIB_MAJOR).dylib
LIB_SHARED = libcollide.dylib
LIB_LINK = $(CC) -dynamiclib -install_name @rpath/$(LIB_SONAME) $(CFLAGS) $(LDFLAGS)
LIB_PLACE = install_name_tool -id '$(LIBDIR)/$(LIB_SONAME)'
else
LIB_FILE = libcollide.so.$(COLLIDE_VERSION)
LIB_SONAME = libcollide.so.$(LIB_MAJOR)
LIB_SHARED = libcollide.so
LIB_LINK = $(CC) -shared -Wl,-soname,$(LIB_SONAME) $(CFLAGS) $(LDFLAGS)
LIB_PLACE = :
endif

.PHONY: lib lib-files install-lib c-check
lib: core ## libcollide, static and shared, for programs in C and C++
	@$(MAKE) --no-print-directory lib-files OUT=$(CORE_OUT) SOURCES='$(CORE)'

lib-files: $(LIB)/$(LIB_STATIC) $(LIB)/$(LIB_FILE)

$(LIB)/$(LIB_STATIC): $(OBJECTS)
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $(OBJECTS)

$(LIB)/$(LIB_FILE): $(OBJECTS) packaging/c/rules.mk
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(LIB_LINK) -o $@ $(OBJECTS) -lm
	@ln -sf $(LIB_FILE) $(LIB)/$(LIB_SONAME)
	@ln -sf $(LIB_SONAME) $(LIB)/$(LIB_SHARED)

C_LIB = $(DESTDIR)$(LIBDIR)
C_INCLUDE = $(DESTDIR)$(PREFIX)/include
install-lib: lib ## put libcollide, its headers and collide.pc under PREFIX
	@install -d '$(C_LIB)/pkgconfig' '$(C_INCLUDE)/collide'
	$(call say,INSTALL,$(C_LIB)/$(LIB_STATIC))install -m 644 $(LIB)/$(LIB_STATIC) '$(C_LIB)/'
	$(call say,INSTALL,$(C_LIB)/$(LIB_FILE))install -m 755 $(LIB)/$(LIB_FILE) '$(C_LIB)/'
	@$(LIB_PLACE) '$(C_LIB)/$(LIB_FILE)'
	@ln -sf $(LIB_FILE) '$(C_LIB)/$(LIB_SONAME)'
	@ln -sf $(LIB_SONAME) '$(C_LIB)/$(LIB_SHARED)'
	$(call say,INSTALL,$(C_INCLUDE)/collide.h)install -m 644 src/collide.h '$(C_INCLUDE)/'
	$(call say,INSTALL,$(C_INCLUDE)/collide)install -m 644 src/collide/*.h '$(C_INCLUDE)/collide/'
	$(call say,INSTALL,$(C_LIB)/pkgconfig/collide.pc)sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(COLLIDE_VERSION)|' \
	  -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' packaging/c/collide.pc.in >'$(C_LIB)/pkgconfig/collide.pc'

C_USER = $(CURDIR)/build/c/user
# Installed once as a user does and once as a packager does.
c-check: lib ## libcollide as installed: examples/c from C and C++, exports, the text of every error
	+@tools/check 'C: install-lib' sh -ec 'rm -rf build/c; \
	  $(MAKE) -s install-lib PREFIX=$(C_USER) LIBDIR=$(C_USER)/lib DESTDIR= >/dev/null; \
	  $(MAKE) -s install-lib PREFIX=/opt LIBDIR=/opt/lib64 DESTDIR=build/c/staged >/dev/null'
	@CC='$(CC)' CXX='$(CXX)' tools/check 'C: libcollide' packaging/c/check build/c
