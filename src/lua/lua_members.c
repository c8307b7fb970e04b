/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "lua_members.h"

#include "lua_grid.h"
#include "lua_group.h"
#include "lua_object.h"
#include "lua_mesh.h"
#include "lua_world.h"
#include "../query/group.h"

/* ---- What a target is ------------------------------------------------------------------ */

/* Of the shape, grid, mesh or group at the index. */
static int read_dimensions(lua_State *L, const args_place *at, int index) {
  object found;
  int dimensions;
  if (ci_object_at(L, index, &found)) return found.dimensions;
  if (ci_mesh_is(L, index)) return 3;
  dimensions = ci_group_read_dimensions(L, at, index);
  if (dimensions != 0) return dimensions;
  return ci_description_dimensions(L, at, index);
}

/* Is it the table of a shape that has no name? */
static int has_size(lua_State *L, int index) {
  static const char *const names[] = {"radius", "half", "size", "min", "width", "points", "normal"};
  size_t i;
  for (i = 0; i < sizeof names / sizeof names[0]; i++)
    if (ci_args_has_field(L, index, names[i])) return 1;
  return 0;
}

/* Raises on what is no array. */
static int find_first_dimensions(lua_State *L, int target) {
  args_place at = ci_args_at(target, "target"), first = ci_args_at(target, NULL);
  args_array array;
  int type, dimensions;
  lua_rawgeti(L, target, 1);
  type = lua_type(L, -1);
  if (type == LUA_TNUMBER) { /* a dot for a colon, or arguments in another order */
    ci_args_fail(
        L, &at,
        ": shape, grid or array of them expected, got an array of numbers; the target comes "
        "first, and a method is called with a colon");
  }
  if (type != LUA_TNIL) {
    first.within = "target";
    first.element = 1;
    dimensions = read_dimensions(L, &first, lua_gettop(L));
    lua_pop(L, 1);
    return dimensions;
  }
  lua_pop(L, 1);
  if (has_size(L, target))
    ci_args_fail(L, &at,
                 ": shape, grid or array expected, got a table without a name under shape, as in "
                 "{shape='sphere', radius=1}");
  array = ci_args_array_begin(L, target);
  while (ci_args_array_next(L, &at, &array))
    lua_pop(L, 1); /* there is a hole, if there is anything */
  return 0;
}

int ci_members_dimensions(lua_State *L, int index) {
  args_place at = ci_args_at(index, "target");
  object target;
  if (ci_object_at(L, index, &target)) return target.dimensions;
  if (ci_mesh_is(L, index)) return 3;
  if (!lua_istable(L, index))
    ci_args_fail(L, &at, ": shape, grid or array expected, got %s", ci_args_type(L, index));
  if (!ci_description_is(L, index)) {
    if (ci_args_has_field(L, index, "vertices"))
      ci_args_fail(L, &at,
                   ": shape, grid or array expected, got the table of a mesh; collide.mesh makes a "
                   "mesh of it");
    return find_first_dimensions(L, index);
  }
  at.within = at.name;
  at.name = NULL;
  return read_dimensions(L, &at, index);
}

int ci_members_is_array(lua_State *L, int index) {
  int is;
  if (!lua_istable(L, index) || ci_description_is(L, index)) return 0;
  lua_rawgeti(L, index, 1);
  is = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (is) return 1;
  if (lua_getmetatable(L, index)) { /* an object that is nothing else either */
    lua_pop(L, 1);
    return 0;
  }
  lua_pushnil(L);
  is = !lua_next(L, index); /* an empty table */
  if (!is) lua_pop(L, 2);
  return is;
}

/* ---- Filters and what they change -------------------------------------------------------- */

/* How often the shape, grid, mesh or group at the index has been changed. */
static uint64_t stamp_of(lua_State *L, int index) {
  object found;
  return ci_object_at(L, index, &found) ? 1 + ci_object_changes(&found) : 0;
}

/* A filter may do anything with the array, so the members are taken from a copy; and what is known
 * of each of them shows afterwards whether it was changed. */
