-- SPDX-License-Identifier: MIT
--
-- Polygons of 30,000 corners, in a process with 512 MB of memory and two seconds. A loop over all pairs of corners
-- would take half a minute for one contact.
local limited = require("spec.support.limited")

local MAKE = [[
local COUNT = 30000
-- Strictly convex, between its ends at (-w, 0) and (w, 0), and h high above and below the middle.
local function lens(w, h, more)
  local points, half = {}, COUNT / 2
  for i = 0, COUNT - 1 do
    local t = (i < half and i or COUNT - i) / half * 2 - 1
    points[i + 1] = { w * t, (i < half and -1 or 1) * h * (1 - t * t) }
  end
  local description = { shape = "polygon", points = points }
  for key, value in pairs(more or {}) do
    description[key] = value
  end
  return c.polygon(description)
end
-- Adding 0 makes 0 of -0.
local function show(...)
  local texts = { ... }
  for i = 1, select("#", ...) do
    texts[i] = type(texts[i]) == "number" and ("%.6g"):format(texts[i] + 0) or tostring(texts[i])
  end
  print(table.concat(texts, " "))
end
-- All queries, of the pair and of one and a point.
local function ask(a, b, x, y)
  local contact, distance, on_a, on_b = a:contact(b), a:distance(b)
  show("overlap", a:overlap(b))
  if contact then
    show("depth", contact.depth, "normal", contact.normal.x, contact.normal.y, "point",
      contact.point.x, contact.point.y)
  else
    show("distance", distance, "from", on_a.x, on_a.y, "to", on_b.x, on_b.y)
  end
  show("contains", a:contains(x, y), "closest", (a:closest(x, y)))
end
]]

local function said(code)
  local printed, fine = limited.run(MAKE .. code, 2)
  assert(fine, printed)
  return printed
end

describe("all queries of two polygons of 30,000 corners take less than two seconds", function()
  it("if they touch at one corner", function()
    assert.equal("overlap true\ndepth 0 normal -1 0 point 4 0\ncontains true closest 0\n", (said([[
      local a, b = lens(4, 2), lens(4, 2, { position = { 8, 0 } })
      ask(a, b, 4, 0)
    ]]):gsub("normal %S+ %S+", "normal -1 0")))
  end)

  it("if they overlap", function()
    -- They are symmetrical about x = 3 and y = 0. Out of one another is up or down: each is
    -- 2 (1 - (3/4)^2) = 0.875 high at x = 3, and the push is shorter across the sloping sides.
    local text = said([[
      local a, b = lens(4, 2), lens(4, 2, { position = { 6, 0 } })
      ask(a, b, 3, 0.875)
    ]])
    local depth, x, y = text:match("^overlap true\ndepth (%S+) normal %S+ %S+ point (%S+) (%S+)\n")
    assert.is_true(tonumber(depth) > 1 and tonumber(depth) < 1.75, text)
    assert.is_true(math.abs(x - 3) < 1e-3 and math.abs(y) < 1e-3, text)
  end)

  it("if they do not overlap", function()
    assert.equal("overlap false\ndistance 1 from 4 0 to 5 0\ncontains false closest 2\n", said([[
      local a, b = lens(4, 2), lens(4, 2, { position = { 9, 0 } })
      ask(a, b, 6, 0)
    ]]))
  end)

  it("if they are equal, or one is in the other", function()
    -- Up or down by the height of both, less what the longest chord cuts off.
    local text = said([[
      local a = lens(4, 2)
      show(a:contact(lens(4, 2)).depth)
      show(a:contact(lens(2, 1)).depth)
    ]])
    assert.equal("4\n3\n", text)
  end)

  it("if they are rotated, mirrored and scaled", function()
    -- By a quarter of a turn the other stands upright, 2 wide and 4 high; then twice as large.
    local text = said([[
      local a = lens(4, 2)
      local b = lens(4, 2, { position = { 9, 0 }, scale = { 2, -2 }, rotation = math.pi / 2 })
      ask(a, b, 1, 1)
    ]])
    -- The turn is rounded, and so is the end that is nearest.
    text = text:gsub("to 5 %S+e%-16", "to 5 0")
    assert.equal("overlap false\ndistance 1 from 4 0 to 5 0\ncontains true closest 0\n", text)
  end)

  it("if they are as thin as a needle", function()
    assert.equal("overlap true\ndepth 0\noverlap false\n", said([[
      local a = lens(4, 2^-200)
      local b = lens(4, 2^-200, { position = { 8, 0 } })
      show("overlap", a:overlap(b))
      show("depth", a:contact(b).depth)
      show("overlap", a:overlap(lens(4, 2^-200, { position = { 0, 2^-198 + 2^-240 } })))
    ]]))
  end)

  it("if many edges of the two are exactly parallel", function()
    assert.equal("overlap true\ndepth 0\ndistance 1\n", said([[
      local a = lens(4, 2)
      local b = lens(4, 2, { position = { 0, 4 }, scale = { -1, -1 } })
      show("overlap", a:overlap(b))
      show("depth", a:contact(b).depth)
      show("distance", (a:distance(lens(4, 2, { position = { 0, -5 } }))))
    ]]))
  end)
end)
