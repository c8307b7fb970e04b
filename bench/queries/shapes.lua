-- SPDX-License-Identifier: MIT
-- Setters and getters of a shape. By hand a setter stores its numbers in a table, and a rotation
-- becomes a matrix.
local inputs = require("inputs")

local function numbers_drawn(count, per, low, high)
  local names, lists, drawn = { "a", "b", "c", "d" }, { P = {} }, {}
  for k = 1, per do lists[names[k]] = {} end
  for i = 1, count do
    local p = {}
    for k = 1, per do
      p[k] = inputs.random(low, high)
      lists[names[k]][i] = p[k]
    end
    lists.P[i], drawn[i] = p, p
  end
  return lists, drawn
end

local matrix = [[
  local xx, yy, zz = a * a, b * b, c * c
  local k = 2 / (xx + yy + zz + d * d)
  local xy, xz, yz, wx, wy, wz = a * b * k, a * c * k, b * c * k, a * d * k, b * d * k, c * d * k
  H.m11, H.m12, H.m13 = 1 - (yy + zz) * k, xy - wz, xz + wy
  H.m21, H.m22, H.m23 = xy + wz, 1 - (xx + zz) * k, yz - wx
  H.m31, H.m32, H.m33 = xz - wy, yz + wx, 1 - (xx + yy) * k]]

local setters = {
  { "set_position", "circle", 2, -5, 5, "H.x, H.y = a, b" },
  { "set_position", "box", 3, -5, 5, "H.x, H.y, H.z = a, b, c" },
  { "set_rotation", "polygon", 1, -3, 3, "H.c, H.s = cos(a), sin(a)" },
  { "set_rotation", "box", 4, 0.1, 1, matrix },
}

local function setter(collide, method, kind, per, low, high, hand)
  local dimensions = kind == "box" and 3 or 2
  local pool, picks = inputs.pool(dimensions, kind, true, 2), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  local lists, drawn = numbers_drawn(inputs.COUNT, per, low, high)
  local tables = {}
  for i = 1, #pool do tables[i] = {} end
  lists.S, lists.H = inputs.spread(inputs.made(collide, pool), picks), inputs.spread(tables, picks)
  local arguments = ("a, b, c, d"):sub(1, 3 * per - 2)
  local row = {
    name = method .. " of a " .. kind,
    query = method,
    with = { cos = math.cos, sin = math.sin },
    lists = lists,
    count = inputs.COUNT,
    numbers = ("S:%s(%s)"):format(method, arguments),
    tables = per > 1 and ("S:%s(P)"):format(method) or nil,
    hand = hand,
    c = { ask = method, dimensions = dimensions, pool = pool, picks = { picks }, numbers = drawn },
  }
  return row
end

local function bounds(collide)
  local pool, picks = inputs.pool(2, "polygon", true, 2), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  local shapes = inputs.made(collide, pool)
  local ask = collide.bounds
  return {
    name = "bounds of a polygon",
    query = "bounds",
    with = { ask = ask },
    lists = { S = inputs.spread(shapes, picks) },
    count = inputs.COUNT,
    numbers = "local x0, _, _, y1 = ask(S, 'numbers') sum = sum + x0 + y1",
    tables = "local low, high = ask(S) sum = sum + low.x + high.y",
    try = { numbers = function() assert(type((ask(shapes[1], "numbers"))) == "number") end },
  }
end

return function(collide, add)
  local unpack = unpack or table.unpack -- luacheck: ignore 143
  for _, s in ipairs(setters) do add(setter, collide, unpack(s)) end
  add(bounds, collide)
end