static void copy_array(lua_State *L, members *all) {
  args_place at = ci_args_at(all->given, "target");
  args_array array;
  uint64_t *stamps;
  int count = 0, i;
  lua_newtable(L);
  all->targets = lua_gettop(L);
  array = ci_args_array_begin(L, all->given);
  while (ci_args_array_next(L, &at, &array)) {
    lua_rawseti(L, all->targets, array.element);
    count++;
  }
  stamps = (uint64_t *)lua_newuserdata(L, (size_t)(count + 2) * sizeof *stamps);
  seal_break(stamps);
  all->stamps = lua_gettop(L);
  stamps[0] = (uint64_t)count;
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, all->targets, i);
    stamps[i] = stamp_of(L, lua_gettop(L));
    lua_pop(L, 1);
  }
}

static int is_array_changed(lua_State *L, const members *all) {
  const uint64_t *stamps = (const uint64_t *)lua_touserdata(L, all->stamps);
  int count = (int)stamps[0], i, changed = (int)lua_rawlen(L, all->given) != count;
  for (i = 1; i <= count && !changed; i++) {
    lua_rawgeti(L, all->targets, i);
    lua_rawgeti(L, all->given, i);
    changed = !lua_rawequal(L, -1, -2) || stamp_of(L, lua_gettop(L)) != stamps[i];
    lua_pop(L, 2);
  }
  return changed;
}

void ci_members_finish(lua_State *L, const members *all) {
  args_place at = ci_args_at(all->select->arg, "filter");
  int changed;
  if (all->select->filter == 0) return;
  changed =
      all->array.index != 0 ? is_array_changed(L, all) : stamp_of(L, all->given) != all->stamp;
  if (changed) ci_args_fail(L, &at, " must not change the target");
}

int ci_members_accept(lua_State *L, const members *all) {
  int taken;
  if (all->select->filter == 0) return 1;
  luaL_checkstack(L, 4, NULL);
  lua_pushvalue(L, all->select->filter);
  if (all->array.index != 0 && all->number == 0)
    lua_rawgeti(L, all->targets, all->array.element);
  else
    lua_pushvalue(L, all->held);
  lua_call(L, 1, 1);
  taken = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return taken;
}

/* A lone world, or one in the array, is given itself. */
static int give_world(members *all, held_world *held) {
  all->world = held;
  all->world_chosen = all->walk.chosen;
  all->number = 0;
  all->index = all->array.index != 0 ? all->array.element : 0;
  return 1;
}

/* ---- Beginning ---------------------------------------------------------------------------- */

/* The target that a mesh is, among members of three dimensions. Returns its layer. */
static int take_mesh(lua_State *L, const args_place *at, const held_mesh *mesh, members *all,
                     collide_target *member) {
  if (all->dimensions != 3)
    ci_args_fail(L, at, ": a %dD shape expected, got a mesh", all->dimensions);
  all->has_mesh = 1;
  *member = collide_target_of_mesh(&mesh->mesh);
  return mesh->head.layer;
}

/* A 3D group among members of two dimensions, or the other way round, is a mistake. */
static void check_group(lua_State *L, const args_place *at, const held_group *group,
                        int dimensions) {
  if (group->group->dimensions != dimensions)
    ci_args_fail(L, at, ": a %dD shape expected, got a %dD group", dimensions, 5 - dimensions);
}

/* The shape, mesh or group that the value on the stack's top is or describes, which a description
 * is replaced by. Returns its layer. */
static int read_described(lua_State *L, const args_place *at, members *all,
                          collide_target *member) {
  int top = lua_gettop(L);
  const held_mesh *mesh = ci_mesh_get(L, at, top);
  const held_group *group;
  const described *shape;
  if (mesh != NULL) return take_mesh(L, at, mesh, all, member);
  group = ci_group_get(L, at, top);
  if (group != NULL) {
    check_group(L, at, group, all->dimensions);
    *member = collide_target_of_group(group->group);
    return group->head.layer;
  }
  shape = ci_description_get(L, at, top, &all->room);
  ci_description_check(L, at, shape, all->dimensions);
  *member = collide_target_of_shape(&shape->shape);
  return shape->head.layer;
}

