-- SPDX-License-Identifier: MIT
--
-- The exports of the module. The stubs in library/, the reference and Defold's .script_api describe all of them, and
-- nothing else.
package.path = "tools/?.lua;" .. package.path

local collide = require("collide")
local contents = require("spec.support.files").contents
local stubs = require("reference.stubs")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local functions = {
  "bounds", "box", "capsule", "cell_at", "cells", "circle", "closest", "cone", "contact", "contact_all",
  "contains", "cylinder", "decompose", "describe", "distance", "distance_all", "edge_normals", "edges", "ellipse",
  "faces", "fits", "from_tiled_objects", "from_tiled_tiles", "group", "heights", "hull", "layers", "linecast",
  "linecast_all", "linecast_any", "mesh", "move", "normal", "outline",
  "overlap", "overlap_all", "plane", "points", "polygon", "project", "push_out", "raycast", "raycast_all",
  "raycast_any", "raycast_many", "rect", "segment", "segmentcast", "segmentcast_all", "segmentcast_any",
  "segmentcast_many", "separate", "shapecast", "shapecast_all", "shapecast_any", "sphere", "trace", "triangle",
  "triangles",
  "triangle_box_pef", "triangle_box_sat", "triangle_rect_pef", "triangle_rect_sat", "triangle_region",
  "voxelize", "winding", "world",
}
local methods = {
  "bounds", "closest", "contact", "contact_all", "contains", "copy", "describe", "distance", "distance_all",
  "edge_normals", "edges", "faces", "fits", "get_ends", "get_half", "get_half_height", "get_layer",
  "get_layers", "get_one_way",
  "get_position", "get_radius", "get_rotation", "get_scale", "linecast", "linecast_all",
  "linecast_any", "move", "normal", "outline", "overlap", "overlap_all", "points", "project", "push_out",
  "raycast", "raycast_all", "raycast_any", "raycast_many", "resize", "segmentcast", "segmentcast_all",
  "segmentcast_any", "segmentcast_many", "set_layer", "set_one_way", "set_position", "set_rotation",
  "set_rotation_degrees", "set_scale", "set_transform", "shapecast", "shapecast_all", "shapecast_any", "translate",
  "triangle_box_pef", "triangle_box_sat", "triangle_rect_pef", "triangle_rect_sat", "triangle_region",
  "triangles", "winding",
}

local grid_functions = { "decode", "from_rows", "from_tiled", "load" }
local grid_methods = {
  "bounds", "cell_at", "cell_bounds", "cells_in", "clear", "closest", "contact", "contact_all",
  "contains", "copy", "count", "distance", "distance_all", "each", "encode", "fill", "fits", "get",
  "get_layer", "get_layers", "get_one_way", "get_shape", "gid",
  "linecast", "linecast_all", "linecast_any", "move", "overlap", "overlap_all", "push_out", "raycast",
  "raycast_all", "raycast_any", "raycast_many", "save", "segmentcast", "segmentcast_all",
  "segmentcast_any", "segmentcast_many", "set", "set_layer", "set_one_way", "set_shape", "shapecast",
  "shapecast_all", "shapecast_any",
}

local mesh_methods = {
  "bounds", "closest", "contact", "contact_all", "contains", "copy", "count", "describe", "distance", "distance_all",
  "fits", "get_layer", "get_layers", "get_one_way", "get_position", "get_rotation", "get_scale", "is_closed",
  "linecast",
  "linecast_all", "linecast_any", "move", "overlap", "overlap_all", "points", "project", "push_out", "raycast",
  "raycast_all", "raycast_any", "raycast_many", "segmentcast", "segmentcast_all", "segmentcast_any",
  "segmentcast_many", "set_layer", "set_one_way", "set_position", "set_rotation", "set_scale",
  "set_transform", "shapecast", "shapecast_all", "shapecast_any", "translate", "triangle", "triangles",
  "triangles_in",
}

local group_methods = {
  "bounds", "closest", "contact", "contact_all", "contains", "copy", "count", "describe", "distance", "distance_all",
  "fits", "get_layer", "get_layers", "get_one_way", "get_position", "get_rotation", "get_scale", "linecast",
  "linecast_all", "linecast_any", "move", "outline", "overlap", "overlap_all", "part", "project", "push_out",
  "raycast", "raycast_all",
  "raycast_any", "raycast_many", "segmentcast", "segmentcast_all", "segmentcast_any", "segmentcast_many",
  "set_layer", "set_one_way", "set_position", "set_rotation", "set_rotation_degrees", "set_scale",
  "set_transform", "shapecast", "shapecast_all", "shapecast_any", "translate", "triangles",
}

