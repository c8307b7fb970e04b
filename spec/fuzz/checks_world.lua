-- SPDX-License-Identifier: MIT
--
-- The comparisons of worlds; see checks.lua, which calls this.
local collide = require("collide")
local agree = require("spec.fuzz.agree")

local finding, text = agree.finding, agree.text

return function(checks, ask, options_for)
  -- Members that are shapes, each once: the world makes others of descriptions.
  local function made(members)
    local list, known = {}, {}
    for _, member in ipairs(members) do
      if type(member) == "table" then
        local shape = member.shape
        member = (shape == "group" and collide.group or shape == "mesh" and collide.mesh or collide[shape])(member)
      end
      if not known[member] then
        known[member] = true
        list[#list + 1] = member
      end
    end
    return list
  end

  local function same_answer(what, array, world)
    if array.n ~= world.n then finding("%s: %d and %d values", what, array.n, world.n) end
    for i = 1, array.n do
      if not agree.same(array[i], world[i]) then
        finding("%s of the array is %s, of the world %s", what, text(array[i]), text(world[i]))
      end
    end
  end

  -- A world answers as the array of its members. What is not near it does not ask, so it may answer
  -- where the array raises.
  function checks.worlds(members, from, along, options)
    members = made(members)
    for _, member in ipairs(members) do -- beyond that, yes and no are not exact
      local fine, fields = pcall(function() return member:describe() end)
      if fine and not agree.ordinary(fields) then return end
    end
    local world, list = collide.world(), {}
    for i = 1, #members do list[i] = members[i] end
    if not pcall(world.add, world, agree.unpack(members, 1, #members)) then return end
    local function both(name, ...)
      local fine, array = ask(collide[name], list, ...)
      local answers, other = ask(collide[name], world, ...)
      if fine and not answers then finding("%s: the array answers and the world raises", name) end
      if fine then same_answer(name, array, other) end
    end
    for _, kind in ipairs { "raycast", "segmentcast", "linecast" } do
      local own = options_for(kind, options)
      for _, form in ipairs { "", "_any", "_all" } do both(kind .. form, from, along, own) end
    end
    both("contains", from)
    both("closest", from)
    for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all" } do
      both(name, from)
    end
    both("distance_all", from, { max = 4 }) -- all cells of a grid can take a GB
    local expected, found, possible = {}, {}, true
    for i = 1, #list do
      for k = i + 1, #list do
        local fine, answer = ask(collide.overlap, list[i], list[k])
        possible = possible and fine
        if fine and answer[2] == true then expected[#expected + 1] = i .. "," .. k end
      end
    end
    if not possible then return end
    local place = {}
    for i, member in ipairs(list) do place[member] = i end
    for a, b in world:pairs() do found[#found + 1] = place[a] .. "," .. place[b] end
    if table.concat(found, " ") ~= table.concat(expected, " ") then
      finding("pairs: %s, and %s", table.concat(expected, " "), table.concat(found, " "))
    end
  end
end
