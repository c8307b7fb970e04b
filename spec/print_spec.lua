-- SPDX-License-Identifier: MIT
local collide = require("collide")

local function made(name, fields) return tostring(collide[name](fields)) end

describe("the printed module", function()
  it("shows its name and version", function()
    assert.equal("collide " .. collide._VERSION, tostring(collide))
  end)
end)

describe("a printed hit", function()
  local ball = collide.sphere { radius = 1 }

  it("shows t, point and normal", function()
    assert.equal("hit t=4 point=(0, 0, -1) normal=(0, 0, -1)",
      tostring(ball:raycast({ 0, 0, -5 }, { 0, 0, 1 })))
  end)

  it("shows inside", function()
    assert.equal("hit t=0 point=(0, 0.5, 0) normal=(0, 0, 0) inside",
      tostring(ball:raycast({ 0, 0.5, 0 }, { 0, 0, 1 })))
  end)

  it("shows the face", function()
    local box = collide.box { half = { 1, 1, 1 } }
    assert.equal("hit t=2 point=(-1, 0.25, 0) normal=(-1, 0, 0) face=-x",
      tostring(box:raycast({ -3, 0.25, 0 }, { 1, 0, 0 })))
  end)

  it("shows the index, last of all", function()
    local box = collide.box { half = { 1, 1, 1 } }
    assert.equal("hit t=4 point=(0, 0, -1) normal=(0, 0, -1) index=1",
      tostring(collide.raycast({ ball }, { 0, 0, -5 }, { 0, 0, 1 })))
    assert.equal("hit t=2 point=(-1, 0, 0) normal=(-1, 0, 0) face=-x index=2",
      tostring(collide.raycast({ ball, box }, { -3, 0, 0 }, { 1, 0, 0 }, { ignore = ball })))
  end)

  it("has 14 digits", function()
    assert.equal("hit t=0.33333333333333 point=(0, 0, -1) normal=(0, 0, -1)",
      tostring(ball:raycast({ 0, 0, -2 }, { 0, 0, 3 })))
  end)

  it("shows no point if there is none", function()
    local plane = collide.plane { normal = { 0, 1, 0 }, distance = 0 }
    assert.equal("hit t=-inf normal=(0, 0, 0)", tostring(plane:linecast({ 0, -1, 0 }, { 1, 0, 0 })))
  end)

  it("prints the same after a copy field by field", function()
    local hit, copy = ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }), {}
    for key, value in pairs(hit) do copy[key] = value end
    assert.equal(tostring(hit), tostring(setmetatable(copy, getmetatable(hit))))
  end)

  it("shows the remaining fields after the script has changed it", function()
    local hit = ball:raycast({ 0, 0, -5 }, { 0, 0, 1 })
    hit.point, hit.t, hit.face, hit.normal = nil, "late", {}, { x = 1 }
    assert.equal("hit", tostring(hit))
    hit.point, hit.face = { x = 1, y = 2 }, "mine"
    assert.equal("hit point=(1, 2) face=mine", tostring(hit))
    hit.face = 5
    assert.equal("hit point=(1, 2) face=5", tostring(hit))
  end)

  it("has no other metamethods", function()
    local keys = {}
    for key in pairs(getmetatable(ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }))) do keys[#keys + 1] = key end
    assert.same({ "__tostring" }, keys)
  end)
end)

describe("a printed vector", function()
  it("shows its numbers", function()
    local low, high = collide.box({ half = { 1, 0.5, 0.1 } }):bounds()
    assert.equal("(-1, -0.5, -0.1)", tostring(low))
    assert.equal("(1, 0.5, 0.1)", tostring(high))
  end)

  it("shows two numbers in 2D", function()
    assert.equal("(4, -2)", tostring(collide.cell_at({ 4.5, -1.5 })))
    assert.equal("(4, -2, 7)", tostring(collide.cell_at({ 4.5, -1.5, 7 })))
  end)

  it("shows infinity in the same way everywhere", function()
    local low, high = collide.plane({ normal = { 0, 1, 0 }, distance = 2 }):bounds()
    assert.equal("(-inf, -inf, -inf)", tostring(low))
    assert.equal("(inf, 2, inf)", tostring(high))
  end)

  it("says so if it is no longer a vector", function()
    local vector = collide.cell_at({ 1, 2 })
    vector.x = nil
    assert.equal("(no vector)", tostring(vector))
  end)
end)