local world_methods = {
  "add", "bounds", "clear", "closest", "contact", "contact_all", "contains", "count", "distance", "distance_all",
  "each", "fits", "has", "linecast", "linecast_all", "linecast_any", "member", "move", "overlap", "overlap_all",
  "pairs",
  "push_out", "raycast", "raycast_all", "raycast_any", "raycast_many", "remove", "segmentcast",
  "segmentcast_all", "segmentcast_any", "segmentcast_many", "separate", "shapecast", "shapecast_all", "shapecast_any",
}

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

describe("the module", function()
  it("exports exactly these functions, and its version", function()
    local expected = { "_VERSION", "_WAY", "grid", unpack(functions) }
    table.sort(expected)
    assert.same(expected, sorted_keys(collide))
    for _, name in ipairs(functions) do assert.equal("function", type(collide[name])) end
  end)

  it("has the version of the header", function()
    assert.equal(contents("src/collide.h"):match('COLLIDE_VERSION "([^"]+)"'), collide._VERSION)
  end)

  it("gives shapes these methods", function()
    local ball = collide.sphere { radius = 1 }
    assert.same(methods, sorted_keys(getmetatable(ball).__index))
    for _, name in ipairs(methods) do
      assert.equal("function", type(ball[name]))
      if collide[name] then assert.equal(collide[name], ball[name]) end
    end
  end)

  it("makes grids through a callable table with these functions", function()
    assert.same(grid_functions, sorted_keys(collide.grid))
    assert.equal("table", type(collide.grid))
    assert.equal("userdata", type(collide.grid()))
  end)

  it("gives grids these methods", function()
    local grid = collide.grid()
    assert.same(grid_methods, sorted_keys(getmetatable(grid).__index))
    for _, name in ipairs(grid_methods) do
      assert.equal("function", type(grid[name]))
      if name:find("cast") then assert.equal(collide[name], grid[name]) end
    end
  end)

  it("gives meshes these methods", function()
    local mesh = collide.mesh { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 } }
    assert.same(mesh_methods, sorted_keys(getmetatable(mesh).__index))
  end)

  it("gives groups these methods", function()
    local group = collide.group { collide.circle { radius = 1 } }
    assert.same(group_methods, sorted_keys(getmetatable(group).__index))
    for _, name in ipairs(group_methods) do assert.equal("function", type(group[name])) end
  end)

  it("gives worlds these methods", function()
    local world = collide.world()
    assert.same(world_methods, sorted_keys(getmetatable(world).__index))
    for _, name in ipairs(world_methods) do assert.equal("function", type(world[name])) end
  end)

  it("leaves no globals behind", function()
    local before = sorted_keys(_G)
    package.loaded.collide = nil
    require("collide")
    package.loaded.collide = collide
    assert.same(before, sorted_keys(_G))
  end)

  it("may be loaded twice; shapes of one copy are no shapes of the other", function()
    package.loaded.collide = nil
    local other = require("collide")
    package.loaded.collide = collide
    assert.is_false(rawequal(other, collide))
    assert.is_true(other.raycast_any(other.sphere { radius = 1 }, 0, 0, 0, 0, 0, 1))
    assert.has_error(function() other.bounds(collide.sphere { radius = 1 }) end,
      "bad argument #1 to 'bounds' (shape expected, got userdata)")
  end)
end)

local sections = stubs.read_all()

-- The kinds that have methods of their own: in the stubs alone, for the module has one list for all shapes.
local kinds = { shape = "shape", box = "shape", hull = "shape", rect = "shape", polygon = "shape",
  triangle = "shape", segment = "shape" }