/* A shape, grid, mesh or group, or the table that describes one of them, but no grid. */
static void begin_lone(lua_State *L, members *all) {
  int target = all->given, layer, ignored, chosen;
  const described *shape = description_at(L, target);
  const held_grid *held = shape == NULL ? grid_at(L, target) : NULL;
  const held_mesh *mesh;
  args_place at = ci_args_at(target, NULL);
  at.within = "target";
  ignored = ci_select_names(L, &all->select->ignore, target);
  chosen = ci_select_names(L, &all->select->only, target);
  lua_pushvalue(L, target); /* reading a polygon replaces it */
  all->held = lua_gettop(L);
  all->stamp = stamp_of(L, target);
  if (held != NULL) {
    all->lone = collide_target_of_grid(held->grid);
    all->has_grid = 1;
    layer = held->head.layer;
  } else if ((mesh = ci_mesh_get(L, &at, all->held)) != NULL) {
    layer = take_mesh(L, &at, mesh, all, &all->lone);
  } else {
    lua_pushvalue(L, target); /* stays there: the shape or group may lie in it */
    layer = read_described(L, &at, all, &all->lone);
  }
  all->has_lone = select_takes(all->select, ignored, chosen, layer);
}

static void begin_lone_world(lua_State *L, members *all, held_world *held) {
  int ignored = ci_select_names(L, &all->select->ignore, all->given);
  ci_world_check_dimensions(L, all->given, held, all->dimensions);
  lua_pushnil(L);
  all->held = lua_gettop(L);
  if (all->select->filter != 0) all->stamp = stamp_of(L, all->given);
  lua_pushvalue(L, all->given);
  ci_members_begin_world(L, all, held);
  lua_pop(L, 1);
  all->targets = ci_members_table(all);
  if (ignored)
    all->walk.world = NULL;
  else if (all->near.is_whole)
    all->lone_world = held;
}

void ci_members_begin(lua_State *L, int target, int dimensions, const selection *select,
                      const near_what *near, nearest_hit *nearest, int self, members *all) {
  held_world *world;
  luaL_checkstack(L, 24, NULL);
  all->select = select;
  all->near = *near;
  all->walk.world = all->world = NULL;
  all->index = all->number = all->world_chosen = 0;
  lua_settop(L, lua_gettop(L) + MEMBERS_SLOTS);
  all->slots = lua_gettop(L) - MEMBERS_SLOTS + 1;
  all->nearest = nearest;
  all->dimensions = dimensions;
  all->self = self;
  all->given = all->targets = target;
  all->array.index = all->array.element = 0;
  all->has_grid = all->has_mesh = all->has_lone = all->stamps = all->is_made = 0;
  all->stamp = 0;
  all->home = seal_here(L);
  all->is_plain = 0;
  all->lone_world = NULL;
  world = world_at(L, target);
  if (world != NULL) {
    begin_lone_world(L, all, world);
    return;
  }
  if (description_at(L, target) != NULL || grid_at(L, target) != NULL || ci_mesh_is(L, target) ||
      group_at(L, target) != NULL || ci_description_is(L, target)) {
    begin_lone(L, all);
    return;
  }
  if (!lua_istable(L, target)) /* it was released while the other arguments were read */
    luaL_error(L, "%s: the target was collected", lua_tostring(L, lua_upvalueindex(UP_NAME)));
  if (select->filter != 0) copy_array(L, all);
  lua_pushnil(L);
  all->held = lua_gettop(L);
  all->array = ci_args_array_begin(L, all->targets);
  all->key = lua_gettop(L);
  all->is_plain = self == 0 && select_is_all(select);
}

/* ---- One after the other --------------------------------------------------------------------- */