describe("a printed contact", function()
  local tile = collide.rect { half = { 2, 1 } }

  it("shows depth, normal and point", function()
    assert.equal("contact depth=0.5 normal=(0, 1) point=(1, 0.5)", tostring(collide.contact({ 1, 0.5 }, tile)))
    assert.equal("contact depth=0 normal=(0.6, 0.8) point=(2, 1)",
      tostring(collide.circle({ radius = 5, position = { 5, 5 } }):contact(tile)))
  end)

  it("has 14 digits", function()
    assert.equal("contact depth=0.66666666666667 normal=(1, 0) point=(1.3333333333333, 0)",
      tostring(collide.contact({ 4 / 3, 0 }, tile)))
  end)

  it("shows infinity in the same way everywhere", function()
    local ground = collide.plane { normal = { 0, 1 }, distance = 0 }
    assert.equal("contact depth=inf normal=(1, 0) point=(3, 0)",
      tostring(ground:contact(collide.plane { normal = { 1, 0 }, distance = 3 })))
  end)

  it("prints the same after a copy field by field", function()
    local contact, copy = collide.contact({ 1, 0.5 }, tile), {}
    for key, value in pairs(contact) do copy[key] = value end
    assert.equal(tostring(contact), tostring(setmetatable(copy, getmetatable(contact))))
  end)

  it("shows the remaining fields after the script has changed it", function()
    local contact = collide.contact({ 1, 0.5 }, tile)
    contact.depth, contact.normal, contact.mine = "deep", nil, 5
    assert.equal("contact point=(1, 0.5)", tostring(contact))
    contact.depth, contact.point = 2, { x = 1, y = "2" }
    assert.equal("contact depth=2", tostring(contact))
  end)

  it("has no other metamethods, and refuses to print anything else", function()
    local metatable, keys = getmetatable(collide.contact({ 1, 0.5 }, tile)), {}
    for key in pairs(metatable) do keys[#keys + 1] = key end
    assert.same({ "__tostring" }, keys)
    for _, wrong in ipairs { 5, "contact", io.stdout } do assert.is_false((pcall(metatable.__tostring, wrong))) end
  end)

  it("has vectors that print next to each other in separate values", function()
    local distance, on_a, on_b = collide.distance({ 5, 5 }, tile)
    assert.equal("5 (5, 5) (2, 1)", ("%g %s %s"):format(distance, tostring(on_a), tostring(on_b)))
  end)
end)

describe("a printed shape", function()
  it("shows the fields of its constructor", function()
    assert.equal("sphere radius=1", made("sphere", { radius = 1 }))
    assert.equal("box half=(1, 2, 3)", made("box", { half = { 1, 2, 3 } }))
    assert.equal("box size=(1, 2, 3)", made("box", { size = { 1, 2, 3 } }))
    assert.equal("box min=(0, 0, 0) max=(1, 2, 3)", made("box", { min = { 0, 0, 0 }, max = { 1, 2, 3 } }))
    assert.equal("cylinder radius=1 half_height=2", made("cylinder", { radius = 1, half_height = 2 }))
    assert.equal("cone radius=1 height=2", made("cone", { radius = 1, height = 2 }))
    assert.equal("capsule radius=1 half_height=2", made("capsule", { radius = 1, half_height = 2 }))
    assert.equal("capsule a=(0, 0, 0) b=(1, 0, 0) radius=0.5",
      made("capsule", { a = { 0, 0, 0 }, b = { 1, 0, 0 }, radius = 0.5 }))
    assert.equal("plane normal=(0, 1, 0) distance=-2", made("plane", { normal = { 0, 1, 0 }, distance = -2 }))
    assert.equal("triangle points=((0, 0, 0), (1, 0, 0), (0, 1, 0))",
      made("triangle", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }))
  end)

  it("shows two numbers in the plane", function()
    assert.equal("circle radius=2 position=(1, 2) rotation=0.5 scale=3",
      made("circle", { radius = 2, scale = 3, rotation = 0.5, position = { 1, 2 } }))
    assert.equal("rect half=(2, 1) position=(3, 4) rotation=0.5",
      made("rect", { half = { 2, 1 }, position = { 3, 4 }, rotation = 0.5 }))
    assert.equal("rect size=(2, 1) scale=(2, 3)", made("rect", { size = { 2, 1 }, scale = { 2, 3 } }))
    assert.equal("rect min=(0, 1) max=(2, 3)", made("rect", { min = { 0, 1 }, max = { 2, 3 } }))
    assert.equal("triangle points=((0, 0), (1, 0), (0, 1))",
      made("triangle", { { 0, 0 }, { 1, 0 }, { 0, 1 } }))
    assert.equal("segment points=((0, 0), (1, 0)) hollow",
      made("segment", { { 0, 0 }, { 1, 0 }, hollow = true }))
    assert.equal("segment points=((0, 0, 0), (1, 0, 2))", made("segment", { { 0, 0, 0 }, { 1, 0, 2 } }))
    assert.equal("capsule a=(0, 0) b=(1, 0) radius=0.5",
      made("capsule", { a = { 0, 0 }, b = { 1, 0 }, radius = 0.5 }))
    assert.equal("capsule radius=1 half_height=2 position=(0, 0) rotation=0.5",
      made("capsule", { radius = 1, half_height = 2, rotation = 0.5 }))
    assert.equal("plane normal=(0, 1) distance=-2", made("plane", { normal = { 0, 1 }, distance = -2 }))
  end)

  it("shows the first of many points", function()
    local points = {}
    for i = 1, 20 do points[i] = { i, i * i } end
    assert.equal("polygon points=((1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 36), (7, 49), (8, 64), "
      .. "... 12 more) position=(1, 2)", made("polygon", { points = points, position = { 1, 2 } }))
    for i = 9, 20 do points[i] = nil end
    assert.equal("polygon points=((1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 36), (7, 49), (8, 64))",
      made("polygon", points))
  end)

  it("shows its pose", function()
    assert.equal("sphere radius=1 position=(0, 0, 5)", made("sphere", { radius = 1, position = { 0, 0, 5 } }))
    assert.equal("sphere radius=1 position=(1, 2, 3) rotation=(0, 0, 0, 2) scale=2",
      made("sphere", { radius = 1, scale = 2, rotation = { 0, 0, 0, 2 }, position = { 1, 2, 3 } }))
    assert.equal("sphere radius=1 scale=(2, 2, 2)", made("sphere", { radius = 1, scale = { 2, 2, 2 } }))
    assert.equal("sphere radius=1 transform=(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1)",
      made("sphere", { radius = 1, transform = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 } }))
  end)

  it("shows hollow, last of all", function()
    assert.equal("sphere radius=1 position=(1, 2, 3) hollow",
      made("sphere", { radius = 1, position = { 1, 2, 3 }, hollow = true }))
    assert.equal("sphere radius=1", made("sphere", { radius = 1, hollow = false }))
  end)

  it("is printed by a function that refuses everything else", function()
    local text = getmetatable(collide.sphere { radius = 1 }).__tostring
    for _, wrong in ipairs { 5, "sphere", io.stdout } do
      assert.is_false((pcall(text, wrong)))
    end
  end)
