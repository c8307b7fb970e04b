-- SPDX-License-Identifier: MIT
-- A point and a shape: contains, closest, the region of a triangle.
local inputs = require("inputs")
local by_hand = require("by_hand.shapes")
local formulas = require("by_hand.pairs")
local solids = require("by_hand.solids")
local fresh = require("by_hand.fresh")

local family = { rect = "rect", triangle = "polygon" }

local bodies = {
  contains = {
    numbers = "if ask(S, POINT) then sum = sum + 1 end",
    tables = "if ask(S, P) then sum = sum + 1 end",
    hand = "if by_hand(H, POINT) then sum = sum + 1 end",
  },
  closest = {
    numbers = "local d, x, y = ask(S, POINT) sum = sum + d + x + y",
    tables = "local d, p = ask(S, P) sum = sum + d + p.x + p.y",
    hand = "local d, x, y = by_hand(H, POINT) sum = sum + d + x + y",
  },
  triangle_region = {
    numbers = "sum = sum + ask(S, POINT)",
    tables = "sum = sum + ask(S, P)",
    hand = "sum = sum + by_hand(H, POINT)",
  },
}

local function row(collide, query, dimensions, kind, turned)
  local pool = inputs.pool(dimensions, kind, turned, 2)
  local hands, picks = by_hand.of_pool(pool), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  local module = dimensions == 3 and solids or formulas
  local test = module.contains[family[kind] or kind]
  local drawn = inputs.balanced(inputs.COUNT, function(i)
    local p = { i = i }
    for k = 1, dimensions do p[k] = pool[picks[i]].fields.position[k] + inputs.random(-2, 2) end
    return p
  end, function(p)
    return test(hands[picks[p.i]], p[1], p[2], p[3])
  end)
  local lists = { a = {}, b = {}, c = {}, P = {}, S = inputs.spread(inputs.made(collide, pool), picks),
    H = inputs.spread(hands, picks) }
  for i, p in ipairs(drawn) do
    lists.a[i], lists.b[i], lists.c[i] = p[1], p[2], p[3]
    p.i, lists.P[i] = nil, p
  end
  local result = {
    name = ("%s %s%s%s"):format(query, kind, dimensions == 2 and kind == "capsule" and " 2D" or "",
      turned and dimensions == 3 and ", turned" or ""),
    query = query,
    with = { ask = collide[query] },
    lists = lists,
    count = inputs.COUNT,
    hand_source = dimensions == 3 and fresh("solids", query, kind)
      or fresh(query == "triangle_region" and "solids" or "pairs", query, family[kind] or kind),
    c = { ask = query, dimensions = dimensions, pool = pool, picks = { picks }, numbers = drawn },
  }
  for form, text in pairs(bodies[query]) do
    result[form] = text:gsub("POINT", dimensions == 3 and "a, b, c" or "a, b")
  end
  return result
end

return function(collide, add)
  add(row, collide, "contains", 2, "polygon", true)
  add(row, collide, "contains", 3, "box", true)
  add(row, collide, "closest", 2, "rect", true)
  add(row, collide, "triangle_region", 2, "triangle", true)
end
