/* SPDX-License-Identifier: MIT
 *
 * host SCRIPT ARGUMENT...: a double of Defold's engine. It starts the one extension that it is
 * linked with as the engine does, in two states of Lua, gives each `vmath`, and runs the script
 * in the second. What else of Defold the script needs, it makes itself.
 */
#include <dmsdk/sdk.h>

extern "C" {
#include DOUBLE_LUALIB_H
}

#include <stdlib.h>
#include <string.h>

/* The engine calls it by the name that ext.manifest gives, or the linker would drop it. */
extern "C" void MANIFEST_NAME();
extern "C" int luaopen_collide(lua_State *L);

/* ---- vmath: userdata, whose fields are single in precision and in no way others ------------ */

#define KIND "vmath double"

struct vector {
  int count;
  float at[4];
};

static vector *push_vector(lua_State *L, int count) {
  vector *v = (vector *)lua_newuserdata(L, sizeof *v);
  memset(v, 0, sizeof *v);
  v->count = count;
  luaL_getmetatable(L, KIND);
  lua_setmetatable(L, -2);
  return v;
}

/* vector3(), vector3(v), vector3(x, y, z); quat(x, y, z, w) */
static int make(lua_State *L, int count) {
  vector made, *v = &made;
  int i;
  memset(v, 0, sizeof made);
  if (lua_isuserdata(L, 1))
    made = *(vector *)luaL_checkudata(L, 1, KIND);
  else if (lua_gettop(L) > 0)
    for (i = 0; i < count; i++) made.at[i] = (float)luaL_checknumber(L, i + 1);
  made.count = count;
  *push_vector(L, count) = made;
  return 1;
}

static int l_vector3(lua_State *L) {
  return make(L, 3);
}

static int l_quat(lua_State *L) {
  return make(L, 4);
}

static float *field(lua_State *L) {
  vector *v = (vector *)luaL_checkudata(L, 1, KIND);
  const char *key = luaL_checkstring(L, 2);
  const char *found = *key != '\0' && key[1] == '\0' ? strchr("xyzw", *key) : NULL;
  if (found == NULL || found - "xyzw" >= v->count)
    luaL_error(L, "a vmath value of %d numbers has no field '%s'", v->count, key);
  return &v->at[strchr("xyzw", *key) - "xyzw"];
}

static int l_index(lua_State *L) {
  lua_pushnumber(L, *field(L));
  return 1;
}

static int l_newindex(lua_State *L) {
  *field(L) = (float)luaL_checknumber(L, 3);
  return 0;
}

static int combine(lua_State *L, float sign) {
  const vector a = *(vector *)luaL_checkudata(L, 1, KIND);
  const vector b = *(vector *)luaL_checkudata(L, 2, KIND);
  vector *sum = push_vector(L, a.count);
  int i;
  for (i = 0; i < a.count; i++) sum->at[i] = a.at[i] + sign * b.at[i];
  return 1;
}

static int l_add(lua_State *L) {
  return combine(L, 1);
}

static int l_sub(lua_State *L) {
  return combine(L, -1);
}

static int l_mul(lua_State *L) {
  const vector a = *(vector *)luaL_checkudata(L, 1, KIND);
  const float factor = (float)luaL_checknumber(L, 2);
  vector *product = push_vector(L, a.count);
  int i;
  for (i = 0; i < a.count; i++) product->at[i] = a.at[i] * factor;
  return 1;
}

static void open_vmath(lua_State *L) {
  static const luaL_Reg meta[] = {{"__index", l_index}, {"__newindex", l_newindex},
                                  {"__add", l_add},     {"__sub", l_sub},
                                  {"__mul", l_mul},     {NULL, NULL}};
  static const luaL_Reg functions[] = {{"vector3", l_vector3}, {"quat", l_quat}, {NULL, NULL}};
  luaL_newmetatable(L, KIND);
  luaL_register(L, NULL, meta);
  luaL_register(L, "vmath", functions);
  lua_settop(L, 0);
}

/* ---- The engine --------------------------------------------------------------------------------
 */

static struct {
  int count;
  const char *name;
  dmExtension::Result (*app_init)(dmExtension::AppParams *);
  dmExtension::Result (*app_finalize)(dmExtension::AppParams *);
  dmExtension::Result (*initialize)(dmExtension::Params *);
  dmExtension::Result (*finalize)(dmExtension::Params *);
} registered;

void dmExtension::Register(Desc *desc, uint32_t desc_size, const char *name,
                           Result (*app_init)(AppParams *), Result (*app_finalize)(AppParams *),
                           Result (*initialize)(Params *), Result (*finalize)(Params *),
                           Result (*update)(Params *), void (*on_event)(Params *, const Event *)) {
  (void)update;
  (void)on_event;
  if (desc == NULL || desc_size < 128) abort();
  registered.count++;
  registered.name = name;
  registered.app_init = app_init;
  registered.app_finalize = app_finalize;
  registered.initialize = initialize;
  registered.finalize = finalize;
}

static void must(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "host: %s\n", what);
  exit(1);
}

static lua_State *begin_state() {
  dmExtension::Params params = {NULL, luaL_newstate()};
  lua_State *L = params.m_L;
  luaL_openlibs(L);
  open_vmath(L);
  must(registered.initialize(&params) == dmExtension::RESULT_OK, "it does not start");
  must(lua_gettop(L) == 0, "it leaves something on the stack");
  lua_getglobal(L, "collide");
  must(lua_istable(L, -1), "there is no global collide");
  lua_settop(L, 0);
  return L;
}

static void end_state(lua_State *L) {
  dmExtension::Params params = {NULL, L};
  must(registered.finalize(&params) == dmExtension::RESULT_OK, "it does not end");
  must(lua_gettop(L) == 0, "it leaves something on the stack");
  lua_close(L);
}

/* As lua itself does: the script's arguments in `arg`. Specs require the module, and some of
 * them more than once. */
static int run(lua_State *L, int count, char **words) {
  int i, failed;
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_collide);
  lua_setfield(L, -2, "collide");
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lua_pushstring(L, words[i]);
    lua_rawseti(L, -2, i);
  }
  lua_setglobal(L, "arg");
  lua_getglobal(L, "debug");
  lua_getfield(L, -1, "traceback");
  failed = luaL_loadfile(L, words[0]) != 0 || lua_pcall(L, 0, 0, -2) != 0;
  if (failed) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return failed;
}

int main(int count, char **words) {
  dmExtension::AppParams params = {NULL};
  lua_State *first, *second;
  int failed;
  void (*volatile symbol)() = MANIFEST_NAME;
  must(symbol != NULL && registered.count == 1, "there is not one extension");
  must(count > 1, "which script?");
  must(registered.app_init(&params) == dmExtension::RESULT_OK, "it does not start");
  first = begin_state();
  second = begin_state();
  end_state(first);
  failed = run(second, count - 1, words + 1);
  end_state(second);
  must(registered.app_finalize(&params) == dmExtension::RESULT_OK, "it does not end");
  return failed;
}