end)

describe("a printed group", function()
  it("shows t and its cells", function()
    local groups = collide.trace({ 3.5, -1.5 }, { 5.5, 0.5 })
    assert.equal("group t=0: (3, -2)", tostring(groups[1]))
    assert.equal("group t=0.25: (4, -2) (3, -1) (4, -1)", tostring(groups[2]))
  end)

  it("in 3D shows cells in 3D", function()
    for group in collide.cells({ 0.5, 0.5, 0.5 }, { 1.5, 1.5, 0.5 }) do
      if group.t > 0 then assert.equal("group t=0.5: (1, 0, 0) (0, 1, 0) (1, 1, 0)", tostring(group)) end
    end
  end)

  it("shows the remaining fields after the script has changed it", function()
    local group = collide.trace({ 3.5, -1.5 }, { 5.5, 0.5 })[2]
    group.t, group[2] = nil, 5
    assert.equal("group: (4, -2) (4, -1)", tostring(group))
  end)
end)

describe("a printed answer of move", function()
  local floor = collide.rect { min = { 0, -1 }, max = { 9, 0 } }
  local crate = collide.rect { half = { 1, 1 }, position = { 3, 4 } }

  it("shows the position, the number of hits, and ground or inside", function()
    assert.equal("moved position=(4, 1) hits=1 ground", tostring(floor:move(crate, { 1, -9 }, { up = { 0, 1 } })))
    assert.equal("moved position=(4, 2) hits=0", tostring(floor:move(crate, { 0, 1 })))
    local ball = collide.sphere { radius = 1 }
    assert.equal("moved position=(0, 0, 2) hits=0", tostring(collide.move({}, ball, { 0, 0, 2 })))
  end)

  it("shows the remaining fields after the script has changed it", function()
    local moved = floor:move(crate, { 0, 1 })
    moved.hits, moved.position, moved.inside = nil, 5, true
    assert.equal("moved hits=0 inside", tostring(moved))
  end)
end)

