/* SPDX-License-Identifier: MIT */
#include "lua_roster.h"

#include <string.h>

#include "../target/world.h"

/* ---- Memory ---------------------------------------------------------------------------------- */

enum { ROSTER = 1, ENTRIES };

/* The table has room for all its items from the beginning, so setting one needs no memory. */
void ci_roster_push(lua_State *L, seal_home *home) {
  roster *r;
  int i;
  lua_createtable(L, SCRATCH_MEMBERS, 0);
  r = (roster *)lua_newuserdata(L, sizeof *r);
  memset(r, 0, sizeof *r);
  lua_rawseti(L, -2, ROSTER);
  for (i = ENTRIES; i <= SCRATCH_MEMBERS; i++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, i);
  }
  home->roster = r;
}

void ci_scratch_take(lua_State *L, scratch which) {
  lua_rawgeti(L, lua_upvalueindex(UP_ROSTER), (int)which);
  lua_pushboolean(L, 0);
  lua_rawseti(L, lua_upvalueindex(UP_ROSTER), (int)which);
}

void ci_scratch_keep(lua_State *L, scratch which, int index) {
  enum { MOST = 1 << 26 };
  if (lua_rawlen(L, index) > (size_t)MOST) return;
  lua_pushvalue(L, index);
  lua_rawseti(L, lua_upvalueindex(UP_ROSTER), (int)which);
}

/* An allocation may run finalizers, which may use the roster. */
static void widen(lua_State *L, roster *r, int table, int32_t more) {
  int32_t room = r->room, i;
  roster_entry *entries;
  size_t bytes;
  if (room > INT32_MAX / 4 || more > INT32_MAX / 8) luaL_error(L, "not enough memory");
  room += (more > room / 2 ? more : room / 2) + 16;
  bytes = ((size_t)room + 1) * sizeof *entries;
  if (bytes / sizeof *entries != (size_t)room + 1) luaL_error(L, "not enough memory");
  entries = (roster_entry *)lua_newuserdata(L, bytes);
  memset(entries, 0, bytes);
  if (room > r->room) {
    if (r->room > 0) memcpy(entries + 1, r->entries + 1, (size_t)r->room * sizeof *entries);
    for (i = room; i > r->room; i--) {
      entries[i].next = r->first_free;
      r->first_free = i;
    }
    r->free += room - r->room;
    r->room = room;
    r->entries = entries;
    lua_pushvalue(L, -1);
    lua_rawseti(L, table, ENTRIES);
  }
  lua_pop(L, 1);
}

void ci_roster_reserve(lua_State *L, roster *r, int table, int32_t more) {
  while (!roster_has_room(r, more)) widen(L, r, table, more);
}

static int32_t take_entry(roster *r) {
  int32_t i = r->first_free;
  r->first_free = r->entries[i].next;
  r->free--;
  r->entries[i].next = 0;
  return i;
}

static void free_entry(roster *r, int32_t i) {
  r->entries[i].world = NULL;
  r->entries[i].next = r->first_free;
  r->first_free = i;
  r->free++;
}

/* ---- Members --------------------------------------------------------------------------------- */

static int32_t first_link(const roster *r, const membership *m) {
  if (m->slot == 0) return 0;
  return r->entries[m->slot].age == m->age ? m->slot : 0;
}

/* The link of the member to that world, or 0. */
static int32_t find(const roster *r, const membership *m, const owned_world *world) {
  int32_t i = first_link(r, m);
  while (i != 0 && r->entries[i].world != world) i = r->entries[i].next;
  return i;
}

int ci_roster_number(const roster *r, const membership *m, const owned_world *world) {
  int32_t i = find(r, m, world);
  return i != 0 ? r->entries[i].number : 0;
}

void ci_roster_enter(roster *r, membership *m, owned_world *world, int number) {
  int32_t i = take_entry(r);
  roster_entry *link = &r->entries[i];
  link->world = world;
  link->number = number;
  if (first_link(r, m) == 0) {
    m->slot = i;
    m->age = link->age;
  } else {
    link->next = r->entries[m->slot].next;
    r->entries[m->slot].next = i;
  }
  link->slot = m->slot;
  link->before = 0;
  link->after = world->first;
  if (world->first != 0) r->entries[world->first].before = i;
  world->first = i;
}

/* Moves a link to the slot of its member, whose own link was removed from its world. */
static void move_to_slot(roster *r, int32_t from, int32_t slot) {
  roster_entry *to = &r->entries[slot];
  uint32_t age = to->age;
  *to = r->entries[from];
  to->age = age;
  if (to->before != 0)
    r->entries[to->before].after = slot;
  else
    to->world->first = slot;
  if (to->after != 0) r->entries[to->after].before = slot;
}

/* Removes the link, which no longer is in its world's list, from its member's list. */
static void leave_member(roster *r, int32_t i) {
  int32_t slot = r->entries[i].slot, *at = &r->entries[slot].next;
  if (i == slot) {
    int32_t next = *at;
    if (next != 0) move_to_slot(r, next, slot);
    if (next == 0) r->entries[slot].age++;
    free_entry(r, next != 0 ? next : slot);
    return;
  }
  while (*at != i) at = &r->entries[*at].next;
  *at = r->entries[i].next;
  free_entry(r, i);
}

void ci_roster_leave(roster *r, membership *m, const owned_world *world) {
  int32_t i = find(r, m, world);
  const roster_entry *link = &r->entries[i];
  if (link->before != 0)
    r->entries[link->before].after = link->after;
  else
    link->world->first = link->after;
  if (link->after != 0) r->entries[link->after].before = link->before;
  leave_member(r, i);
}

void ci_roster_leave_all(roster *r, owned_world *world) {
  int32_t i = world->first;
  while (i != 0) {
    int32_t after = r->entries[i].after;
    leave_member(r, i);
    i = after;
  }
  world->first = 0;
}

void ci_roster_set_layers(const roster *r, const membership *m, int set, uint64_t layers) {
  int32_t i = first_link(r, m);
  for (; i != 0; i = r->entries[i].next)
    ci_world_set_layers(r->entries[i].world->world, r->entries[i].number, set, layers);
}

void ci_roster_touch(const struct roster *r, const membership *m) {
  int32_t i = first_link(r, m);
  for (; i != 0; i = r->entries[i].next) {
    owned_world *world = r->entries[i].world;
    collide_world_touch(world->world, r->entries[i].number);
    world->changes++;
  }
}
