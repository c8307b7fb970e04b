-- SPDX-License-Identifier: MIT
-- Triangles against boxes in space, and against rects in the plane.
local inputs = require("inputs")
local by_hand = require("by_hand.shapes")
local solids = require("by_hand.solids")
local fresh = require("by_hand.fresh")

local function row(collide, query, dimensions)
  local other = dimensions == 3 and "box" or "rect"
  local few = inputs.pool(dimensions, "triangle", true, 1)
  local many = inputs.pool(dimensions, other, false, 2.5, 2 * inputs.POOL)
  local few_by_hand, many_by_hand = by_hand.of_pool(few), by_hand.of_pool(many)
  local test = solids.overlap["triangle_" .. other]
  local drawn = inputs.balanced(inputs.COUNT, function()
    return { inputs.integer(1, #few), inputs.integer(1, #many) }
  end, function(pick)
    return test(few_by_hand[pick[1]], many_by_hand[pick[2]])
  end)
  local first, second, place, all = {}, {}, {}, {}
  for i, pick in ipairs(drawn) do first[i], second[i], place[i] = pick[1], pick[2], #few + pick[2] end
  for _, shape in ipairs(few) do all[#all + 1] = shape end
  for _, shape in ipairs(many) do all[#all + 1] = shape end
  return {
    name = query == "overlap" and "overlap triangle " .. other or query,
    query = query,
    with = { ask = collide[query] },
    lists = {
      A = inputs.spread(inputs.made(collide, few), first), B = inputs.spread(inputs.made(collide, many), second),
      HA = inputs.spread(few_by_hand, first), HB = inputs.spread(many_by_hand, second),
    },
    count = inputs.COUNT,
    numbers = "if ask(A, B) then sum = sum + 1 end",
    hand = "if by_hand(HA, HB) then sum = sum + 1 end",
    hand_source = fresh("solids", "overlap", "triangle_" .. other),
    c = { ask = query, dimensions = dimensions, pool = all, picks = { first, place } },
  }
end

return function(collide, add)
  add(row, collide, "overlap", 3)
end