describe("a printed list", function()
  it("of hits or groups has a line for each", function()
    local hits = collide.raycast_all({ collide.sphere { radius = 1 }, collide.sphere { radius = 2 } },
      { 0, 0, -5 }, { 0, 0, 1 })
    assert.equal("hit t=3 point=(0, 0, -2) normal=(0, 0, -1) index=2\n"
      .. "hit t=4 point=(0, 0, -1) normal=(0, 0, -1) index=1", tostring(hits))
    assert.equal("group t=0: (0, 0)\ngroup t=0.5: (1, 0)", tostring(collide.trace({ 0.5, 0.5 }, { 1.5, 0.5 })))
  end)

  it("says that it is empty, and a long one ends with the number of further items", function()
    assert.equal("nothing", tostring(collide.raycast_all({}, { 0, 0, -5 }, { 0, 0, 1 })))
    local text = tostring(collide.trace({ 0.5, 0.5 }, { 30.5, 0.5 }))
    assert.equal("... and 11 more", text:match("[^\n]*$"))
    assert.equal(20, select(2, text:gsub("\n", "")))
  end)

  it("shows the remaining items after the script has changed it", function()
    local list = collide.trace({ 0.5, 0.5 }, { 1.5, 0.5 })
    list[1], list[2] = 5, setmetatable({}, { __tostring = function() return {} end })
    assert.equal("5\ntable", tostring(list))
  end)
end)

describe("an array in an answer", function()
  local tile, ball = collide.rect { min = { 0, 0 }, max = { 2, 1 } }, collide.circle { radius = 1, position = { 3, 1 } }

  it("prints a line for each shape that overlaps", function()
    local expected = "rect min=(0, 0) max=(2, 1)\ncircle radius=1 position=(3, 1)"
    local reach = collide.circle { radius = 9 }
    assert.equal(expected, tostring(collide.overlap_all(reach, { tile, ball })))
    assert.equal(expected, tostring(collide.world({ tile, ball }):overlap_all(reach)))
    assert.equal("nothing", tostring(collide.overlap_all(reach, {})))
  end)

  it("prints a line for each corner and cell", function()
    assert.equal("(0, 0)\n(2, 0)\n(2, 1)\n(0, 1)", tostring(tile:points()))
    local mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
    assert.equal("(0, 0, 0)\n(1, 0, 0)\n(0, 1, 0)", tostring(mesh:points()))
    for dimensions = 2, 3 do
      local grid, third = collide.grid { dimensions = dimensions }, dimensions == 3 and 0 or nil
      grid:set({ 1, 0, third }, 5)
      grid:set({ 0, 1, third }, 5)
      local told = dimensions == 3 and "(1, 0, 0)\n(0, 1, 0)" or "(1, 0)\n(0, 1)"
      assert.equal(told, tostring(grid:cells_in(dimensions == 3 and collide.sphere { radius = 3 }
        or collide.circle { radius = 3 })))
      assert.equal(told, tostring(grid:raycast({ 0, 0, third }, { 1, 1, third }).cells))
    end
  end)

  it("is accepted like any array of the same items", function()
    local found = collide.overlap_all(collide.circle { radius = 9 }, { tile, ball })
    assert.equal(2, #collide.overlap_all(collide.circle { radius = 8 }, found))
    assert.equal(tile, collide.raycast(found, { -5, 0.5 }, { 1, 0 }).shape)
    assert.is_nil(collide.raycast({ tile, ball }, { -5, 0.5 }, { 1, 0 }, { ignore = found }))
    assert.equal("polygon points=((0, 0), (2, 0), (2, 1), (0, 1))", tostring(collide.polygon(tile:points())))
    assert.equal(2, collide.world(found):count())
  end)
end)
