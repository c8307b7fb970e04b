-- SPDX-License-Identifier: MIT
-- Setters and getters of a shape. By hand a setter stores what it is given in a table, and a rotation
-- is worked out as a matrix; what a getter returns was worked out before.
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
  { "set_position", "sphere", 3, -5, 5, "H.x, H.y, H.z = a, b, c" },
  { "set_position", "box", 3, -5, 5, "H.x, H.y, H.z = a, b, c" },
  { "set_rotation", "rect", 1, -3, 3, "H.c, H.s = cos(a), sin(a)" },
  { "set_rotation", "polygon", 1, -3, 3, "H.c, H.s = cos(a), sin(a)" },
  { "set_rotation", "box", 4, 0.1, 1, matrix },
  { "set_scale", "rect", 2, 0.5, 2, "H.sx, H.sy = a, b" },
  { "set_scale", "box", 3, 0.5, 2, "H.sx, H.sy, H.sz = a, b, c" },
}

local function setter(collide, method, kind, per, low, high, hand)
  local dimensions = (kind == "box" or kind == "sphere") and 3 or 2
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
    limits = { lua = 0, luajit = 0, nojit = 0 },
    c = { ask = method, dimensions = dimensions, pool = pool, picks = { picks }, numbers = drawn },
  }
  return row
end

local function set_transform(collide)
  local lists = { P = {} }
  for i = 1, inputs.COUNT do
    local m = {}
    lists.P[i] = m
    for k = 1, 16 do m[k] = k % 5 == 1 and 1 or k % 4 == 0 and 0 or inputs.random(-0.3, 0.3) end
  end
  local pool, picks = inputs.pool(3, "box", false, 2), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  lists.S = inputs.spread(inputs.made(collide, pool), picks)
  return {
    name = "set_transform of a box", query = "set_transform", lists = lists, count = inputs.COUNT,
    tables = "S:set_transform(P)",
  }
end

local getters = {
  { "bounds", 2, "polygon", "local low, high = ask(S%s) sum = sum + low.x + high.y",
    "local x0, _, _, y1 = ask(S, 'numbers') sum = sum + x0 + y1" },
  { "bounds", 3, "sphere", "local low, high = ask(S%s) sum = sum + low.x + high.y",
    "local x0, _, _, _, y1 = ask(S, 'numbers') sum = sum + x0 + y1" },
  { "normal", 3, "triangle", "local n = ask(S) sum = sum + n.x + n.y",
    "local x, y = ask(S, 'numbers') sum = sum + x + y" },
  { "edges", 3, "triangle", "local a, b = ask(S) sum = sum + a.x + b.y",
    "local x, _, _, _, y = ask(S, 'numbers') sum = sum + x + y" },
  { "edge_normals", 2, "triangle", "local a, b = ask(S) sum = sum + a.x + b.y",
    "local x, _, _, y = ask(S, 'numbers') sum = sum + x + y" },
}

local function getter(collide, name, dimensions, kind, tables, numbers)
  local pool, picks = inputs.pool(dimensions, kind, true, 2), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  local shapes = inputs.made(collide, pool)
  local ask = collide[name]
  return {
    name = name .. " of a " .. kind,
    query = name,
    with = { ask = ask },
    lists = { S = inputs.spread(shapes, picks) },
    count = inputs.COUNT,
    numbers = numbers,
    tables = tables:gsub("%%s", ""),
    try = { numbers = function() assert(type((ask(shapes[1], "numbers"))) == "number") end },
  }
end

local function project(collide)
  local pool, picks = inputs.pool(2, "polygon", true, 2), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  local lists, drawn = numbers_drawn(inputs.COUNT, 2, 0.1, 1)
  local hands = require("by_hand.shapes").of_pool(pool)
  lists.S, lists.H = inputs.spread(inputs.made(collide, pool), picks), inputs.spread(hands, picks)
  return {
    name = "project of a polygon",
    query = "project",
    with = { ask = collide.project },
    lists = lists,
    count = inputs.COUNT,
    numbers = "local low, high = ask(S, a, b) sum = sum + low + high",
    tables = "local low, high = ask(S, P) sum = sum + low + high",
    hand = [[
      local low = a * H[1] + b * H[2]
      local high = low
      for k = 3, 2 * H.n, 2 do
        local x = a * H[k] + b * H[k + 1]
        if x < low then low = x elseif x > high then high = x end
      end
      sum = sum + low + high]],
    c = { ask = "project", dimensions = 2, pool = pool, picks = { picks }, numbers = drawn },
  }
end

return function(collide, add)
  local unpack = unpack or table.unpack -- luacheck: ignore 143
  for _, s in ipairs(setters) do add(setter, collide, unpack(s)) end
  add(set_transform, collide)
  for _, g in ipairs(getters) do add(getter, collide, unpack(g)) end
  add(project, collide)
end
