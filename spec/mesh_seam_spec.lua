-- SPDX-License-Identifier: MIT
-- Contacts of shapes in a mesh that continues beyond a triangle's edges.
local collide = require("collide")
local random = require("spec.support.random")

-- A floor of squares of two triangles each, N by N; height(x, z) tells y.
local N = 8
local function make_floor(height, options)
  local vertices, triangles = {}, {}
  local function number(x, z) return z * (N + 1) + x + 1 end
  for z = 0, N do
    for x = 0, N do
      for _, c in ipairs({x, height(x, z), z}) do vertices[#vertices + 1] = c end
    end
  end
  for z = 0, N - 1 do
    for x = 0, N - 1 do
      local a, b, c, d = number(x, z), number(x, z + 1), number(x + 1, z), number(x + 1, z + 1)
      for _, k in ipairs({a, b, c, c, b, d}) do triangles[#triangles + 1] = k end
    end
  end
  options = options or {}
  options.vertices, options.triangles = vertices, triangles
  return collide.mesh(options)
end

local function flat() return 0 end

local solids = {
  function(x, y, z) return collide.box({half = {0.5, 1, 0.5}, position = {x, y, z}}) end,
  function(x, y, z)
    return collide.box({half = {0.3, 1, 0.5}, position = {x, y, z}, rotation = {0.1, 0.9, -0.1, 0.3}})
  end,
  function(x, y, z) return collide.sphere({radius = 1, position = {x, y, z}}) end,
  function(x, y, z) return collide.capsule({radius = 0.5, half_height = 0.5, position = {x, y, z}}) end,
  function(x, y, z) return collide.cylinder({radius = 0.25, half_height = 1, position = {x, y, z}}) end,
  function(x, y, z)
    return collide.hull({points = {{-0.4, -1, 0}, {0.4, -1, 0.1}, {0, -1, -0.5}, {0, 1, 0}}, position = {x, y, z}})
  end,
}

-- Of the others a part may stand out less below a triangle than above it.
local is_upright = {true, false, true, true, true, false}

describe("a shape deep in a mesh", function()
  it("has the normal of a flat floor from each triangle", function()
    local floor, down = make_floor(flat), 0
    for number, make in ipairs(solids) do
      for i = 0, 40 do
        local y = 0.95 - i / 50 -- not so deep that the way down is the shorter one
        local shape = make(3 + i * 0.037, y, 4.1 + i * 0.013)
        local contacts = collide.contact_all(shape, floor)
        assert.is_true(#contacts > 0)
        for _, contact in ipairs(contacts) do
          local n = contact.normal
          if contact.depth > 0 then
            assert.is_true(math.abs(n.y) > 1 - 1e-9, tostring(contact))
            if n.y < 0 and is_upright[number] then down = down + 1 end
          end
        end
        local mirrored = collide.contact(floor, shape)
        assert.are.equal(-contacts[1].normal.y, mirrored.normal.y)
        assert.are.equal(contacts[1].depth, mirrored.depth)
      end
    end
    assert.are.equal(0, down)
  end)

  it("leaves a flat floor upward, for any winding and pose", function()
    for _, scale in ipairs({{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}}) do
      local floor = make_floor(flat, {scale = scale})
      local shape = collide.box({half = {0.5, 1, 0.5}, position = {4.1 * scale[1], 0.35, 4.2}})
      local answer = collide.push_out(floor, shape)
      assert.is_false(answer.inside or false)
      local p = answer.position
      assert.are.equal(4.1 * scale[1], p.x)
      assert.is_true(math.abs(p.y - 1) < 1e-15 * 4)
      assert.are.equal(4.2, p.z)
    end
  end)

  it("does not fall through, and leaves upward", function()
    local floor = make_floor(flat)
    local shape = collide.box({half = {0.5, 1, 0.5}, position = {4.1, 0.35, 4.2}})
    local hit = collide.shapecast(floor, shape, {0, -3, 0}, {touching = "skip"})
    assert.are.equal(0, hit.t)
    assert.is_true(hit.inside)
    assert.are.same({x = 0, y = 1, z = 0}, hit.normal)
    assert.is_true(math.abs(hit.depth - 0.65) < 1e-12)
    assert.is_true(collide.shapecast_any(floor, shape, {0, -3, 0}, {touching = "skip"}))
    assert.is_nil(collide.shapecast(floor, shape, {0, 3, 0}, {touching = "skip"}))
    assert.is_false(collide.shapecast_any(floor, shape, {0, 3, 0}, {touching = "skip"}))
    assert.are.same({x = 0, y = 1, z = 0}, collide.shapecast(floor, shape, {0.1, -1, 0}).normal)
  end)

  it("has the normal of a ridge's edge, where the mesh bends away", function()
    local ridge = make_floor(function(x) return -math.abs(x - 4) end)
    local ball = collide.sphere({radius = 1, position = {4, 0.75, 4.5}})
    local found = collide.contact(ball, ridge)
    assert.are.same({x = 0, y = 1, z = 0}, found.normal)
    assert.are.equal(0.25, found.depth)
  end)

  it("has only the normals of the two faces of a valley", function()
    local valley = make_floor(function(x) return math.abs(x - 4) end)
    local root = math.sqrt(0.5)
    for i = -10, 10 do
      local ball = collide.sphere({radius = 1, position = {4 + i / 40, 1.2, 4.5}})
      for _, contact in ipairs(collide.contact_all(ball, valley)) do
        local n = contact.normal
        assert.is_true(math.abs(n.y - root) < 1e-12 and math.abs(math.abs(n.x) - root) < 1e-12
          and math.abs(n.z) < 1e-12, tostring(contact))
      end
    end
  end)

  it("may leave across the border of a mesh", function()
    local found = collide.contact(collide.box({half = {0.5, 1, 0.5}, position = {-0.4, 0.35, 4.2}}), make_floor(flat))
    assert.are.same({x = -1, y = 0, z = 0}, found.normal)
    assert.is_true(math.abs(found.depth - 0.1) < 1e-12)
  end)

  it("is separated from each triangle by its contact, with at least the depth of that triangle alone", function()
    local uniform = random.uniform(1)
    local heights = {}
    for i = 0, (N + 1) * (N + 1) do heights[i] = math.floor(uniform(-2, 3)) / 4 end
    local ground = make_floor(function(x, z) return heights[z * (N + 1) + x] end)
    local seams = 0
    for i = 1, 200 do
      local shape = solids[i % #solids + 1](uniform(2, 6), uniform(-1, 1.5), uniform(2, 6))
      local x, y, z = shape:get_position("numbers")
      for _, contact in ipairs(collide.contact_all(shape, ground)) do
        local triangle = collide.triangle({points = {ground:triangle(contact.triangle)}})
        local alone = collide.contact(shape, triangle)
        local n, depth = contact.normal, contact.depth
        assert.is_true((alone.depth > 0) == (depth > 0))
        assert.is_true(depth >= alone.depth * (1 - 1e-7) - 1e-9)
        if depth > alone.depth + 1e-6 then seams = seams + 1 end
        local far = depth * (1 + 1e-7) + 1e-7
        shape:set_position(x + n.x * far, y + n.y * far, z + n.z * far)
        assert.is_false(collide.overlap(shape, triangle))
        shape:set_position(x, y, z)
      end
    end
    assert.is_true(seams > 50)
  end)
end)
