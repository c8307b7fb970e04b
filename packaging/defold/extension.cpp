/* SPDX-License-Identifier: MIT
 *
 * The module as a native extension of Defold: every script finds it in the global `collide`.
 */
#include <dmsdk/sdk.h>

extern "C" int luaopen_collide(lua_State *L);

/* The names of DM_DECLARE_EXTENSION are of all extensions of a game. */
namespace {

dmExtension::Result initialize_app(dmExtension::AppParams *) {
  return dmExtension::RESULT_OK;
}

/* For each of the states of Lua that the engine has: one, or several when scripts, GUI scripts
 * and render scripts do not share it. */
dmExtension::Result initialize(dmExtension::Params *params) {
  lua_State *L = params->m_L;
  const int top = lua_gettop(L);
  lua_pushcfunction(L, luaopen_collide);
  if (lua_pcall(L, 0, 1, 0) != 0) {
    dmLogError("collide: %s", lua_tostring(L, -1));
    lua_settop(L, top);
    return dmExtension::RESULT_INIT_ERROR;
  }
  lua_setglobal(L, "collide");
  return dmExtension::RESULT_OK;
}

/* What it holds, Lua's collector frees. */
dmExtension::Result finalize(dmExtension::Params *) {
  return dmExtension::RESULT_OK;
}

dmExtension::Result finalize_app(dmExtension::AppParams *) {
  return dmExtension::RESULT_OK;
}

}  // namespace

DM_DECLARE_EXTENSION(Collide, "Collide", initialize_app, finalize_app, initialize, 0, 0, finalize)
