-- SPDX-License-Identifier: MIT
--
-- Checks the types in the stubs: each function is called in every form, numbers and tables, and its results are
-- compared with the declared types.
package.path = "tools/?.lua;" .. package.path

local collide = require("collide")
local dimensions = require("reference.dimensions")
local stubs = require("reference.stubs")
local types = require("reference.types")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local sections = stubs.read_all()

local entries = {}
for entry in stubs.each(sections, "function") do entries[entry.full] = entry end

-- What is told again of each dimension: entries by "shape2:name" and "shape3:name".
local everything, again = { unpack(sections) }, {}
for _, file in ipairs(dimensions.files(sections)) do
  local section = stubs.read(file.path)
  everything[#everything + 1] = section
  for entry in stubs.each({ section }, "function") do again[entry.full] = entry end
end
local told = stubs.types(everything)

local ball = collide.sphere { radius = 1 }
local disc = collide.circle { radius = 1 }
local stick, rope = collide.capsule { radius = 1, half_height = 1 }, collide.segment { { 0, 0 }, { 1, 2 } }
local wall = collide.rect { half = { 1, 1 }, position = { 1.5, 0 } }
local sail = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 } }
local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
local tile = collide.rect { half = { 1, 1 } }
local crate = collide.box { half = { 1, 1, 1 } }
local pair = collide.group { disc, wall }
local cluster = collide.group { parts = { ball, sail } }
local flat = collide.grid { dimensions = 2, size = 2 }
flat:set(0, 0, 7)
local deep = collide.grid()
local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
deep:set(0, 0, 0, 7)
local things = collide.world { disc, wall }
local bodies = collide.world { ball, crate }

