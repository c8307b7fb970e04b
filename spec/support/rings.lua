-- SPDX-License-Identifier: MIT
--
-- Outlines with holes, as arrays of rings: the outline, then its holes. Coordinates are whole numbers below 2^20, so
-- all arithmetic here is exact. Only the samples next to edges are rounded, by far less than their distance from them.
local outlines = require("spec.support.outlines")

local rings = {}

local turn = outlines.turn
local atan2 = math.atan2 or math.atan

local function at(points, i) return points[(i - 1) % #points + 1] end

-- Calls use(a, b, ring, number) for each edge.
local function each_edge(list, use)
  for r, ring in ipairs(list) do
    for i = 1, #ring do use(ring[i], at(ring, i + 1), r, i) end
  end
end

local function edges_of(list)
  local edges = {}
  each_edge(list, function(a, b, r, i) edges[#edges + 1] = { a, b, r, i } end)
  return edges
end

-- The name of a pair of edges, as errors have it.
local function pair_name(a, b)
  if a[3] == b[3] then return ("points %d and %d"):format(math.min(a[4], b[4]), math.max(a[4], b[4])) end
  local function name(e)
    return ("point %d of %s"):format(e[4], e[3] == 1 and "the outline" or "hole " .. (e[3] - 1))
  end
  if a[3] > b[3] then a, b = b, a end
  return name(a) .. " and " .. name(b)
end

-- Do the edges cross inside both?
function rings.cross(a, b, c, d)
  return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
end

-- The names of all pairs of edges that cross, as a set, and their number.
function rings.crossings(list)
  local edges, set, count = edges_of(list), {}, 0
  for i = 1, #edges do
    for j = i + 1, #edges do
      if rings.cross(edges[i][1], edges[i][2], edges[j][1], edges[j][2]) then
        set[pair_name(edges[i], edges[j])] = true
        count = count + 1
      end
    end
  end
  return set, count
end

-- How often the ring winds around a point that is on none of its edges.
function rings.winding(ring, p)
  local sum = 0
  for i = 1, #ring do
    local a, b = ring[i], at(ring, i + 1)
    if a[2] <= p[2] and b[2] > p[2] and turn(a, b, p) > 0 then sum = sum + 1 end
    if b[2] <= p[2] and a[2] > p[2] and turn(a, b, p) < 0 then sum = sum - 1 end
  end
  return sum
end

-- A point on each side of each part of an edge between the points that lie on it. For rings without crossings, at least
-- one of them is in each region.
function rings.samples(list)
  local edges, samples = edges_of(list), {}
  for _, e in ipairs(edges) do
    local a, b, dx, dy = e[1], e[2], e[2][1] - e[1][1], e[2][2] - e[1][2]
    local places = { 0, 1 }
    for _, other in ipairs(edges) do
      local p = other[1]
      local t = ((p[1] - a[1]) * dx + (p[2] - a[2]) * dy) / (dx * dx + dy * dy)
      if turn(a, b, p) == 0 and t > 0 and t < 1 then places[#places + 1] = t end
    end
    table.sort(places)
    for i = 1, (dx ~= 0 or dy ~= 0) and #places - 1 or 0 do
      if places[i + 1] > places[i] then
        local t = (places[i] + places[i + 1]) / 2
        for side = -1, 1, 2 do
          local far = side * 2 ^ -18
          samples[#samples + 1] = { a[1] + t * dx - far * dy, a[2] + t * dy + far * dx }
        end
      end
    end
  end
  return samples
end

-- Says whether the rings are an outline with holes: "crosses" and the names of the pairs, "flat", "winds" (so often
-- that it is none), "mixed" if a ring winds around places in both directions, or "fine" and the sum of the areas.
function rings.judge(list)
  local names, count = rings.crossings(list)
  if count > 0 then return "crosses", names end
  local samples, signs, flat, area = rings.samples(list), {}, true, 0
  for r, ring in ipairs(list) do
    for _, p in ipairs(samples) do
      local winding = rings.winding(ring, p)
      local sign = (winding > 0 and 1 or -1) * (r == 1 and 1 or -1)
      if winding ~= 0 and signs[r] and signs[r] ~= sign then return "mixed" end
      if winding ~= 0 then signs[r] = sign end
    end
    area = area + outlines.area(ring) * (signs[r] or 0)
  end
  for _, p in ipairs(samples) do
    local sum = 0
    for r, ring in ipairs(list) do sum = sum + rings.winding(ring, p) * (signs[r] or 0) end
    if sum < 0 or sum > 1 then return "winds" end
    if sum ~= 0 then flat = false end
    p.inside = sum == 1
  end
  if flat then return "flat" end
  return "fine", area, samples
end

-- The length of all edges.
function rings.length(list)
  local sum = 0
  each_edge(list, function(a, b) sum = sum + math.sqrt((b[1] - a[1]) ^ 2 + (b[2] - a[2]) ^ 2) end)
  return sum
end

function rings.text(list)
  local words = {}
  for r, ring in ipairs(list) do
    words[r] = {}
    for i = 1, math.min(#ring, 60) do words[r][i] = ("%.17g, %.17g"):format(ring[i][1], ring[i][2]) end
    words[r] = "{ " .. table.concat(words[r], ", ") .. " }"
  end
  return table.concat(words, ", ")
end

local function key(p) return ("%.17g %.17g"):format(p[1] + 0, p[2] + 0) end

-- Checks that the pieces, arrays of points, are convex, have only corners of the rings, and together are the inside:
-- their areas sum up to `area`, and each sample is in one piece exactly if it is inside.
function rings.check(list, pieces, area, samples)
  local about, known, sum = rings.text(list), {}, 0
  each_edge(list, function(p) known[key(p)] = true end)
  local sign
  for _, piece in ipairs(pieces) do
    for k, p in ipairs(piece) do
      local side = turn(p, at(piece, k + 1), at(piece, k + 2))
      sign = sign or side
      assert(known[key(p)], "a new point: " .. about)
      assert(side == sign and side ~= 0, "not convex: " .. about)
    end
    sum = sum + math.abs(outlines.area(piece))
  end
  assert(sum == area, ("the area is %g, not %g: %s"):format(sum, area, about))
  for _, p in ipairs(samples) do
    local holders = 0
    for _, piece in ipairs(pieces) do
      if rings.winding(piece, p) ~= 0 then holders = holders + 1 end
    end
    assert(holders == (p.inside and 1 or 0), ("%d pieces have %.17g, %.17g: %s"):format(holders, p[1], p[2], about))
  end
end

-- ---- The fewest pieces -----------------------------------------------------------------

local function direction(a, b) return { b[1] - a[1], b[2] - a[2] } end

local function side(a, b) return a[1] * b[2] - a[2] * b[1] end

-- The angle from a to b counterclockwise, from 0 to a full turn.
local function angle(a, b)
  local turned = atan2(side(a, b), a[1] * b[1] + a[2] * b[2])
  return turned > 0 and turned or turned + 2 * math.pi
end

-- The corners, as an array of {point, from, to}: the inside lies from direction `from` counterclockwise to `to`.
local function corners_of(list)
  local corners, edges = {}, edges_of(list)
  for _, e in ipairs(edges) do
    local from, to = direction(e[1], e[2]), nil
    for _, other in ipairs(edges) do
      if key(other[2]) == key(e[1]) then
        local back = direction(other[2], other[1])
        if not to or angle(from, back) < angle(from, to) then to = back end
      end
    end
    corners[#corners + 1] = { e[1], from, to }
  end
  return corners
end

-- The segments between corners that lie inside and pass through no corner, as an array of {a, b}.
local function diagonals_of(list, corners)
  local diagonals, seen = {}, {}
  for _, p in ipairs(corners) do
    for _, q in ipairs(corners) do
      local a, b = p[1], q[1]
      local d = direction(a, b)
      local name = key(a) .. " " .. key(b)
      local fits = key(a) < key(b) and not seen[name] and angle(p[2], d) < angle(p[2], p[3])
      each_edge(list, function(c, e)
        if rings.cross(a, b, c, e) then fits = false end
        local along = direction(a, c)
        local t = along[1] * d[1] + along[2] * d[2]
        if turn(a, b, c) == 0 and t > 0 and t < d[1] * d[1] + d[2] * d[2] then fits = false end
      end)
      if fits then
        seen[name] = true
        diagonals[#diagonals + 1] = { a, b }
      end
    end
  end
  return diagonals
end

-- The fewest convex pieces of rings with the inside on their left, whose edges only touch at corners. The inside has
-- `regions` connected parts. Tries all sets of diagonals: one more splits a region in two, or joins two borders.
function rings.least(list, regions)
  local corners = corners_of(list)
  local diagonals, chosen, best = diagonals_of(list, corners), {}, math.huge

  -- A concave angle that is left at a corner: its corner, and the directions where it begins and ends.
  local function find_concave()
    for _, corner in ipairs(corners) do
      local p, from, to = corner[1], corner[2], corner[3]
      local rays = { from, to }
      for _, d in ipairs(chosen) do
        local ray = key(d[1]) == key(p) and direction(p, d[2]) or key(d[2]) == key(p) and direction(p, d[1])
        if ray and angle(from, ray) < angle(from, to) then rays[#rays + 1] = ray end
      end
      table.sort(rays, function(a, b)
        return (a == from and 0 or angle(from, a)) < (b == from and 0 or angle(from, b))
      end)
      for i = 1, #rays - 1 do
        if side(rays[i], rays[i + 1]) < 0 then return p, rays[i], rays[i + 1] end
      end
    end
  end

  -- How many borders the chosen diagonals join.
  local function count_joined()
    local up, joined = {}, 0
    local function top(k)
      while up[k] do k = up[k] end
      return k
    end
    local function join(a, b)
      a, b = top(key(a)), top(key(b))
      if a ~= b then up[a] = b end
      return a ~= b
    end
    each_edge(list, join)
    for _, d in ipairs(chosen) do joined = joined + (join(d[1], d[2]) and 1 or 0) end
    return joined
  end

  local function try()
    if regions + #chosen - (#list - 1) >= best then return end
    local p, from, to = find_concave()
    if not p then
      best = math.min(best, regions + #chosen - count_joined())
      return
    end
    for _, d in ipairs(diagonals) do
      local ray = key(d[1]) == key(p) and direction(p, d[2]) or key(d[2]) == key(p) and direction(p, d[1])
      if ray and angle(from, ray) < angle(from, to) then
        local free = true
        for _, other in ipairs(chosen) do free = free and not rings.cross(d[1], d[2], other[1], other[2]) end
        if free then
          chosen[#chosen + 1] = d
          try()
          chosen[#chosen] = nil
        end
      end
    end
  end
  try()
  return best
end

-- ---- Random rings ----------------------------------------------------------------------

-- The rings around the cells of a set, with the cells on their left. `full[y * width + x]` is true for a cell of the
-- set. Where two cells touch at a corner, `pick` decides how the rings go on. `with_units`: each unit has a point.
function rings.trace(width, height, full, pick, with_units)
  local function is_full(x, y) return x >= 0 and y >= 0 and x < width and y < height and full[y * width + x] end
  local starts, keys, list = {}, {}, {}
  local function add(x, y, dx, dy)
    local k = y * (width + 1) + x
    if not starts[k] then
      starts[k] = {}
      keys[#keys + 1] = k
    end
    table.insert(starts[k], { x, y, dx, dy })
  end
  for y = 0, height - 1 do
    for x = 0, width - 1 do
      if is_full(x, y) then
        if not is_full(x, y - 1) then add(x, y, 1, 0) end
        if not is_full(x + 1, y) then add(x + 1, y, 0, 1) end
        if not is_full(x, y + 1) then add(x + 1, y + 1, -1, 0) end
        if not is_full(x - 1, y) then add(x, y + 1, 0, -1) end
      end
    end
  end
  for _, k in ipairs(keys) do
    while #starts[k] > 0 do
      local steps, ring, place = {}, {}, k
      repeat
        local step = table.remove(starts[place], pick(#starts[place]))
        steps[#steps + 1] = step
        place = (step[2] + step[4]) * (width + 1) + step[1] + step[3]
      until place == k and (#starts[k] == 0 or pick(2) == 1)
      for i, step in ipairs(steps) do
        local before = at(steps, i - 1)
        if with_units or before[3] ~= step[3] or before[4] ~= step[4] then ring[#ring + 1] = { step[1], step[2] } end
      end
      list[#list + 1] = ring
    end
  end
  return list
end

-- Joins holes to the outline by bridges, and adds spikes, where these cross nothing.
local function add_bridges(list, pick)
  local function is_free(a, b)
    local free = true
    each_edge(list, function(c, d) free = free and not rings.cross(a, b, c, d) end)
    return free
  end
  for _ = 1, pick(4) - 1 do
    local outline, i = list[1], pick(#list[1])
    local a, added = outline[i], {}
    if #list > 1 and pick(3) > 1 then
      local h = 1 + pick(#list - 1)
      local k = pick(#list[h])
      if is_free(a, list[h][k]) then
        local hole = table.remove(list, h)
        for j = k, k + #hole do added[#added + 1] = at(hole, j) end
        added[#added + 1] = a
      end
    else
      local b = { a[1] + 2 * (pick(5) - 3), a[2] + 2 * (pick(5) - 3) }
      if is_free(a, b) then added = { b, a } end
    end
    for j = #added, 1, -1 do table.insert(outline, i + 1, added[j]) end
  end
end

-- A random outline with holes around cells of a small grid, or nil. It touches itself, has points in line, repeated
-- points, spikes and bridges, any winding and any first points, and may be sheared.
function rings.random(pick)
  local width, height, full, dense = 1 + pick(5), 1 + pick(5), {}, 4 + pick(5)
  for c = 0, width * height - 1 do full[c] = pick(10) <= dense end
  local traced, list = rings.trace(width, height, full, pick, pick(2) == 1), {}
  for _, ring in ipairs(traced) do
    for _, p in ipairs(ring) do p[1], p[2] = 2 * p[1], 2 * p[2] end
    if outlines.area(ring) > 0 and (not list[1] or pick(2) == 1) then list[1] = ring end
  end
  if not list[1] then return nil end
  for _, ring in ipairs(traced) do
    if outlines.area(ring) < 0 then
      list[#list + 1] = ring
      if rings.judge(list) ~= "fine" then list[#list] = nil end
    end
  end
  if pick(3) == 1 then add_bridges(list, pick) end
  if pick(3) == 1 then
    for _, ring in ipairs(list) do
      local i = pick(#ring)
      table.insert(ring, i, { ring[i][1], ring[i][2] })
    end
  end
  local xx, xy, yx, yy = 1, 0, 0, 1
  if pick(3) == 1 then xx, xy, yx, yy = pick(7) - 4, pick(7) - 4, pick(7) - 4, pick(7) - 4 end
  if xx * yy == xy * yx then return nil end
  for k, ring in ipairs(list) do
    local moved, first = {}, pick(#ring)
    for i = 1, #ring do
      local p = at(ring, first + i)
      moved[i] = { xx * p[1] + xy * p[2], yx * p[1] + yy * p[2] }
    end
    list[k] = pick(2) == 1 and outlines.reversed(moved) or moved
  end
  return list
end

-- Random rings on a small grid, which mostly cross.
function rings.tangle(pick)
  local list, size = {}, ({ 3, 4, 6 })[pick(3)]
  for r = 1, ({ 1, 1, 2, 3 })[pick(4)] do
    list[r] = {}
    for i = 1, 2 + pick(r == 1 and 8 or 3) do list[r][i] = { pick(size), pick(size) } end
  end
  if pick(2) == 1 then list[1] = { { 0, 0 }, { size + 1, 0 }, { size + 1, size + 1 }, { 0, size + 1 } } end
  return list
end

return rings