-- What the stubs define of an owner, sorted: "collide", "collide.grid", "shape", "grid", "group"; of a shape
-- those of single kinds too, once each.
local function stubbed(owner)
  local names, seen = {}, {}
  local function add(name, of)
    if of == owner then
      names[#names + 1] = name
    elseif kinds[of] == owner and not seen[name] then
      names[#names + 1], seen[name] = name, true
    end
  end
  for entry in stubs.each(sections, "function") do add(entry.name, entry.owner) end
  for _, section in ipairs(sections) do
    for _, same in ipairs(section.same) do add(same.name, same.owner) end
  end
  table.sort(names)
  return names
end

-- What the pages tell of: headings "### collide.name", and methods, "`shape:name(...)`".
local function on_pages(prefix)
  local names, seen = {}, {}
  for _, section in ipairs(sections) do
    local page = section.name == "collide" and "README" or section.name
    for line in contents("docs/reference/" .. page .. ".md"):gmatch("[^\n]+") do
      local name = line:match("^### " .. prefix .. "([%w_]+)$")
      local owners, method = line:match("^Also a method of (.*): `%a+:([%w_]+)%(%.%.%.%)`%.$")
      for owner in (owners or ""):gmatch("%a+") do
        owner = owner:gsub("xes$", "x"):gsub("hes$", "h"):gsub("s$", "")
        if (kinds[owner] or owner) .. ":" == prefix then name = method end
      end
      if name and not seen[name] then
        names[#names + 1] = name
        seen[name] = true
      end
    end
  end
  table.sort(names)
  return names
end

-- The names of the .script_api that are indented so, sorted.
local function in_script_api(indent, kind)
  local names = {}
  local text = contents("packaging/defold/collide.script_api")
  for name, type in text:gmatch("\n" .. indent .. "%- name: ([%w_]+)\n *type: (%w+)") do
    if type == kind then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local exported = { "grid", unpack(functions) }
table.sort(exported)

describe("the stubs", function()
  it("define every function once, and no other function", function()
    assert.same(exported, stubbed("collide"))
  end)

  it("define every method once, and no other method", function()
    assert.same(methods, stubbed("shape"))
    assert.same(group_methods, stubbed("group"))
    assert.same(world_methods, stubbed("world"))
  end)

  it("define every function and method of grids once, and nothing else", function()
    assert.same(grid_functions, stubbed("collide.grid"))
    assert.same(grid_methods, stubbed("grid"))
    assert.same(mesh_methods, stubbed("mesh"))
  end)

  it("give methods the same names as the functions", function()
    for _, section in ipairs(sections) do
      for _, same in ipairs(section.same) do
        local of = same.of:match("^Shape%.") and "Shape." or "collide."
        assert.equal(of .. same.name, same.of)
      end
    end
  end)

  it("define what collide.import exports", function()
    assert.same({ "load" }, stubbed("import"))
    local built, import = pcall(require, "collide.import")
    if built then assert.same({ "load" }, sorted_keys(import)) end
  end)

  it("name the version", function()
    local version = '---@field _VERSION string "' .. collide._VERSION .. '"'
    assert.matches(version, contents("library/collide.lua"), 1, true)
  end)

  it("have the fields that each constructor accepts", function()
    local told = stubs.types(sections)
    for _, name in ipairs { "sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle",
      "segment", "circle", "ellipse", "rect", "polygon", "hull" } do
      local class = told["collide." .. name:sub(1, 1):upper() .. name:sub(2) .. "Fields"]
      assert.equal("collide.Pose", class.parent)
      for _, fields in ipairs { class.fields, told["collide.Pose"].fields } do
        for _, field in ipairs(fields) do
          if field.name:match("^%a") then
            local _, message = pcall(collide[name], { [field.name] = {} })
            assert.not_matches("unknown field", message)
          end
        end
      end
      assert.matches("unknown field 'kown'", select(2, pcall(collide[name], { kown = 1 })), 1, true)
    end
  end)
end)

describe("the reference", function()
  it("has every function, and no other function", function()
    assert.same(exported, on_pages("collide%."))
    assert.same(grid_functions, on_pages("collide%.grid%."))
  end)

  it("has every method of shapes, grids and groups, and no other method", function()
    assert.same(methods, on_pages("shape:"))
    assert.same(grid_methods, on_pages("grid:"))
    assert.same(mesh_methods, on_pages("mesh:"))
    assert.same(group_methods, on_pages("group:"))
    assert.same(world_methods, on_pages("world:"))
  end)
end)

describe("the .script_api", function()
  it("has every function, and no other function", function()
    assert.same(exported, in_script_api("  ", "function"))
    assert.same(grid_functions, in_script_api("    ", "function"))
    assert.same({ "grid" }, in_script_api("  ", "table"))
    assert.same({ "_VERSION", "_WAY" }, in_script_api("  ", "string"))
  end)

  it("names every method", function()
    local text = contents("packaging/defold/collide.script_api")
    for kind, names in pairs {
      shapes = methods, grids = grid_methods, meshes = mesh_methods, groups = group_methods,
      worlds = world_methods,
    } do
      local found = {}
      for name in text:match("Methods of " .. kind .. ": ([^\n]*)%."):gmatch("`([%w_]+)`") do
        found[#found + 1] = name
      end
      table.sort(found)
      assert.same(names, found)
    end
  end)
end)
