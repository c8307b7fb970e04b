-- SPDX-License-Identifier: MIT
--
-- What a maker accepts can be copied, described and made again from the description, and each gives the same shape to
-- the last bit.
local collide = require("collide")
local cases = require("spec.support.cases")
local extremes = require("spec.support.extremes")
local new_random = require("spec.support.random").generator

-- Round numbers, and radii so small that rounding leaves nothing of them beside 1.
local VALUES = { 0, 1, 1, 1, 1 / 8, 0.1, 2, 3, 1e-16, 1e-20, 1e-162, 1e-300, 1e-308, 5e-324, 1e10, 1e70, 1e299 }

-- Returns the path of the first difference, or nil. 0 and -0 differ.
local function difference(a, b, path)
  if type(a) ~= "table" or type(b) ~= "table" then
    if a == b and (a ~= 0 or 1 / a == 1 / b) then return nil end
    return ("%s: %s and %s"):format(path, tostring(a), tostring(b))
  end
  for key, value in pairs(a) do
    local found = difference(value, b[key], path .. "." .. tostring(key))
    if found then return found end
  end
  for key in pairs(b) do
    if a[key] == nil then return path .. "." .. tostring(key) end
  end
end

local DIRECTIONS = {
  [2] = { { 1, 0 }, { 0.3, -0.7 }, { -1, 0.2 } },
  [3] = { { 1, 0, 0 }, { 0.3, -0.7, 0.1 }, { -1, 0.2, 3 } },
}

-- All that can be learned of a shape, mesh or group; of an error that there is one.
local function answers(one, dimensions)
  local all = { one:describe(), { pcall(one.bounds, one, "numbers") } }
  for _, name in ipairs { "points", "get_radius", "get_half", "get_half_height", "get_ends", "get_position",
    "get_rotation", "get_scale", "faces", "edge_normals" } do
    local ok, answer, more = pcall(function() return one[name](one) end)
    all[#all + 1] = { ok, ok and answer, ok and more }
  end
  for _, a in ipairs(DIRECTIONS[dimensions]) do
    local function add(ok, ...) all[#all + 1] = { ok, ok and { ... } } end
    add(pcall(one.project, one, a))
    add(pcall(one.closest, one, a))
    for _, b in ipairs(DIRECTIONS[dimensions]) do add(pcall(one.linecast, one, a, b)) end
  end
  return all
end

local function show(value)
  if type(value) ~= "table" then return type(value) == "number" and ("%.17g"):format(value) or tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do parts[i] = (type(key) == "number" and "" or key .. " = ") .. show(value[key]) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- Returns 1 if the maker accepts the fields.
local function check(name, fields, dimensions)
  local ok, made = pcall(collide[name], fields)
  if not ok then return 0 end
  local function whole(does, maker, ...)
    local fine, other = pcall(maker, ...)
    assert(fine, does .. " of " .. name .. " " .. show(fields) .. ": " .. tostring(other))
    local differs = difference(answers(made, dimensions), answers(other, dimensions), does)
    assert(differs == nil, name .. " " .. show(fields) .. ": " .. tostring(differs))
  end
  local description = made:describe()
  if description.shape == name and type(fields.scale) ~= "table" and not fields.transform then
    for _, key in ipairs { "radius", "half_height", "distance" } do
      local value = fields[key]
      local kept = type(value) ~= "number" or (description[key] or 0) == value
      assert(kept, name .. " " .. show(fields) .. " is described with " .. key .. " = " .. show(description[key]))
    end
  end
  whole("a copy", made.copy, made)
  whole("a description", collide[description.shape], description)
  return 1
end

describe("what a maker accepts can be copied, described and made again", function()
  it("if it is a shape", function()
    local draw, accepted, count = extremes.new(1, VALUES), 0, cases.of(20000, 1500)
    for _ = 1, count do
      local dimensions = draw.random(2) + 1
      draw:begin()
      local fields = draw:shape(dimensions)
      accepted = accepted + check(fields.shape, fields, dimensions)
    end
    assert(accepted > count / 2)
  end)

  it("if it is a mesh, terrain or a group", function()
    local draw, accepted, count = extremes.new(2, VALUES), 0, cases.of(4000, 400)
    for _ = 1, count do
      local dimensions, kind = draw.random(2) + 1, draw.random(4)
      draw:begin()
      if kind == 1 then
        accepted = accepted + check("mesh", draw:mesh(), 3)
      elseif kind == 2 then
        accepted = accepted + check("heights", draw:heights(), 3)
      else
        local fields = draw:pose({ draw:shape(dimensions), draw:shape(dimensions) }, dimensions)
        accepted = accepted + check("group", fields, dimensions)
      end
    end
    assert(accepted > count / 4)
  end)

  it("if a tiny radius is scaled unevenly", function()
    local random = new_random(3)
    for _, radius in ipairs { 1e-15, 1e-16, 1e-17, 1e-20, 1e-100, 1e-300, 5e-324, 0 } do
      for _, scale in ipairs { { 2, 1 }, { 1, -0.5 }, { 1e20, 1 }, { 1, 1e-20 } } do
        local function number() return random(5) - 3 end
        local p, q, r = { number(), number() }, { number(), number() }, { number() / 8, number() / 10 }
        for _, given in ipairs {
          { "circle", { radius = radius } }, { "capsule", { a = p, b = q, radius = radius } },
          { "capsule", { a = p, b = p, radius = radius } }, { "segment", { p, q, radius = radius } },
          { "segment", { p, p, radius = radius } }, { "triangle", { p, q, r, radius = radius } },
          { "triangle", { p, p, p, radius = radius } }, { "triangle", { p, p, q, radius = radius } },
          { "rect", { half = { 0, 0 }, radius = radius } }, { "rect", { min = p, max = p, radius = radius } },
          { "capsule", { radius = radius, half_height = 0, dimensions = 2 } },
          { "capsule", { radius = radius, half_height = 1, position = p } },
        } do
          given[2].scale = scale
          assert(check(given[1], given[2], 2) == 1, given[1] .. " " .. show(given[2]) .. " is refused")
        end
      end
    end
  end)
end)

describe("a shape of the plane whose radius is lost under an uneven scale", function()
  it("is the segment between the points of its core", function()
    local thin = collide.capsule { a = { 1, 1 }, b = { 2, 2 }, radius = 1e-20, scale = { 2, 1 }, hollow = true }
    assert.equal("segment points=((1, 1), (2, 2)) scale=(2, 1) hollow", tostring(thin))
    assert.equal(1, thin:raycast({ 3, 0.5 }, { 0, 1 }).t)
    assert.equal("segment points=((1, 1), (1, 1)) scale=(2, 1)",
      tostring(collide.triangle { { 1, 1 }, { 1, 1 }, { 1, 1 }, radius = 1e-20, scale = { 2, 1 } }))
  end)

  it("is a point if it is a circle", function()
    local point = collide.circle { radius = 0, position = { 3, 4 }, scale = { 2, 1 } }
    assert.equal("segment points=((0, 0), (0, 0)) position=(3, 4) scale=(2, 1)", tostring(point))
    assert.is_true(point:contains(3, 4))
  end)

  it("stays an ellipse or a polygon as long as it has area", function()
    assert.equal("ellipse radii=(1e-300, 1e-300) scale=(2, 1)",
      tostring(collide.circle { radius = 1e-300, scale = { 2, 1 } }))
    local thin = collide.capsule { a = { 0, 0 }, b = { 0, 1e-300 }, radius = 1e-300, scale = { 2, 1 } }
    assert.equal("polygon", thin:describe().shape)
  end)
end)
