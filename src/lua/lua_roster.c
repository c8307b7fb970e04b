/* SPDX-License-Identifier: MIT */
#include "lua_roster.h"

#include <string.h>

#include "../world/world.h"

/* ---- Memory ---------------------------------------------------------------------------------- */

enum { ROSTER = 1, SLOTS, LINKS };

/* The table has room for all three from the beginning, so that to set one needs no memory. */
void ci_roster_push(lua_State *L, seal_home *home) {
  roster *r;
  lua_createtable(L, ROSTER_SCRATCH, 0);
  r = (roster *)lua_newuserdata(L, sizeof *r);
  memset(r, 0, sizeof *r);
  lua_rawseti(L, -2, ROSTER);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, SLOTS);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, LINKS);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, ROSTER_SCRATCH);
  home->roster = r;
}

/* So many entries, from 1 on, in a new userdata. It may run finalizers, which may use the roster.
 */
static void *push_entries(lua_State *L, int32_t count, size_t size) {
  size_t bytes = ((size_t)count + 1) * size;
  void *entries;
  if (bytes / size != (size_t)count + 1) luaL_error(L, "not enough memory");
  entries = lua_newuserdata(L, bytes);
  memset(entries, 0, bytes);
  return entries;
}

static int32_t wider(lua_State *L, int32_t room, int32_t more) {
  if (room > INT32_MAX / 4 || more > INT32_MAX / 4) luaL_error(L, "not enough memory");
  return room + (more > room / 2 ? more : room / 2) + 16;
}

static void widen_slots(lua_State *L, roster *r, int table, int32_t more) {
  int32_t room = wider(L, r->slot_room, more), i;
  roster_slot *slots = (roster_slot *)push_entries(L, room, sizeof *slots);
  if (room > r->slot_room) {
    if (r->slot_room > 0) memcpy(slots + 1, r->slots + 1, (size_t)r->slot_room * sizeof *slots);
    for (i = room; i > r->slot_room; i--) {
      slots[i].first = r->first_slot;
      r->first_slot = i;
    }
    r->free_slots += room - r->slot_room;
    r->slot_room = room;
    r->slots = slots;
    lua_pushvalue(L, -1);
    lua_rawseti(L, table, SLOTS);
  }
  lua_pop(L, 1);
}

static void widen_links(lua_State *L, roster *r, int table, int32_t more) {
  int32_t room = wider(L, r->link_room, more), i;
  roster_link *links = (roster_link *)push_entries(L, room, sizeof *links);
  if (room > r->link_room) {
    if (r->link_room > 0) memcpy(links + 1, r->links + 1, (size_t)r->link_room * sizeof *links);
    for (i = room; i > r->link_room; i--) {
      links[i].next = r->first_link;
      r->first_link = i;
    }
    r->free_links += room - r->link_room;
    r->link_room = room;
    r->links = links;
    lua_pushvalue(L, -1);
    lua_rawseti(L, table, LINKS);
  }
  lua_pop(L, 1);
}

void ci_roster_reserve(lua_State *L, roster *r, int table, int32_t more) {
  while (!roster_has_room(r, more)) {
    if (r->free_slots < more) widen_slots(L, r, table, more);
    if (r->free_links < more) widen_links(L, r, table, more);
  }
}

/* ---- Members --------------------------------------------------------------------------------- */

static int has_slot(const roster *r, const membership *m) {
  return m->slot != 0 && r->slots[m->slot].age == m->age;
}

/* The link of the member to that world, or 0. */
static int32_t find(const roster *r, const membership *m, const owned_world *world) {
  int32_t i = has_slot(r, m) ? r->slots[m->slot].first : 0;
  while (i != 0 && r->links[i].world != world) i = r->links[i].next;
  return i;
}

int ci_roster_number(const roster *r, const membership *m, const owned_world *world) {
  int32_t i = find(r, m, world);
  return i != 0 ? r->links[i].number : 0;
}

void ci_roster_enter(roster *r, membership *m, owned_world *world, int number) {
  int32_t i = r->first_link, slot;
  roster_link *link = &r->links[i];
  if (!has_slot(r, m)) {
    slot = r->first_slot;
    r->first_slot = r->slots[slot].first;
    r->free_slots--;
    r->slots[slot].first = 0;
    m->slot = slot;
    m->age = r->slots[slot].age;
  }
  r->first_link = link->next;
  r->free_links--;
  link->world = world;
  link->number = number;
  link->slot = m->slot;
  link->next = r->slots[m->slot].first;
  r->slots[m->slot].first = i;
  link->before = 0;
  link->after = world->first;
  if (world->first != 0) r->links[world->first].before = i;
  world->first = i;
}

/* Takes the link out of its member's list, and gives away the slot if that was the last one. */
static void leave_member(roster *r, int32_t i) {
  int32_t slot = r->links[i].slot, *at = &r->slots[slot].first;
  while (*at != i) at = &r->links[*at].next;
  *at = r->links[i].next;
  if (r->slots[slot].first == 0) {
    r->slots[slot].age++;
    r->slots[slot].first = r->first_slot;
    r->first_slot = slot;
    r->free_slots++;
  }
  r->links[i].world = NULL;
  r->links[i].next = r->first_link;
  r->first_link = i;
  r->free_links++;
}

void ci_roster_leave(roster *r, membership *m, const owned_world *world) {
  int32_t i = find(r, m, world);
  roster_link *link = &r->links[i];
  owned_world *own = link->world;
  if (link->before != 0)
    r->links[link->before].after = link->after;
  else
    own->first = link->after;
  if (link->after != 0) r->links[link->after].before = link->before;
  leave_member(r, i);
}

void ci_roster_leave_all(roster *r, owned_world *world) {
  int32_t i = world->first;
  while (i != 0) {
    int32_t after = r->links[i].after;
    leave_member(r, i);
    i = after;
  }
  world->first = 0;
}

void ci_roster_set_layer(const roster *r, const membership *m, int layer) {
  int32_t i = has_slot(r, m) ? r->slots[m->slot].first : 0;
  for (; i != 0; i = r->links[i].next)
    ci_world_set_layer(r->links[i].world->world, r->links[i].number, layer);
}

void ci_roster_touch(const struct roster *r, const membership *m) {
  int32_t i = has_slot(r, m) ? r->slots[m->slot].first : 0;
  for (; i != 0; i = r->links[i].next) {
    owned_world *world = r->links[i].world;
    collide_world_touch(world->world, r->links[i].number);
    world->changes++;
  }
}