-- What each is called with.
local calls = {
  ["shape:set_position"] = { { crate, { 1, 2, 3 } }, { tile, 0, 0 }, { crate, 0, 0, 0 } },
  ["shape:set_rotation"] = { { crate, { 0, 0, 0, 1 } }, { tile, 0 }, { crate, 0, 0, 0, 1 } },
  ["shape:resize"] = { { crate:copy(), { half = { 1, 1, 1 }, anchor = { 0, -1, 0 } } },
    { disc:copy(), { radius = 2 } } },
  ["shape:set_rotation_degrees"] = { { tile:copy(), 90 }, { pair:copy(), 90 } },
  ["shape:set_scale"] = { { crate, { 1, 1, 1 } }, { tile, 1 }, { tile, 1, 1 }, { crate, 1, 1, 1 } },
  ["shape:set_transform"] = { { ball, { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } } },
  ["shape:get_position"] = { { crate }, { tile }, { crate, "numbers" }, { tile, "numbers" } },
  ["shape:get_rotation"] = { { crate }, { tile }, { crate, "numbers" }, { tile, "numbers" } },
  ["shape:get_scale"] = { { crate }, { tile }, { crate, "numbers" }, { tile, "numbers" } },
  ["group:count"] = { { pair } },
  ["group:part"] = { { pair, 2 }, { cluster, 1 } },
  ["collide.raycast_many"] = { { disc, { 0, 5, 0, -1 } } },
  ["collide.segmentcast_many"] = { { disc, { 0, 5, 0, -1 } } },
  ["collide.world"] = { { { disc, wall } }, {} },
  ["world:add"] = { { things, roof }, { things, roof, disc } },
  ["world:remove"] = { { things, roof } },
  ["world:has"] = { { things, disc } },
  ["world:member"] = { { things, 1 } },
  ["world:count"] = { { things } },
  ["world:each"] = { { things } },
  ["world:clear"] = { { collide.world() } },
  ["world:bounds"] = { { things }, { things, "numbers" }, { bodies, "numbers" } },
  ["world:pairs"] = { { things }, { things, { touching = "skip" } }, { things, { within = 1 } } },
  ["collide.separate"] = { { things, { only = {} } } },
  ["collide.bounds"] = { { ball }, { roof }, { cluster }, { ball, "numbers" }, { roof, "numbers" } },
  ["collide.project"] = { { ball, { 0, 0, 1 } }, { roof, 1, 2 }, { ball, 1, 2, 3 } },
  ["collide.describe"] = { { roof }, { wall } },
  ["group:describe"] = { { pair } },
  ["collide.normal"] = { { sail }, { sail, "numbers" } },
  ["shape:translate"] = { { crate, { 1, 2, 3 } }, { tile, 0, 0 }, { crate, 0, 0, 0 } },
  ["shape:copy"] = { { crate }, { roof } },
  ["collide.points"] = { { roof }, { crate }, { roof, "numbers" }, { crate, "numbers" }, { disc, 5 },
    { disc, 5, "numbers" } },
  ["collide.outline"] = { { roof }, { disc, 5 } },
  ["group:outline"] = { { pair }, { pair, 5 } },
  ["collide.triangles"] = { { crate }, { ball, 5 }, { leaf }, { cluster } },
  ["shape:get_radius"] = { { disc }, { ball, "numbers" } },
  ["shape:get_half"] = { { tile }, { crate }, { tile, "numbers" }, { crate, "numbers" } },
  ["shape:get_half_height"] = { { stick }, { stick, "numbers" } },
  ["shape:get_ends"] = { { rope }, { stick }, { rope, "numbers" }, { stick, "numbers" } },
  ["collide.winding"] = { { roof } },
  ["mesh:count"] = { { leaf } },
  ["mesh:triangle"] = { { leaf, 1 }, { leaf, 1, "numbers" } },
  ["mesh:triangles_in"] = { { leaf, collide.sphere { radius = 1 } } },
  ["mesh:points"] = { { leaf }, { leaf, "numbers" } },
  ["mesh:is_closed"] = { { leaf }, { leaf, {}, "numbers" }, { leaf, "numbers" } },
  ["grid:cells_in"] = { { flat, disc }, { deep, ball }, { flat, disc, "numbers" } },
  ["grid:clear"] = { { collide.grid() } },
  ["grid:copy"] = { { flat }, { deep } },
  ["collide.edges"] = { { sail }, { roof }, { sail, "numbers" }, { roof, "numbers" } },
  ["collide.edge_normals"] = { { roof }, { roof, "numbers" } },
  ["collide.faces"] = { { collide.hull { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 } } },
  ["collide.overlap"] = { { disc, wall }, { disc, 0, 0 }, { 0, 0, disc }, { 0, 0, 0, 0 } },
  ["collide.contact"] = { { disc, wall }, { disc, wall, "numbers" }, { disc, 0, 0 }, { 0, 0, disc }, { 0, 0, 0, 0 },
    { disc, { wall, disc }, {}, "numbers" }, { disc, { disc, wall } } },
  ["collide.overlap_all"] = { { disc, { wall } }, { disc, { wall }, "numbers" }, { disc, { wall }, {}, "numbers" },
    { { wall }, 1, 0 }, { 1, 0, { wall } } },
  ["collide.contact_all"] = { { disc, { wall } }, { disc, { wall }, "numbers" }, { disc, { wall }, {}, "numbers" },
    { { wall }, 1, 0 }, { 1, 0, { wall } } },
  ["collide.distance_all"] = { { disc, { wall } }, { disc, { wall }, "numbers" }, { disc, { wall }, {}, "numbers" },
    { { wall }, 1, 0 }, { 1, 0, { wall } } },
  ["collide.shapecast"] = { { wall, disc, { 3, 0 } }, { wall, disc, 3, 0 }, { { wall, flat }, disc, 9, 0 },
    { flat, disc, { 0, 0 } }, { flat, tile, 1, 1 }, { { leaf, ball }, crate, { 0, 0, 3 } },
    { deep, crate, 0, 0, 3 }, { leaf, crate, 0, 0, 3 } },
  ["collide.shapecast_any"] = { { wall, disc, { 3, 0 } }, { wall, disc, 3, 0 }, { ball, crate, 0, 0, 3 } },
  ["collide.shapecast_all"] = { { wall, disc, { 3, 0 } }, { { wall, flat }, disc, 3, 0 },
    { { ball, leaf }, crate, 0, 0, 3 } },
  ["collide.move"] = { { wall, disc:copy(), { 3, 0 } }, { { wall, flat }, disc:copy(), 9, 0 },
    { wall, disc:copy(), 3, 0, { up = { 0, 1 } } }, { crate, ball:copy(), 0, 0, 9 } },
  ["collide.push_out"] = { { wall, disc:copy() }, { wall, disc:copy(), "numbers" },
    { wall, disc:copy(), {}, "numbers" } },
  ["collide.fits"] = { { wall, disc }, { wall, disc, { radius = 3, anchor = { 0, -1 } } }, { { wall, flat }, disc, {} },
    { ball, crate, nil, { ignore = ball } }, { leaf, crate, { half = { 1, 1, 1 }, anchor = { 0, 0, 1 } }, {} } },
  ["collide.layers"] = { { { "tile", "flat" } } },
  ["shape:set_layer"] = { { tile, { "tile", "flat" } }, { tile, "tile" } },
  ["shape:get_layer"] = { { tile } },
  ["shape:get_layers"] = { { tile } },
  ["grid:set_layer"] = { { flat, "flat" } },
  ["grid:get_layer"] = { { flat } },
  ["grid:get_layers"] = { { flat } },
  ["grid:gid"] = { { flat, 3 } },
  ["shape:set_one_way"] = { { tile:copy(), { 0, 1 } }, { tile:copy(), 0, 1 }, { ball:copy(), 0, 1, 0 } },
  ["shape:get_one_way"] = { { tile }, { tile, "numbers" }, { ball, "numbers" } },
  ["grid:set_shape"] = { { flat:copy(), 3, tile:copy():set_scale(0.5):set_position(0.5, 0.5) } },
  ["grid:get_shape"] = { { flat, 3 },
    { collide.grid { dimensions = 2, shapes = { [3] = collide.polygon { 0, 0, 1, 0, 1, 1 } } }, 3 } },
  ["grid:set_one_way"] = { { flat:copy(), 3, { 0, 1 } }, { flat:copy(), 3, 0, 1 }, { deep:copy(), 3, 0, 1, 0 } },
  ["grid:get_one_way"] = { { flat, 3 }, { flat, 3, "numbers" }, { deep, 3, "numbers" } },
  ["collide.distance"] = { { disc, wall }, { disc, wall, "numbers" }, { disc, { wall }, {}, "numbers" },
    { disc, { wall, flat } }, { disc, 0, 5 }, { 0, 5, disc }, { 0, 0, 3, 4 } },
  ["collide.closest"] = { { disc, { 3, 4 } }, { disc, 3, 4 } },
  ["collide.contains"] = { { disc, { 0, 0 } }, { disc, 0, 0 }, { ball, 0, 0, 0 }, { pair, 0, 0 } },
  ["collide.triangle_region"] = { { roof, { 4, 1 } }, { roof, 4, 1 } },
  ["collide.triangle_rect_pef"] = { { roof, tile } },
  ["collide.triangle_rect_sat"] = { { roof, tile } },
  ["collide.triangle_box_pef"] = { { sail, crate } },
  ["collide.triangle_box_sat"] = { { sail, crate } },
  ["collide.cells"] = { { { 0, 0 }, { 3, 2 } }, { 0, 0, 3, 2 }, { 0, 0, 0, 3, 2, 1, { size = 2 } } },
  ["collide.trace"] = { { { 0, 0 }, { 3, 2 } }, { 0, 0, 3, 2 }, { 0, 0, 0, 3, 2, 1, { size = 2 } } },
  ["collide.decompose"] = { { { 0, 0, 4, 0, 1, 1, 0, 4 } }, { { { 0, 0 }, { 4, 0 }, { 0, 4 } } } },
  ["collide.cell_at"] = { { { 3, 2 } }, { 3, 2 }, { 3, 2, 1 } },
  ["collide.grid"] = { {}, { { size = 2 } } },
  ["collide.grid.from_rows"] = { { { { 1, 0 }, { 0, 1 } } } },
  ["collide.grid.decode"] = { { deep:encode() } },
  ["grid:get"] = { { deep, { 0, 0, 0 } }, { flat, 0, 0 }, { deep, 0, 0, 0 } },
  ["grid:set"] = { { deep, { 0, 0, 0 }, 7 }, { flat, 0, 0, 7 }, { deep, 0, 0, 0, 7 } },
  ["grid:fill"] = { { deep, { 0, 0, 0 }, { 0, 0, 0 }, 7 }, { flat, 0, 0, 0, 0, 7 }, { deep, 0, 0, 0, 0, 0, 0, 7 } },
  ["grid:count"] = { { deep } },
  ["grid:bounds"] = { { deep }, { collide.grid() }, { deep, "numbers" }, { flat, "numbers" } },
  ["grid:each"] = { { deep }, { flat, 0, 0, 1, 1 }, { deep, 0, 0, 0, 1, 1, 1 } },
  ["grid:cell_at"] = { { flat, { 3, 2 } }, { flat, 3, 2 }, { deep, 3, 2, 1 } },
  ["grid:cell_bounds"] = { { flat, { 3, 2 } }, { flat, 3, 2 }, { deep, 3, 2, 1 } },
  ["grid:encode"] = { { deep } },
  ["collide.voxelize"] = { { { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } } } },
    { { sail }, { lists = true } } },
}

