-- SPDX-License-Identifier: MIT
-- Rays at triangles by hand: the test of Moeller and Trumbore (1997), in a loop over all triangles, or in a tree of
-- boxes, each split in the middle of its longest side. The test is rounded, so a ray may slip through an edge.
local abs, huge, min, max, floor = math.abs, math.huge, math.min, math.max, math.floor

local LEAF = 4 -- triangles

-- t where the ray meets triangle k if that is before `best`, else best. Nine numbers a triangle: a, b - a, c - a.
local function meet(corners, k, ox, oy, oz, dx, dy, dz, best)
  local at = 9 * k
  local ux, uy, uz = corners[at + 4], corners[at + 5], corners[at + 6]
  local vx, vy, vz = corners[at + 7], corners[at + 8], corners[at + 9]
  local px, py, pz = dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx
  local det = ux * px + uy * py + uz * pz
  if abs(det) < 1e-12 then return best end
  local inverse = 1 / det
  local sx, sy, sz = ox - corners[at + 1], oy - corners[at + 2], oz - corners[at + 3]
  local u = (sx * px + sy * py + sz * pz) * inverse
  if u < 0 or u > 1 then return best end
  local qx, qy, qz = sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux
  local v = (dx * qx + dy * qy + dz * qz) * inverse
  if v < 0 or u + v > 1 then return best end
  local t = (vx * qx + vy * qy + vz * qz) * inverse
  return t >= 0 and t < best and t or best
end

-- vertices and triangles flat, as collide.mesh takes them.
local function flatten(vertices, triangles)
  local corners = {}
  for k = 0, #triangles / 3 - 1 do
    local a, b, c = 3 * triangles[3 * k + 1] - 3, 3 * triangles[3 * k + 2] - 3, 3 * triangles[3 * k + 3] - 3
    for i = 1, 3 do
      corners[9 * k + i] = vertices[a + i]
      corners[9 * k + 3 + i] = vertices[b + i] - vertices[a + i]
      corners[9 * k + 6 + i] = vertices[c + i] - vertices[a + i]
    end
  end
  return corners
end

local function make_loop(vertices, triangles)
  local corners, count = flatten(vertices, triangles), #triangles / 3
  return function(ox, oy, oz, dx, dy, dz)
    local best = huge
    for k = 0, count - 1 do best = meet(corners, k, ox, oy, oz, dx, dy, dz, best) end
    return best < huge and best or nil
  end
end

-- Arrays of nodes: six numbers a box, the first triangle and how many; of an inner node the second
-- child and 0, the first child being the next node.
local function make_nodes(corners, count)
  local order, middles, boxes, first, many = {}, {}, {}, {}, {}
  for k = 0, count - 1 do
    order[k + 1] = k
    for i = 1, 3 do
      local a, u, v = corners[9 * k + i], corners[9 * k + 3 + i], corners[9 * k + 6 + i]
      middles[3 * k + i] = a + (min(0, u, v) + max(0, u, v)) / 2
    end
  end
  local function add(from, to)
    local node = #first
    first[node + 1], many[node + 1] = from, to - from + 1
    local side, longest = 1, -1
    for i = 1, 3 do
      local low, high = huge, -huge
      for j = from, to do
        local at = 9 * order[j] + i
        local a, u, v = corners[at], corners[at + 3], corners[at + 6]
        low, high = min(low, a, a + u, a + v), max(high, a, a + u, a + v)
      end
      boxes[6 * node + i], boxes[6 * node + 3 + i] = low, high
      if high - low > longest then side, longest = i, high - low end
    end
    if to - from < LEAF then return end
    local part = {}
    for j = from, to do part[#part + 1] = order[j] end
    table.sort(part, function(a, b) return middles[3 * a + side] < middles[3 * b + side] end)
    for j = from, to do order[j] = part[j - from + 1] end
    local half = floor((from + to) / 2)
    add(from, half)
    first[node + 1], many[node + 1] = #first, 0
    add(half + 1, to)
  end
  add(1, count)
  return order, boxes, first, many
end

local function make_tree(vertices, triangles)
  local corners = flatten(vertices, triangles)
  local order, boxes, first, many = make_nodes(corners, #triangles / 3)
  local stack = {}
  return function(ox, oy, oz, dx, dy, dz)
    local ix, iy, iz = 1 / dx, 1 / dy, 1 / dz
    local best, top = huge, 1
    stack[1] = 0
    while top > 0 do
      local node = stack[top]
      top = top - 1
      local at = 6 * node
      local ax, bx = (boxes[at + 1] - ox) * ix, (boxes[at + 4] - ox) * ix
      local ay, by = (boxes[at + 2] - oy) * iy, (boxes[at + 5] - oy) * iy
      local az, bz = (boxes[at + 3] - oz) * iz, (boxes[at + 6] - oz) * iz
      local enter = max(min(ax, bx), min(ay, by), min(az, bz), 0)
      if enter <= min(max(ax, bx), max(ay, by), max(az, bz), best) then
        if many[node + 1] > 0 then
          for j = first[node + 1], first[node + 1] + many[node + 1] - 1 do
            best = meet(corners, order[j], ox, oy, oz, dx, dy, dz, best)
          end
        else
          stack[top + 1], stack[top + 2] = first[node + 1], node + 1
          top = top + 2
        end
      end
    end
    return best < huge and best or nil
  end
end

return {loop = make_loop, tree = make_tree}
