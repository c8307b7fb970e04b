-- SPDX-License-Identifier: MIT
--
-- The comparisons of groups; see checks.lua, which calls this.
local collide = require("collide")
local agree = require("spec.fuzz.agree")

local finding, text = agree.finding, agree.text

return function(checks, ask, same_hit, options_for)
  -- Casts at a group are casts at the array of its parts. A part that a matrix has moved in the plane
  -- comes back as a polygon, whose faces have other names.
  local function same_part(what, group, parts, alone, hit)
    if (alone == nil) ~= (hit == nil) then finding("%s: %s and %s", what, text(alone), text(hit)) end
    if hit == nil then return end
    if hit.part ~= alone.index then finding("%s: part %s and %s", what, text(alone.index), text(hit.part)) end
    local copy = {}
    for key, value in pairs(alone) do copy[key] = value end
    copy.index, copy.shape, copy.part = nil, nil, hit.part
    local kept = group:describe().parts[hit.part].shape
    if kept ~= parts[hit.part]:describe().shape then copy.face = hit.face end
    same_hit(what, copy, hit)
  end

  -- Distances in space are right up to 1e70; a part that is told to be nearer than its bounds are may be
  -- passed over.
  local function is_measured(...)
    for i = 1, select("#", ...) do
      if math.abs((select(i, ...))) > 1e70 then return false end
    end
    return true
  end

  -- Pairs with a group are pairs with its parts: the deepest contact and the nearest part, of equal ones
  -- the first.
  local function same_pairs(group, parts, probe)
    local any, most, nearest = false, nil, nil
    for k, part in ipairs(parts) do
      local fine, answer = ask(collide.contact, part, probe)
      if not fine then -- of other dimensions
        if ask(collide.contact, group, probe) then finding("a part's contact raises, and the group's does not") end
        return
      end
      if answer[2] and (not most or answer[2].depth > most.depth) then
        most = answer[2]
        most.part = k
      end
      any = any or collide.overlap(part, probe)
      local distance = collide.distance(part, probe)
      if not nearest or distance < nearest[1] then nearest = { distance, k } end
    end
    if collide.overlap(group, probe) ~= any then finding("a group overlaps what no part does, or not") end
    local contact = collide.contact(group, probe)
    if not agree.same(contact, most) then finding("a group's contact: %s and %s", text(most), text(contact)) end
    local distance, _, _, _, _, _, _, part = collide.distance(group, probe)
    if is_measured(group:bounds("numbers")) and (distance ~= nearest[1] or part ~= nearest[2]) then
      finding("a group's distance: %s of part %s, and %s of %s", text(nearest[1]), text(nearest[2]), text(distance),
        text(part))
    end
    local other = collide.group { probe }
    if collide.overlap(group, other) ~= any then finding("a group overlaps a shape and not the group of it") end
  end

  function checks.groups(group, from, along, options)
    if type(group) == "table" then group = collide.group(group) end
    local parts = {}
    for i = 1, group:count() do parts[i] = group:part(i) end
    for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
      local own = options_for(name, options)
      local fine, hit = ask(collide[name], group, from, along, own)
      local alone_fine, alone = ask(collide[name], parts, from, along, own)
      if fine ~= alone_fine then finding("%s: one answers and the other raises", name) end
      if not fine then return end
      same_part(name .. " at a group", group, parts, alone[2], hit[2])
      local all_of = collide[name .. "_all"]
      local all, each = all_of(group, from, along, own), all_of(parts, from, along, own)
      if #all ~= #each then finding("%s_all: %d hits of %d parts", name, #all, #each) end
      for i = 1, #all do same_part(name .. "_all at a group", group, parts, each[i], all[i]) end
    end
    local inside = false
    for _, part in ipairs(parts) do inside = inside or collide.contains(part, from) end
    if collide.contains(group, from) ~= inside then finding("a group contains what no part does, or not") end
    local three = group:bounds().z
    local fine, ball = pcall(three and collide.sphere or collide.circle, { radius = 1, position = from })
    if fine then same_pairs(group, parts, ball) end
    local again = collide.group(group:describe())
    if not agree.same(again:describe(), group:describe()) then finding("a group described differs") end
    same_hit("a group described", collide.linecast(group, from, along), collide.linecast(again, from, along))
  end
end
