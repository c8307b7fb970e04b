-- SPDX-License-Identifier: MIT
-- Rays, segments and lines at one shape: the first hit, and whether there is any.
local inputs = require("inputs")
local formulas = require("by_hand.casts")
local by_hand = require("by_hand.shapes")

local load = loadstring or load

local components = { "a", "b", "c", "d", "e", "f" }

-- They start a few sizes away and point into or near the shape; at a plane from above. Segments end before, in or
-- behind it.
local function draw(dimensions, cast, shape, hand)
  local center, from = shape.fields.position
  repeat
    from = inputs.vector(dimensions, 3, 12)
    for k = 1, dimensions do from[k] = from[k] + center[k] end
  until not hand.d or hand.nx * from[1] + hand.ny * from[2] + hand.nz * from[3] > hand.d
  local numbers = {}
  for k = 1, dimensions do
    numbers[k] = from[k]
    numbers[dimensions + k] = center[k] + inputs.random(-1.6, 1.6) - from[k]
  end
  local scale = cast == "segment" and inputs.random(0.6, 2) or inputs.random(0.1, 2)
  if cast == "line" and inputs.random(0, 1) < 0.5 then scale = -scale end
  -- A line into a half-space comes from infinitely far away inside; the formula has no word for it.
  if cast == "line" and hand.d then
    local rate = 0
    for k, n in ipairs({ hand.nx, hand.ny, hand.nz }) do rate = rate + n * numbers[3 + k] * scale end
    if rate > 0 then scale = -scale end
  end
  for k = 1, dimensions do
    numbers[dimensions + k] = numbers[dimensions + k] * scale + (cast == "segment" and from[k] or 0)
  end
  return numbers
end

-- The lists of one value an input: its numbers a, b, ...; its vectors P and Q, as tables.
local function lists_of(dimensions, drawn)
  local lists = { P = {}, Q = {} }
  for k = 1, 2 * dimensions do lists[components[k]] = {} end
  for i, numbers in ipairs(drawn) do
    for k, number in ipairs(numbers) do lists[components[k]][i] = number end
    lists.P[i] = { numbers[1], numbers[2], dimensions == 3 and numbers[3] or nil }
    lists.Q[i] = { numbers[dimensions + 1], numbers[dimensions + 2], dimensions == 3 and numbers[6] or nil }
  end
  return lists
end

local adds = {
  [3] = {
    numbers = "local t, nx, ny, nz, _, px, py, pz = ASK if t then sum = sum + t + nx + ny + nz + px + py + pz end",
    hand = "local t, nx, ny, nz, px, py, pz = ASK if t then sum = sum + t + nx + ny + nz + px + py + pz end",
    tables = [[
      local hit = ASK
      if hit then
        local n, p = hit.normal, hit.point
        sum = sum + hit.t + n.x + n.y + n.z + p.x + p.y + p.z
      end]],
  },
  [2] = {
    numbers = "local t, nx, ny, _, px, py = ASK if t then sum = sum + t + nx + ny + px + py end",
    hand = "local t, nx, ny, px, py = ASK if t then sum = sum + t + nx + ny + px + py end",
    tables = [[
      local hit = ASK
      if hit then
        local n, p = hit.normal, hit.point
        sum = sum + hit.t + n.x + n.y + p.x + p.y
      end]],
  },
}

local function body(dimensions, form, any, ask)
  local text = any and "if ASK then sum = sum + 1 end" or adds[dimensions][form]
  return (text:gsub("ASK", ask))
end

local function row(collide, dimensions, kind, turned, cast, any)
  local ask = cast .. "cast" .. (any and "_any" or "")
  local pool = inputs.pool(dimensions, kind, turned, 2)
  local hands, picks = by_hand.of_pool(pool), {}
  for i = 1, inputs.COUNT do picks[i] = inputs.integer(1, #pool) end
  local is_hit = load(formulas.source(dimensions, kind, turned, cast, true))()
  local unpack = unpack or table.unpack -- luacheck: ignore 143
  local drawn, at = inputs.balanced(inputs.COUNT, function(i)
    return { i = i, draw(dimensions, cast, pool[picks[i]], hands[picks[i]]) }
  end, function(input)
    return is_hit(hands[picks[input.i]], unpack(input[1]))
  end), {}
  for i, input in ipairs(drawn) do at[i] = input[1] end
  local lists = lists_of(dimensions, at)
  lists.S, lists.H = inputs.spread(inputs.made(collide, pool), picks), inputs.spread(hands, picks)
  local numbers = table.concat(components, ", ", 1, 2 * dimensions)
  return {
    name = ("%s %s%s%s"):format(ask, kind, dimensions == 2 and kind == "capsule" and " 2D" or "",
      turned and ", turned" or ""),
    query = ask,
    with = { ask = collide[ask] },
    lists = lists,
    count = inputs.COUNT,
    hand_source = formulas.source(dimensions, kind, turned, cast, any),
    fast_source = formulas.source(dimensions, kind, turned, cast, any, true),
    numbers = body(dimensions, "numbers", any, "ask(S, " .. numbers .. ")"),
    tables = body(dimensions, "tables", any, "ask(S, P, Q)"),
    hand = body(dimensions, "hand", any, "by_hand(H, " .. numbers .. ")"),
    c = { ask = ask, dimensions = dimensions, pool = pool, picks = { picks }, numbers = at },
  }
end

-- Dimensions, kind, is it turned, the cast, is only yes or no asked?
local rows = {
  { 3, "sphere", false, "ray", false },
  { 3, "box", true, "ray", false },
  { 3, "cylinder", true, "ray", false },
  { 3, "capsule", false, "ray", false },
  { 3, "triangle", false, "ray", false },
  { 3, "box", false, "ray", true },
  { 3, "sphere", false, "segment", true },
  { 2, "circle", false, "ray", false },
  { 2, "rect", true, "ray", false },
  { 2, "polygon", true, "segment", false },
  { 2, "capsule", false, "segment", false },
}

return function(collide, add)
  local unpack = unpack or table.unpack -- luacheck: ignore 143
  for _, r in ipairs(rows) do add(row, collide, unpack(r)) end
end
