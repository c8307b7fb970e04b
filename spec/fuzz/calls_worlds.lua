-- SPDX-License-Identifier: MIT
--
-- Worlds: part of spec/fuzz/calls.lua, whose table it fills. What it is given besides makes calls that may answer
-- in numbers, and draws options that select members and the names of layers. Returns what draws a world alone.
return function(calls, or_numbers, selection, name_layer)
  local function world_alone(d) return { d:world() } end

  calls.module.world = function(d)
    local members = d:world_members(d.dim)
    if d:chance(20) then members = members .. ", dimensions = " .. d:leaf("number", d.dim) end
    if d:chance(10) then members = "data = 1, " .. members end
    return { d:leaf("table", "{ " .. members .. " }") }, { kind = "world", dim = d.dim }
  end
  calls.world.add = function(d)
    local list = { d:world() }
    for i = 1, d.random:pick(3) do list[i + 1] = d:member(d.dim) end
    return list
  end
  calls.world.remove = function(d) return { d:world(), d:member(d.dim) } end
  calls.world.has = calls.world.remove
  calls.world.member = function(d)
    return { d:world(), d:leaf("number", d:of { "1", "1", "2", "3", "0", "99", "2^31", "1.5" }) },
      { kind = "shape", dim = d.dim }
  end
  calls.world.count, calls.world.clear = world_alone, world_alone
  calls.world.bounds = or_numbers(world_alone)
  calls.world.each = world_alone
  calls.world.separate = function(d)
    return { d:world(), ("{ only = %s, iterations = %s }"):format(name_layer(d), d:leaf("number", "3")) }
  end
  calls.module.separate = calls.world.separate
  calls.world.pairs = function(d)
    local arguments = { d:world() }
    if d:chance(50) then
      local list = selection(d, {}, d.dim)
      for i, option in ipairs(list) do -- a filter is given both
        list[i] = option:gsub("function%(m%)", "function(_, m)")
      end
      if d:chance(30) then list[#list + 1] = "touching = " .. d:leaf("string", '"skip"') end
      if d:chance(20) then list[#list + 1] = "within = " .. d:leaf("number", "1.5") end
      if d:chance(30) then
        list[#list + 1] = ("between = { %s, %s }"):format(name_layer(d), name_layer(d))
      end
      arguments[2] = d:fields(list)
    end
    return arguments
  end
  calls.world.closest, calls.world.contains = calls.module.closest, calls.module.contains

  return world_alone
end
