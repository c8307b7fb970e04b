-- SPDX-License-Identifier: MIT
--
-- What the checks share: findings, text of answers, equality.
local agree = { unpack = table.unpack or unpack } -- luacheck: ignore 143

function agree.pack(...)
  return { n = select("#", ...), ... }
end

function agree.finding(format, ...)
  error("finding: " .. format:format(...), 0)
end

function agree.text(value)
  if type(value) == "number" then return ("%.17g"):format(value) end
  return tostring(value)
end

-- Equal vectors, cells or arrays of them, by what they hold.
function agree.same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not agree.same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

-- Are all numbers of a description 0, or from 1e-70 to 1e70? Beyond that yes and no are not exact.
function agree.ordinary(value)
  if type(value) == "number" then
    local size = math.abs(value)
    return size == 0 or size >= 1e-70 and size <= 1e70
  end
  if type(value) ~= "table" then return true end
  for _, inner in pairs(value) do
    if not agree.ordinary(inner) then return false end
  end
  return true
end

function agree.components(vector)
  return { vector.x, vector.y, vector.z }
end

function agree.copy(value, depth)
  if type(value) ~= "table" or (depth or 0) > 4 then return value end
  local copy = {}
  for key, inner in next, value do rawset(copy, key, agree.copy(inner, (depth or 0) + 1)) end
  return copy
end

function agree.same_tables(a, b, depth)
  if type(a) ~= "table" or type(b) ~= "table" or (depth or 0) > 4 then return rawequal(a, b) or a ~= a and b ~= b end
  for key, value in next, a do
    if not agree.same_tables(value, rawget(b, key), (depth or 0) + 1) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

-- One byte of a string changed, or its end cut off, in a way that `n` tells.
function agree.spoil(bytes, n)
  if type(bytes) ~= "string" or bytes == "" then return bytes end
  local at = n % #bytes + 1
  if n % 5 == 0 then return bytes:sub(1, at) end
  return bytes:sub(1, at - 1) .. string.char((bytes:byte(at) + n) % 256) .. bytes:sub(at + 1)
end

function agree.cube(side)
  local s = side
  return {
    vertices = { 0, 0, 0, s, 0, 0, s, s, 0, 0, s, 0, 0, 0, s, s, 0, s, s, s, s, 0, s, s },
    triangles = { 1, 3, 2, 1, 4, 3, 5, 6, 7, 5, 7, 8, 1, 2, 6, 1, 6, 5, 3, 4, 8, 3, 8, 7, 1, 5, 8, 1, 8, 4, 2, 3, 7,
      2, 7, 6 },
  }
end

function agree.pyramid(side)
  return {
    vertices = { { 0, 0, 0 }, { side, 0, 0 }, { 0, side, 0 }, { 0, 0, side } },
    triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } },
  }
end

return agree
