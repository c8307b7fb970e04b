-- SPDX-License-Identifier: MIT
--
-- Worlds: their members, loops over them, and what they are asked.

local unpack = table.unpack or unpack -- luacheck: ignore 143

return function(cases, collide)
  local function scene(dimensions)
    local s = { members = {} }
    local function add(member) s.members[#s.members + 1] = member end
    for i = 1, 12 do
      if dimensions == 2 then
        add(collide.circle { radius = 1, position = { i * 1.5, 0 }, layer = i % 2 == 0 and "wall" or "door" })
      else
        add(collide.sphere { radius = 1, position = { i * 1.5, 0, 0 }, layer = i % 2 == 0 and "wall" or "door" })
      end
    end
    local grid = collide.grid { dimensions = dimensions }
    if dimensions == 2 then grid:set(0, 0, 3) else grid:set(0, 0, 0, 3) end
    add(grid)
    local part = dimensions == 2 and collide.rect { half = { 1, 1 } } or collide.box { half = { 1, 1, 1 } }
    add(collide.group { part, layer = "floor", position = dimensions == 2 and { 9, 0.5 } or { 9, 0.5, 0 } })
    if dimensions == 3 then
      add(collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, position = { 40, 0, 0 } })
    end
    s.world = collide.world(s.members)
    s.grid, s.first = grid, s.members[1]
    s.shape = dimensions == 2 and collide.circle { radius = 2, position = { 6, 0 } }
      or collide.sphere { radius = 2, position = { 6, 0, 0 } }
    s.array, s.into, s.taken = { s.shape, s.world }, {}, function(m) return m:get_layer() ~= "door" end
    return s
  end

  local function add(name, dimensions, call)
    cases.add(("world %dD: %s"):format(dimensions, name), function() return scene(dimensions) end, call)
  end

  local function listed(world)
    local list = {}
    for number, member in world:each() do list[#list + 1] = { number, tostring(member) } end
    return list
  end

  for dimensions = 2, 3 do
    local function v(x, y) return { x, y, dimensions == 3 and 0 or nil } end
    add("made", dimensions, function(s) return collide.world(s.members) end)
    add("made of descriptions", dimensions, function(s)
      return collide.world { s.first:describe(), s.members[14]:describe(), dimensions = dimensions, data = s.into }
    end)
    add("empty", dimensions, function() return collide.world() end)
    -- One change in each: what was done before memory ran out stays.
    add("add", dimensions, function(s) return s.world:add(s.shape) end)
    add("add many", dimensions, function(s)
      local a, b = s.shape:copy(), s.shape:copy()
      return s.world:add(s.first, a, b, s.shape)
    end)
    add("add what is there", dimensions, function(s) return s.world:add(s.first) end)
    add("remove", dimensions, function(s) return s.world:remove(s.first) end)
    add("remove what is not there", dimensions, function(s) return s.world:remove(s.shape) end)
    add("clear", dimensions, function(s) return s.world:clear() end)
    add("data", dimensions, function(s) s.world.data = s.into end)
    add("has", dimensions, function(s) return s.world:has(s.first), s.world:has(s.shape) end)
    add("member", dimensions, function(s) return s.world:member(2), s.world:member(99) end)
    add("count", dimensions, function(s) return s.world:count(), tostring(s.world) end)
    add("bounds", dimensions, function(s) return s.world:bounds() end)
    add("bounds in numbers", dimensions, function(s) return s.world:bounds("numbers") end)
    add("each", dimensions, function(s) return listed(s.world) end)
    add("pairs", dimensions, function(s)
      local list = {}
      for a, b in s.world:pairs { filter = function(a, b) return s.taken(a) and s.taken(b) end, touching = "skip",
        ignore = { s.grid, "floor" } } do
        list[#list + 1] = { tostring(a), tostring(b) }
      end
      return list
    end)
    add("separate", dimensions, function(s)
      return s.world:separate { only = { s.first, s.grid }, ignore = { "wall", s.shape }, iterations = 2 }
    end)
    add("pairs within", dimensions, function(s)
      local list = {}
      for a, b in s.world:pairs { within = 2 } do list[#list + 1] = { tostring(a), tostring(b) } end
      return list
    end)
    add("pairs between layers", dimensions, function(s)
      local list = {}
      for a, b in s.world:pairs { between = { "wall", "door" } } do list[#list + 1] = { tostring(a), tostring(b) } end
      return list
    end)
    for _, kind in ipairs { "raycast", "segmentcast", "linecast" } do
      for _, form in ipairs { "", "_any", "_all" } do
        local name = kind .. form
        local from, to = v(-5, 0.25), kind == "segmentcast" and v(30, 0.5) or v(1, 0.0625)
        local row = { unpack(from, 1, dimensions) }
        for i = 1, dimensions do row[dimensions + i] = to[i] end
        add(name, dimensions, function(s) return s.world[name](s.world, from, to) end)
        add(name .. " in numbers", dimensions, function(s) return s.world[name](s.world, unpack(row)) end)
        add(name .. " with choices", dimensions, function(s)
          return s.world[name](s.world, from, to, { only = { "wall", s.grid }, ignore = s.first })
        end)
        add(name .. " with a filter", dimensions, function(s)
          return s.world[name](s.world, from, to, { filter = s.taken })
        end)
        add(name .. " in an array", dimensions, function(s) return collide[name](s.array, from, to) end)
        if form ~= "_any" then
          add(name .. " into a table", dimensions, function(s)
            return collide[name](s.array, from, to, { into = s.into })
          end)
        end
      end
    end
    for _, name in ipairs { "raycast_many", "segmentcast_many" } do
      local rays = {}
      for _ = 1, 3 do
        for k = 1, dimensions do rays[#rays + 1] = k == 1 and -5 or 0.25 end
        for k = 1, dimensions do rays[#rays + 1] = k == 1 and 1 or 0.0625 end
      end
      add(name, dimensions, function(s) return s.world[name](s.world, rays) end)
      add(name .. " in an array into a table", dimensions, function(s)
        return collide[name](s.array, rays, { into = s.into, filter = s.taken })
      end)
    end
    for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all", "distance_all" } do
      add(name, dimensions, function(s) return s.world[name](s.world, s.shape) end)
      add(name .. " second", dimensions, function(s) return collide[name](s.shape, s.world) end)
      add(name .. " with a filter", dimensions, function(s)
        return collide[name](s.shape, s.world, { filter = s.taken })
      end)
      add(name .. " in an array", dimensions, function(s) return collide[name](s.first, s.array) end)
      if name ~= "overlap" then
        add(name .. " in numbers", dimensions, function(s) return collide[name](s.shape, s.world, "numbers") end)
      end
    end
    for _, name in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
      add(name, dimensions, function(s) return s.world[name](s.world, s.shape, v(6, 4)) end)
      add(name .. " with a filter", dimensions, function(s)
        return s.world[name](s.world, s.shape, v(6, 4), { filter = s.taken, only = { "wall" } })
      end)
      add(name .. " in an array", dimensions, function(s) return collide[name](s.array, s.first, v(6, 4)) end)
    end
    add("closest", dimensions, function(s) return s.world:closest(v(6, 4)) end)
    add("closest with a filter", dimensions, function(s) return s.world:closest(v(6, 4), { filter = s.taken }) end)
    add("closest in an array in numbers", dimensions, function(s)
      return collide.closest(s.array, unpack(v(6, 4), 1, dimensions))
    end)
    add("contains", dimensions, function(s)
      return s.world:contains(v(3, 0), { ignore = s.grid, only = { "wall" } })
    end)
    add("a member that moves", dimensions, function(s)
      s.first:set_position(v(100, 0))
      return s.first
    end)
  end
end
