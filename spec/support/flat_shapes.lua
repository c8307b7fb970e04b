-- SPDX-License-Identifier: MIT
--
-- Functions for specs of shapes of the plane.
local flat_shapes = {}

-- An object that answers by name, and breaks at anything else.
function flat_shapes.object(x, y, z)
  local parts = { x = x, y = y, z = z }
  return setmetatable({}, {
    __index = function(_, key)
      assert(type(key) == "string", "indexed by number")
      return parts[key]
    end,
  })
end

function flat_shapes.bounds_of(shape)
  local low, high = shape:bounds()
  assert(low.z == nil and high.z == nil)
  return { low.x, low.y, high.x, high.y }
end

-- One of each way to tell a shape.
flat_shapes.descriptions = {
  { shape = "circle", radius = 0.1 },
  { shape = "circle", radius = 0, position = { 1e-300, -3 } },
  { shape = "circle", radius = 1, position = { 0.1, 1 / 3 }, rotation = 0.1, scale = -0.7, hollow = true },
  { shape = "rect", half = { 1, 0.1 } },
  { shape = "rect", size = { 1 / 3, 0.1 }, rotation = 0.3 },
  { shape = "rect", min = { 0.1, -2 }, max = { 0.3, -2 }, hollow = true },
  { shape = "polygon", points = { { 0.1, 0 }, { 2, 1 / 3 }, { 0.7, 1 } } },
  { shape = "polygon", points = { { 0, 0 }, { 0, 2 }, { 1, 2 }, { 2, 2 }, { 2, 0 } },
    rotation = -2, scale = { 3, -0.1 } },
  { shape = "triangle", points = { { 0.1, 0 }, { 2, 1 / 3 }, { 0.7, 1 } }, scale = { 0.1, 3 } },
  { shape = "triangle", points = { { 1, 2 }, { 1, 2 }, { 1, 2 } } },
  { shape = "segment", points = { { 0.1, 0 }, { 2, 1 / 3 } }, rotation = 1 },
  { shape = "capsule", a = { 0.1, 0 }, b = { 2, 1 / 3 }, radius = 0.7, scale = 3 },
  { shape = "capsule", radius = 0.7, half_height = 1 / 3, position = { 0, 0 } },
  { shape = "capsule", radius = 0.7, half_height = 1 / 3, position = { 0.1, 2 }, rotation = 4, scale = 2 },
  { shape = "plane", normal = { 0.1, 0.2 }, distance = -1 / 3 },
  { shape = "plane", normal = { 0.1, 0.2 }, distance = -1 / 3, position = { 0.1, 3 }, rotation = 2, scale = { 2, 3 } },
}

return flat_shapes