-- The same of space.
local function also(name, ...)
  for _, arguments in ipairs { ... } do table.insert(calls["collide." .. name], arguments) end
end
also("overlap", { ball, crate }, { ball, 0, 0, 0 }, { 0, 0, 0, ball }, { 0, 0, 0, 0, 0, 0 })
also("contact", { ball, crate }, { ball, crate, "numbers" }, { ball, 0, 0, 0 }, { 0, 0, 0, ball }, { 0, 0, 0, 0, 0, 0 },
  { ball, { crate, ball }, {}, "numbers" }, { ball, { ball, crate } }, { ball, deep }, { ball, deep, "numbers" })
also("overlap_all", { ball, { crate } }, { { crate }, 0, 0, 0 }, { 0, 0, 0, { crate } })
also("distance_all", { ball, { crate } }, { { crate }, 0, 0, 0 }, { 0, 0, 0, { crate } })
also("contact_all", { ball, { crate } }, { { crate }, 0, 0, 0 }, { 0, 0, 0, { crate } })
also("distance", { ball, crate }, { ball, crate, "numbers" }, { ball, { crate }, {}, "numbers" }, { ball, { deep } },
  { ball, 0, 5, 0 }, { 0, 5, 0, ball }, { 0, 0, 0, 3, 4, 0 })
