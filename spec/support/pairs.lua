-- SPDX-License-Identifier: MIT
--
-- Short constructors for shapes of the plane, and assertions about their contacts.
local collide = require("collide")
local assert = require("luassert")

local pairs_of = {}

function pairs_of.circle(x, y, radius) return collide.circle { radius = radius, position = { x, y } } end

function pairs_of.rect(x, y, half_x, half_y, rotation)
  return collide.rect { half = { half_x, half_y }, position = { x, y }, rotation = rotation }
end

function pairs_of.plane(x, y, distance) return collide.plane { normal = { x, y }, distance = distance } end

local function assert_close(expected, got, most)
  assert.is_true(math.abs(got - expected) <= (most or 1e-15), ("%.17g, not %.17g"):format(got, expected))
end
pairs_of.assert_close = assert_close

-- For what moves, which is placed to rounding of its way.
function pairs_of.near(a, b, slack) assert_close(b, a, slack or 1e-12) end

-- nx, ny, depth and, if they are given, px, py.
function pairs_of.assert_contact(a, b, nx, ny, depth, px, py)
  local contact = assert(collide.contact(a, b))
  assert_close(nx, contact.normal.x)
  assert_close(ny, contact.normal.y)
  if depth ~= math.huge then assert_close(depth, contact.depth, 4e-15 * depth) end
  assert.equal(depth == math.huge, contact.depth == math.huge)
  if px then
    assert_close(px, contact.point.x, 4e-15 * math.max(1, math.abs(px)))
    assert_close(py, contact.point.y, 4e-15 * math.max(1, math.abs(py)))
  end
end

-- Moving apart by the contact's normal and depth takes `depth`; where several directions are equally short,
-- any of them will do. Exchanging the shapes negates the normal and changes nothing else.
function pairs_of.assert_parted(a, b, depth)
  local contact = assert(collide.contact(a, b))
  assert_close(1, contact.normal.x ^ 2 + contact.normal.y ^ 2, 4e-16)
  assert_close(depth, contact.depth)
  local mirrored = collide.contact(b, a)
  assert.equal(contact.depth, mirrored.depth)
  assert.is_true(contact.normal.x == -mirrored.normal.x and contact.normal.y == -mirrored.normal.y)
  assert.same(contact.point, mirrored.point)
  return contact
end

return pairs_of
