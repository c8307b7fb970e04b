-- SPDX-License-Identifier: MIT
-- The visible faces of blocks, as meshes of 16 by 16 columns each. Corners are darker where blocks meet, and where a
-- ray to the sun hits a block.
local tiles = require("blocks_tiles")

local blocks_mesh = {}
blocks_mesh.__index = blocks_mesh

local side, far = 16, 4096 -- of a chunk; above and below all blocks
local floor, max, min, sqrt = math.floor, math.max, math.min, math.sqrt

blocks_mesh.format = {
  { "VertexPosition", "float", 3 },
  { "VertexTexCoord", "float", 2 },
  { "VertexColor", "byte", 4 }, -- the light of the sun, and that of the sky
}

local length = sqrt(0.45 * 0.45 + 0.8 * 0.8 + 0.5 * 0.5)
local sun = { 0.45 / length, 0.8 / length, 0.5 / length }
blocks_mesh.sun = sun
local shadow = 24 -- how far a block's shadow is looked for

-- The six faces: the normal, two edges from the corner at `from`, counterclockwise from outside.
local faces = {
  { n = { 1, 0, 0 }, u = { 0, 0, -1 }, v = { 0, 1, 0 }, from = { 1, 0, 1 } },
  { n = { -1, 0, 0 }, u = { 0, 0, 1 }, v = { 0, 1, 0 }, from = { 0, 0, 0 } },
  { n = { 0, 1, 0 }, u = { 1, 0, 0 }, v = { 0, 0, -1 }, from = { 0, 1, 1 } },
  { n = { 0, -1, 0 }, u = { 1, 0, 0 }, v = { 0, 0, 1 }, from = { 0, 0, 0 } },
  { n = { 0, 0, 1 }, u = { 1, 0, 0 }, v = { 0, 1, 0 }, from = { 0, 0, 1 } },
  { n = { 0, 0, -1 }, u = { -1, 0, 0 }, v = { 0, 1, 0 }, from = { 1, 0, 0 } },
}
local corners = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } }

-- A point of a face, from 0 to 1 along its edges and so far in front of it.
local function on_face(face, u, v, before)
  local n, a, b, from = face.n, face.u, face.v, face.from
  return from[1] + u * a[1] + v * b[1] + before * n[1], from[2] + u * a[2] + v * b[2] + before * n[2],
    from[3] + u * a[3] + v * b[3] + before * n[3]
end

-- 1 when a block stands in the layer before a face, there; else 0.
local function before(grid, face, x, y, z, u, v)
  local a, b, c = on_face(face, u, v, 0.5)
  return grid:get(x + floor(a), y + floor(b), z + floor(c)) ~= 0 and 1 or 0
end

-- How much of the sky a corner sees: less where blocks stand around it.
local function sky_light(grid, face, x, y, z, u, v)
  local outer_u, outer_v = 2 * u - 0.5, 2 * v - 0.5
  local beside_u, beside_v = before(grid, face, x, y, z, outer_u, 0.5), before(grid, face, x, y, z, 0.5, outer_v)
  local across = beside_u + beside_v == 2 and 1 or before(grid, face, x, y, z, outer_u, outer_v)
  return 1 - 0.22 * (beside_u + beside_v + across)
end

-- How much of the sun a corner sees, from places around it, so that shadows are soft.
local function sun_light(grid, face, x, y, z, u, v)
  local n = face.n
  local towards = n[1] * sun[1] + n[2] * sun[2] + n[3] * sun[3]
  if towards <= 0 then
    return 0
  end
  local free, lit = 0, 0
  for _, at in ipairs(corners) do
    local a, b, c = on_face(face, u + 0.7 * at[1] - 0.35, v + 0.7 * at[2] - 0.35, 0.03)
    a, b, c = x + a, y + b, z + c
    if grid:get(floor(a), floor(b), floor(c)) == 0 then
      free = free + 1
      lit = lit + (grid:raycast_any(a, b, c, sun[1], sun[2], sun[3], shadow) and 0 or 1)
    end
  end
  return free == 0 and 0 or towards * lit / free
end