/* Reads element all->array.element, which lies on the stack's top. Returns its layer. */
static int read_element(lua_State *L, members *all, collide_target *member) {
  int top = lua_gettop(L), dimensions = all->dimensions;
  const described *shape = description_at(L, top);
  const held_grid *held;
  args_place at;
  if (shape != NULL && collide_dimensions(&shape->shape) == dimensions) {
    *member = collide_target_of_shape(&shape->shape);
    return shape->head.layer;
  }
  held = grid_at(L, top);
  at = ci_args_at(all->given, NULL);
  at.within = "target";
  at.element = all->array.element;
  if (held != NULL) {
    all->has_grid = 1;
    if (held->grid->frame.dimensions != dimensions)
      ci_args_fail(L, &at, ": a %dD shape expected, got a %dD grid", dimensions, 5 - dimensions);
    *member = collide_target_of_grid(held->grid);
    return held->head.layer;
  }
  /* Reading a description may run scripts, which may move or collect what was offered; and it
   * writes over the shape of the last one. */
  all->is_made = group_at(L, top) == NULL && mesh_at(L, top) == NULL;
  if (all->nearest != NULL && all->is_made) ci_nearest_measure(all->nearest);
  return read_described(L, &at, all, member);
}

/* Begins with the world that is an element of the array, if it counts. */
static void take_world(lua_State *L, members *all, held_world *held, int ignored) {
  int dimensions = ci_world_dimensions(held);
  if (dimensions != 0 && dimensions != all->dimensions) {
    args_place at = ci_args_at(all->given, NULL);
    at.within = "target";
    at.element = all->array.element;
    ci_args_fail(L, &at, ": a %dD shape expected, got a %dD world", all->dimensions, dimensions);
  }
  if (!ignored) ci_members_begin_world(L, all, held);
  lua_pop(L, 1);
}

/* The next element of an array of which every member counts, as long as the elements are shapes
 * that come in order. The shape lies above the key until the next call. Returns -1 at the end, and
 * 0 where ci_members_next has to go on in another way. */
static int next_shape(lua_State *L, members *all, collide_target *member) {
  args_array *array = &all->array;
  const described *shape;
  lua_settop(L, all->key);
  if (!lua_next(L, array->index)) return -1;
  shape = description_of(L, all->key + 1, all->home);
  if (shape != NULL && description_dimensions(shape) == all->dimensions &&
      lua_type(L, all->key) == LUA_TNUMBER && lua_tonumber(L, all->key) == array->element + 1) {
    array->count = array->greatest = all->index = ++array->element;
    *member = collide_target_of_shape(&shape->shape);
    return 1;
  }
  lua_settop(L, all->key - 1);
  if (array->element > 0)
    compat_pushwhole(L, array->element);
  else
    lua_pushnil(L);
  all->is_plain = 0;
  return 0;
}

int ci_members_next(lua_State *L, members *all, collide_target *member) {
  args_place array_at;
  if (all->is_plain) {
    int has = next_shape(L, all, member);
    if (has != 0) return has > 0;
  }
  all->world = NULL;
  if (all->walk.world != NULL && ci_members_next_of_world(L, all, member)) return 1;
  all->number = 0;
  if (all->array.index == 0) {
    int is_first = all->has_lone;
    if (all->lone_world != NULL) {
      held_world *lone = all->lone_world;
      all->lone_world = NULL;
      return give_world(all, lone);
    }
    all->index = 0;
    *member = all->lone;
    all->has_lone = 0;
    return is_first;
  }
  /* A group or mesh that was made for this query is not held any longer. */
  if (all->is_made && all->nearest != NULL) ci_nearest_measure(all->nearest);
  all->is_made = 0;
  array_at = ci_args_at(all->given, NULL);
  array_at.name = "target";
  while (ci_args_array_next(L, &array_at, &all->array)) {
    int top = lua_gettop(L), layer;
    int ignored = ci_select_names(L, &all->select->ignore, top);
    int chosen = ci_select_names(L, &all->select->only, top);
    held_world *held = world_at(L, top);
    if (held != NULL) {
      take_world(L, all, held, ignored);
      if (ignored) continue;
      if (all->near.is_whole) return give_world(all, held);
      if (ci_members_next_of_world(L, all, member)) return 1;
      all->number = 0;
      continue;
    }
    if (all->self != 0 && lua_rawequal(L, top, all->self)) ignored = 1;
    layer = read_element(L, all, member);
    lua_replace(L, all->held);
    all->index = all->array.element;
    if (select_takes(all->select, ignored, chosen, layer)) return 1;
  }
  return 0;
}