also("closest", { ball, { 3, 4, 0 } }, { ball, 3, 4, 0 }, { deep, 3, 4, 0 })

local ground = collide.plane { normal = { 0, 1, 0 }, distance = 0 }
local shore = collide.plane { normal = { 1, 0 }, distance = 0 }
for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
  for _, ending in ipairs { "", "_any", "_all" } do
    local forms = {}
    for _, target in ipairs { disc, flat, { roof, flat }, pair, { flat, pair }, shore } do
      forms[#forms + 1] = { target, { -5, 0.5 }, { 9, 0.5 } }
      forms[#forms + 1] = { target, -5, 0.5, 9, 0.5 }
      forms[#forms + 1] = { target, { -5, 0.5 }, { 0, 9 } } -- along the shore
    end
    for _, target in ipairs { ball, sail, deep, { sail, deep }, { ball }, cluster, ground } do
      forms[#forms + 1] = { target, { 0.5, 0.25, -5 }, { 0.5, 0.25, 9 } }
      forms[#forms + 1] = { target, 0.5, 0.25, -5, 0.5, 0.25, 9 }
      forms[#forms + 1] = { target, 99, 99, 99, 100, 99, 99 } -- a miss, but of no line here
    end
    calls["collide." .. name .. ending] = forms
  end
end

local fits

local function is_a(value, name)
  return type(value) == "userdata" and tostring(value):match("^%l+") == name
end

-- How many dimensions a shape or group has, or nil of anything else.
local function dimension_of(value)
  if type(value) ~= "userdata" or is_a(value, "grid") then return nil end
  return select("#", value:bounds("numbers")) / 2
end

-- Is it a userdata of the class: of a shape the kind, and of Shape2 and Shape3 the dimension?
local function fits_userdata(class, value)
  if type(value) ~= "userdata" then return false end
  local kind, dimension = class.name:match("^collide%.(%u%l+)$"), class.name:match("^collide%.Shape([23])$")
  if dimension then return dimension_of(value) == tonumber(dimension) end
  if class.parent == "userdata" then return true end
  if is_a(value, "grid") then return false end
  return value:describe().shape == kind:lower() and fits_userdata(told[class.parent], value)
end

local function is_userdata(class)
  while class and class.parent ~= "userdata" do class = told[class.parent] end
  return class ~= nil
end

-- Every field is promised, and what is promised without a question mark is there.
local function fits_class(class, value)
  if is_userdata(class) then return fits_userdata(class, value) end
  if type(value) ~= "table" then return false end
  local known, any = {}, false
  for _, field in ipairs(stubs.fields_of(class, told)) do
    if field.name:match("^%[") then
      any = true
    else
      known[field.name] = true
      local given = value[field.name]
      if not (given == nil and field.optional) and not fits(field.type, given) then return false end
    end
  end
  for key in pairs(value) do
    if not known[key] and not any then return false end
  end
  return true
end

function fits(promised, value)
  local kind = promised.kind
  if kind == "optional" then return value == nil or fits(promised.of, value) end
  if kind == "literal" then return ("%q"):format(tostring(value)) == promised.text end
  if kind == "function" then return type(value) == "function" end
  if kind == "same" then return type(value) == "userdata" end
  if kind == "union" then
    for _, unit in ipairs(promised.of) do
      if fits(unit, value) then return true end
    end
    return false
  elseif kind == "array" then
    if type(value) ~= "table" then return false end
    for _, element in ipairs(value) do
      if not fits(promised.of, element) then return false end
    end
    return true
  end
  local entry = told[promised.name]
  if entry and entry.kind == "class" then return fits_class(entry, value) end
  if entry and entry.type then return fits(entry.type, value) end
  if entry then return fits({ kind = "union", of = entry.values }, value) end
  if promised.name == "any" then return true end
  if promised.name == "false" then return value == false end
  if promised.name == "integer" then
    return type(value) == "number" and value % 1 == 0 and (not math.type or math.type(value) == "integer")
  end
  return type(value) == promised.name
end

-- Is there a z among these, or something else that there is in space alone?
local function has_z(parts)
  for _, part in ipairs(parts) do
    if part.name:match("^%l?z%d?$") or part.name == "w" then return true end
  end
  return false
end

-- Is there a form with the same arguments, of the other dimension?
local function has_twin(entry, overload)
  local function text(form)
    return types.text({ kind = "function", parameters = form.parameters, results = {} }, function() end)
  end
  for _, other in ipairs(entry.overloads) do
    if other ~= overload and text(other) == text(overload) then return true end
  end
  return false
end

-- The overload whose numbers and words stand where those of the call do, or nil. Of two that differ in what
-- they give, that of the shape's dimension.
local function form_of(entry, arguments)
  local dimension = dimension_of(arguments[1])
  for _, overload in ipairs(entry.overloads) do
    local same = #arguments <= #overload.parameters
    for i, parameter in ipairs(overload.parameters) do
      local is_number = parameter.type.name == "number" or parameter.type.name == "integer"
      if is_number ~= (type(arguments[i]) == "number") then same = false end
      local is_word = parameter.type.kind == "literal"
      if is_word ~= (type(arguments[i]) == "string") then same = false end
    end
    if dimension and has_twin(entry, overload) then same = same and has_z(overload.results) == (dimension == 3) end
    if same then return overload end
  end
end

-- Where a function lies in the module.
local function find(entry)
  if entry.full == "collide.grid" then return collide.grid end
  if entry.owner == "collide.grid" then return collide.grid[entry.name] end
  if entry.owner == "grid" then return deep[entry.name] end
  if entry.owner == "mesh" then return leaf[entry.name] end
  if entry.owner == "group" then return pair[entry.name] end
  if entry.owner == "world" then return things[entry.name] end
  return collide[entry.name] or ball[entry.name]
end

local function check(entry, results, list, what)
  local last = results[#results]
  local more = last and last.name == "..." and last
  assert.is_true((more or list.n <= #results) ~= false, what .. " gives more than is promised")
  for i = 1, math.max(list.n, 1) do
    local promised = results[i] or more
    if promised then
      assert.is_true(fits(promised.type, list[i]),
        ("%s, result %d of %s is %s"):format(what, i, entry.full, tostring(list[i])))
    end
  end
end

local function pack(...)
  return { n = select("#", ...), ... }
end

-- A method of a shape, in its own dimension: nil where that makes no difference, and elsewhere.
local function entry_again(entry, value)
  local dimension = (entry.owner == "shape" or entry.owner == "collide") and dimension_of(value)
  return dimension and not is_a(value, "group") and again[("shape%d:%s"):format(dimension, entry.name)]
end

local names = {}
for name in pairs(calls) do names[#names + 1] = name end
table.sort(names)

describe("results that the stubs declare are returned by", function()
  for _, name in ipairs(names) do
    it(name, function()
      local entry, forms = assert(entries[name]), calls[name]
      local seen = {}
      for _, arguments in ipairs(forms) do
        local form = form_of(entry, arguments)
        seen[form or "tables"] = true
        local results = form and form.results or entry.returns
        local list = pack(find(entry)(unpack(arguments)))
        check(entry, results, list, form and "in numbers" or "in tables")
        local same = entry_again(entry, arguments[1])
        if same then
          local own = form_of(same, arguments)
          assert.equal(form == nil, own == nil, name)
          check(same, own and own.results or same.returns, list, "told again")
        end
        if results[1] and results[1].type.kind == "function" then
          check(entry, results[1].type.results, pack(list[1](list[2], list[3])), "the first step")
        end
      end
      for i, overload in ipairs(entry.overloads) do
        assert.is_true(seen[overload], name .. ": form " .. i .. " is not called")
      end
    end)
  end

  it("all functions but constructors and those for files", function()
    local left = {}
    for full, entry in pairs(entries) do
      local makes = entry.params[1] and entry.params[1].name == "fields"
      if not (calls[full] or makes) then left[#left + 1] = full end
    end
    table.sort(left)
    assert.same({ "collide.from_tiled_objects", "collide.from_tiled_tiles", "collide.grid.from_tiled",
      "collide.grid.load", "grid:save", "import.load" }, left)
  end)
end)
