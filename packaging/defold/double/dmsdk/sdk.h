/* SPDX-License-Identifier: MIT
 *
 * A double of Defold's public headers: as much of their interface as extension.cpp uses, with
 * the same names and types. host.cpp stands for the engine behind them.
 */
#ifndef DMSDK_SDK_H
#define DMSDK_SDK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern "C" {
#include <dmsdk/lua/lua.h>
#include <dmsdk/lua/lauxlib.h>
}

#define dmLogError(...) \
  (fprintf(stderr, "ERROR:%s: ", DLIB_LOG_DOMAIN), fprintf(stderr, __VA_ARGS__))

namespace dmExtension {

enum Result { RESULT_OK = 0, RESULT_INIT_ERROR = -1 };

struct AppParams {
  void *m_ConfigFile;
};

struct Params {
  void *m_ConfigFile;
  lua_State *m_L;
};

struct Event {
  int m_Event;
};

struct Desc;

void Register(Desc *desc, uint32_t desc_size, const char *name, Result (*app_init)(AppParams *),
              Result (*app_finalize)(AppParams *), Result (*initialize)(Params *),
              Result (*finalize)(Params *), Result (*update)(Params *),
              void (*on_event)(Params *, const Event *));

const size_t m_ExtensionDescBufferSize = 128;

}  // namespace dmExtension

/* An extension tells of itself before main begins. */
#define DM_DECLARE_EXTENSION(symbol, name, app_init, app_final, init, update, on_event, final)    \
  static uint8_t symbol##Desc[dmExtension::m_ExtensionDescBufferSize];                            \
  extern "C" void __attribute__((constructor)) symbol() {                                         \
    dmExtension::Register((dmExtension::Desc *)symbol##Desc, sizeof symbol##Desc, name, app_init, \
                          app_final, init, final, update, on_event);                              \
  }

#endif
