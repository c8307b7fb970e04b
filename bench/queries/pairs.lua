-- SPDX-License-Identifier: MIT
-- Two shapes of the plane: overlap, contact, distance.
local inputs = require("inputs")
local by_hand = require("by_hand.shapes")
local formulas = require("by_hand.pairs")
local level = require("by_hand.level")
local fresh = require("by_hand.fresh")

local is_polygon = { rect = true, polygon = true, triangle = true, level = true }

-- The module and the name of the formula of two kinds; rects have some of their own, and are polygons to
-- the rest. A level rect is one that is not turned.
local function formula(query, a, b)
  local own = a .. "_" .. b
  if level[query][own] then return "level", own end
  if formulas[query][own] then return "pairs", own end
  return "pairs", (is_polygon[a] and "polygon" or a) .. "_" .. (is_polygon[b] and "polygon" or b)
end

local function pool(kind, ...)
  local is_level = kind == "level"
  return inputs.pool(2, is_level and "rect" or kind, not is_level, ...)
end

local function name_of(query, a, b)
  local name = ("%s %s %s"):format(query, a, b):gsub("level", "rect")
  return b == "level" and name .. ", level" or name
end

-- Normals and nearest points may differ where several will do, so they are used, but add the same
-- whichever they are.
local bodies = {
  overlap = {
    numbers = "if ask(A, B) then sum = sum + 1 end",
    hand = "if by_hand(HA, HB) then sum = sum + 1 end",
  },
  contact = {
    numbers = "local nx, ny, depth = ask(A, B, 'numbers') if nx then sum = sum + depth + nx * nx + ny * ny end",
    tables = "local hit = ask(A, B) if hit then local n = hit.normal sum = sum + hit.depth + n.x * n.x + n.y * n.y end",
    hand = "local nx, ny, depth = by_hand(HA, HB) if nx then sum = sum + depth + nx * nx + ny * ny end",
  },
  distance = {
    numbers = "local d, ax, ay, bx, by = ask(A, B, 'numbers') sum = sum + d + (ax + ay + bx + by) * 0",
    tables = "local d, a, b = ask(A, B) sum = sum + d + (a.x + a.y + b.x + b.y) * 0",
    hand = "local d, ax, ay, bx, by = by_hand(HA, HB) sum = sum + d + (ax + ay + bx + by) * 0",
  },
}

local function hand_source(query, a, b)
  local module, name = formula(query, a, b)
  return fresh(module, query, name)
end

-- Some of a kind beside more of the other; which meets which is drawn, half of them yes.
local function row(collide, query, a, b)
  local few, many = pool(a, 1), pool(b, 3, 2 * inputs.POOL)
  local few_by_hand, many_by_hand = by_hand.of_pool(few), by_hand.of_pool(many)
  local module, test_name = formula("overlap", a, b)
  local test = (module == "level" and level or formulas).overlap[test_name]
  local drawn = inputs.balanced(inputs.COUNT, function()
    return { inputs.integer(1, #few), inputs.integer(1, #many) }
  end, function(pick)
    return test(few_by_hand[pick[1]], many_by_hand[pick[2]])
  end)
  local first, second, all, place = {}, {}, {}, {}
  for i, pick in ipairs(drawn) do first[i], second[i], place[i] = pick[1], pick[2], #few + pick[2] end
  for _, shape in ipairs(few) do all[#all + 1] = shape end
  for _, shape in ipairs(many) do all[#all + 1] = shape end
  local shapes, others = inputs.made(collide, few), inputs.made(collide, many)
  local ask = collide[query]
  return {
    name = name_of(query, a, b),
    query = query,
    with = { ask = ask },
    lists = {
      A = inputs.spread(shapes, first), B = inputs.spread(others, second),
      HA = inputs.spread(few_by_hand, first), HB = inputs.spread(many_by_hand, second),
    },
    count = inputs.COUNT,
    numbers = bodies[query].numbers,
    tables = bodies[query].tables,
    hand = bodies[query].hand,
    try = query ~= "overlap" and { numbers = function() return ask(shapes[1], others[1], "numbers") end } or nil,
    hand_source = hand_source(query, a, b),
    c = { ask = query, dimensions = 2, pool = all, picks = { first, place } },
  }
end

-- A level rect is one that is not turned.
local rows = {
  { "overlap", "circle", "circle" },
  { "overlap", "circle", "level" },
  { "overlap", "rect", "rect" },
  { "overlap", "polygon", "capsule" },
  { "contact", "circle", "rect" },
  { "contact", "level", "level" },
  { "contact", "rect", "rect" },
  { "contact", "capsule", "capsule" },
  { "distance", "circle", "polygon" },
}

return function(collide, add)
  for _, r in ipairs(rows) do add(row, collide, r[1], r[2], r[3]) end
end