local function add_face(grid, vertices, map, face, x, y, z, kind)
  local first, light = #vertices, {}
  local left, top, right, bottom = tiles.place(tiles.of(kind, face.n[2]))
  for i, corner in ipairs(corners) do
    local u, v = corner[1], corner[2]
    local a, b, c = on_face(face, u, v, 0)
    local sunny, open = sun_light(grid, face, x, y, z, u, v), sky_light(grid, face, x, y, z, u, v)
    light[i] = sunny + open
    vertices[first + i] = { x + a, y + b, z + c, u == 0 and left or right, v == 0 and bottom or top, sunny, open, 0, 1 }
  end
  -- Cut along the diagonal that keeps dark corners small.
  local turn = light[1] + light[3] < light[2] + light[4] and 1 or 0
  for _, corner in ipairs({ 0, 1, 2, 0, 2, 3 }) do
    map[#map + 1] = first + 1 + (corner + turn) % 4
  end
end

-- The mesh of one chunk, or nil when nothing of it is seen.
local function build(grid, left, back)
  local vertices, map = {}, {}
  for x, y, z, kind in grid:each(left, -far, back, left + side - 1, far, back + side - 1) do
    for _, face in ipairs(faces) do
      local n = face.n
      if grid:get(x + n[1], y + n[2], z + n[3]) == 0 then
        add_face(grid, vertices, map, face, x, y, z, kind)
      end
    end
  end
  if #vertices == 0 then
    return nil
  end
  local mesh = love.graphics.newMesh(blocks_mesh.format, vertices, "triangles", "static")
  mesh:setVertexMap(map)
  return mesh
end

function blocks_mesh.new(grid)
  local self = setmetatable({ grid = grid, chunks = {}, image = tiles.image() }, blocks_mesh)
  local low, high = grid:bounds()
  self:spoil(low.x, low.z, high.x, high.z)
  return self
end

-- The chunk whose least column is that.
function blocks_mesh:chunk(left, back)
  local name = left .. " " .. back
  local chunk = self.chunks[name]
  if not chunk then
    chunk = { left = left, back = back }
    self.chunks[name], self.chunks[#self.chunks + 1] = chunk, chunk
  end
  return chunk
end

-- Has the chunks with these columns made anew when they are drawn next.
function blocks_mesh:spoil(x0, z0, x1, z1)
  for left = floor(x0 / side) * side, x1, side do
    for back = floor(z0 / side) * side, z1, side do
      self:chunk(left, back).stale = true
    end
  end
end

-- A block has come or gone: so have the faces around it, and its shadow away from the sun.
function blocks_mesh:changed(x, z)
  local dx, dz = shadow * sun[1], shadow * sun[3]
  self:spoil(x - 1 - max(0, dx), z - 1 - max(0, dz), x + 1 - min(0, dx), z + 1 - min(0, dz))
end

function blocks_mesh:draw()
  for _, chunk in ipairs(self.chunks) do
    if chunk.stale then
      chunk.mesh, chunk.stale = build(self.grid, chunk.left, chunk.back), false
    end
    if chunk.mesh then
      chunk.mesh:setTexture(self.image)
      love.graphics.draw(chunk.mesh)
    end
  end
end

-- One block's faces, each from 0 to 1: six vertices a face, in the order of `faces`.
function blocks_mesh.cube()
  local vertices = {}
  for _, face in ipairs(faces) do
    for _, i in ipairs({ 1, 2, 3, 1, 3, 4 }) do
      local u, v = corners[i][1], corners[i][2]
      local a, b, c = on_face(face, u, v, 0)
      vertices[#vertices + 1] = { a, b, c, u, v, 1, 1, 1, 1 }
    end
  end
  return love.graphics.newMesh(blocks_mesh.format, vertices, "triangles", "static")
end

-- Which face of the cube looks along that normal: the number of its first vertex.
function blocks_mesh.first_of(normal)
  for i, face in ipairs(faces) do
    if face.n[1] == normal.x and face.n[2] == normal.y and face.n[3] == normal.z then
      return 6 * i - 5
    end
  end
end

return blocks_mesh
