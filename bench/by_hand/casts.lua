-- SPDX-License-Identifier: MIT
-- Casts by hand: textbook formulas in plain Lua with everything in locals, no new tables, and an early return for each
-- miss. They lose digits by cancellation and do not handle ties. They are here for comparison of speed, not for use.
--
-- One text makes four functions, for a ray or a segment, and for the first hit or only yes
-- or no. A line that begins with labels goes only into those: `ray`, `segment`, `any` and `hit`, and `fast`
-- (by minima) or `plain`; `ray+any` needs both. MISS and INSIDE stand for the answers.
local casts = {}

local text = {
  [3] = {},
  [2] = {},
}

text[3].sphere = [[
local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
local b = fx * dx + fy * dy + fz * dz
local c = fx * fx + fy * fy + fz * fz - s.r * s.r
if c > 0 and b > 0 then return MISS end
if c <= 0 then return INSIDE end
local a = dx * dx + dy * dy + dz * dz
local q = b * b - a * c
if q < 0 then return MISS end
ray+any: return true
segment+any: return -b - sqrt(q) <= a
hit: local t = (-b - sqrt(q)) / a
segment+hit: if t > 1 then return MISS end
hit: local px, py, pz, r = ox + t * dx, oy + t * dy, oz + t * dz, s.r
hit: return t, (px - s.x) / r, (py - s.y) / r, (pz - s.z) / r, px, py, pz
]]

-- Slabs: between bounds along some axes, and of what is round in `extra`, is the line inside from t0
-- to t1, and which axis did t0 come from? Interpreters are best served with branches. For LuaJIT's
-- compiler branches that go either way at random are a tree of traces that it leaves and enters, and
-- math.min and math.max one instruction each; so there both are measured, and the faster one counts.
local slab_begin = [[
ray: local t0, t1, axis = 0, huge, 0
segment: local t0, t1, axis = 0, 1, 0
]]

local branches = [[
if D ~= 0 then
  local i = 1 / D
  local u, v
  if D > 0 then u, v = (LOW - O) * i, (HIGH - O) * i else u, v = (HIGH - O) * i, (LOW - O) * i end
  if u > t0 then t0, axis = u, AXIS end
  if v < t1 then t1 = v end
  if t0 > t1 then return MISS end
elseif O < LOW or O > HIGH then
  return MISS
end
]]

local minima = [[
local iAXIS = 1 / D
local uAXIS, vAXIS = (LOW - O) * iAXIS, (HIGH - O) * iAXIS
local nAXIS = min(uAXIS, vAXIS)
t0, t1 = max(t0, nAXIS), min(t1, max(uAXIS, vAXIS))
]]

-- `list` holds axis, low, high, o and d for each; extra what bounds by u and v, as one axis more.
local function slabs(list, extra)
  local plain, fast = { slab_begin }, { slab_begin }
  for axis, names in ipairs(list) do
    local with = { AXIS = axis, LOW = names[1], HIGH = names[2], O = names[3], D = names[4] }
    plain[#plain + 1] = branches:gsub("%u+", with)
    fast[#fast + 1] = minima:gsub("%u+", with)
  end
  if extra then
    plain[#plain + 1] = extra .. [[
if u > t0 then t0, axis = u, 2 end
if v < t1 then t1 = v end
if t0 > t1 then return MISS end
]]
    fast[#fast + 1] = extra .. "t0, t1 = max(t0, u), min(t1, v)\n"
  end
  fast[#fast + 1] = "if t0 > t1 then return MISS end\n"
  for axis in ipairs(list) do fast[#fast + 1] = ("hit: if t0 == n%d then axis = %d end\n"):format(axis, axis) end
  if extra then fast[#fast + 1] = "hit: if t0 == u then axis = 2 end\n" end
  local function labelled(label, lines)
    return (table.concat(lines):gsub("([^\n]+)\n", function(line)
      local labels, rest = line:match("^([%a+]+): (.*)$")
      return label .. (labels and "+" .. labels or "") .. ": " .. (rest or line) .. "\n"
    end))
  end
  return labelled("plain", plain) .. labelled("fast", fast)
end

text[3].box = slabs({
  { "s.x0", "s.x1", "ox", "dx" }, { "s.y0", "s.y1", "oy", "dy" }, { "s.z0", "s.z1", "oz", "dz" },
}) .. [[
any: return true
hit: if axis == 0 then return INSIDE end
hit: local nx, ny, nz = 0, 0, 0
hit: if axis == 1 then nx = dx > 0 and -1 or 1
hit: elseif axis == 2 then ny = dy > 0 and -1 or 1
hit: else nz = dz > 0 and -1 or 1 end
hit: return t0, nx, ny, nz, ox + t0 * dx, oy + t0 * dy, oz + t0 * dz
]]

text[3].turned_box = [[
local gx, gy, gz = ox - s.x, oy - s.y, oz - s.z
local ux, uy, uz, vx, vy, vz, wx, wy, wz = s.ux, s.uy, s.uz, s.vx, s.vy, s.vz, s.wx, s.wy, s.wz
local fx, fy, fz = gx * ux + gy * uy + gz * uz, gx * vx + gy * vy + gz * vz, gx * wx + gy * wy + gz * wz
local kx, ky, kz = dx * ux + dy * uy + dz * uz, dx * vx + dy * vy + dz * vz, dx * wx + dy * wy + dz * wz
]] .. slabs({
  { "-s.hx", "s.hx", "fx", "kx" }, { "-s.hy", "s.hy", "fy", "ky" }, { "-s.hz", "s.hz", "fz", "kz" },
}) .. [[
any: return true
hit: if axis == 0 then return INSIDE end
hit: local px, py, pz = ox + t0 * dx, oy + t0 * dy, oz + t0 * dz
hit: if axis == 1 then
hit:   if kx > 0 then return t0, -ux, -uy, -uz, px, py, pz end
hit:   return t0, ux, uy, uz, px, py, pz
hit: elseif axis == 2 then
hit:   if ky > 0 then return t0, -vx, -vy, -vz, px, py, pz end
hit:   return t0, vx, vy, vz, px, py, pz
hit: end
hit: if kz > 0 then return t0, -wx, -wy, -wz, px, py, pz end
hit: return t0, wx, wy, wz, px, py, pz
]]

-- Round about an axis: that of y, or of any direction when turned. fu and du are along it.
local axis_y = [[
local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
local fu, du = fy, dy
local a, b, ff = dx * dx + dz * dz, fx * dx + fz * dz, fx * fx + fz * fz
]]
local axis_any = [[
local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
local fu, du = fx * s.vx + fy * s.vy + fz * s.vz, dx * s.vx + dy * s.vy + dz * s.vz
local a = dx * dx + dy * dy + dz * dz - du * du
local b = fx * dx + fy * dy + fz * dz - fu * du
local ff = fx * fx + fy * fy + fz * fz - fu * fu
]]

local cylinder = [[
local h, c = s.h, ff - s.r * s.r
if c > 0 and b >= 0 then return MISS end
local q = b * b - a * c
if q < 0 then return MISS end
]] .. slabs({ { "-h", "h", "fu", "du" } }, [[
local u, v = -huge, huge
if a > 0 then
  local root = sqrt(q)
  u, v = (-b - root) / a, (-b + root) / a
elseif c > 0 then
  return MISS
end
]]) .. [[
any: return true
hit: if axis == 0 then return INSIDE end
hit: local px, py, pz = ox + t0 * dx, oy + t0 * dy, oz + t0 * dz
]]

text[3].turned_cylinder = axis_any .. cylinder .. [[
hit: if axis == 1 then
hit:   if du > 0 then return t0, -s.vx, -s.vy, -s.vz, px, py, pz end
hit:   return t0, s.vx, s.vy, s.vz, px, py, pz
hit: end
hit: local r, m = s.r, fu + t0 * du
hit: return t0, (px - s.x - m * s.vx) / r, (py - s.y - m * s.vy) / r, (pz - s.z - m * s.vz) / r, px, py, pz
]]

-- The tube first; where it is entered beyond an end, only that end's ball can be hit. A ball about the place
-- of the axis that is next to where the tube is entered is entered there, too: by minima nothing is chosen.
local capsule = [[
local r, h = s.r, s.h
local c = ff - r * r
plain: local m = fu < -h and -h or fu > h and h or fu
fast: local m = max(-h, min(h, fu))
if c + (fu - m) * (fu - m) <= 0 then return INSIDE end
if c > 0 and b > 0 then return MISS end
local q = b * b - a * c
if q < 0 then return MISS end
plain: local t, y = 0, du > 0 and -huge or huge
plain: if a > 0 then
plain:   t = (-b - sqrt(q)) / a
plain:   y = fu + t * du
plain: end
plain: local e = y > h and h or y < -h and -h or y
fast: local y = fu - (b + sqrt(q)) / a * du
fast: if a == 0 then y = du > 0 and -huge or huge end
fast: local e = max(-h, min(h, y))
plain: if e ~= y then
  local gu = fu - e
  b, a, c = b + gu * du, a + du * du, c + gu * gu
  q = b * b - a * c
  if q < 0 then return MISS end
  if b > 0 then return MISS end
plain:   t = (-b - sqrt(q)) / a
plain: end
fast: local t = (-b - sqrt(q)) / a
if t < 0 then return MISS end
segment: if t > 1 then return MISS end
any: return true
hit: local px, py, pz = ox + t * dx, oy + t * dy, oz + t * dz
]]

text[3].capsule = axis_y .. capsule .. [[
hit: return t, (px - s.x) / r, (py - s.y - e) / r, (pz - s.z) / r, px, py, pz
]]

-- Moeller and Trumbore.
text[3].triangle = [[
local e1x, e1y, e1z, e2x, e2y, e2z = s.e1x, s.e1y, s.e1z, s.e2x, s.e2y, s.e2z
local hx, hy, hz = dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x
local det = e1x * hx + e1y * hy + e1z * hz
if det == 0 then return MISS end
local inverse = 1 / det
local fx, fy, fz = ox - s.ax, oy - s.ay, oz - s.az
local u = (fx * hx + fy * hy + fz * hz) * inverse
if u < 0 or u > 1 then return MISS end
local qx, qy, qz = fy * e1z - fz * e1y, fz * e1x - fx * e1z, fx * e1y - fy * e1x
local v = (dx * qx + dy * qy + dz * qz) * inverse
if v < 0 or u + v > 1 then return MISS end
local t = (e2x * qx + e2y * qy + e2z * qz) * inverse
ray: if t < 0 then return MISS end
segment: if t < 0 or t > 1 then return MISS end
any: return true
hit: local px, py, pz = ox + t * dx, oy + t * dy, oz + t * dz
hit: if det < 0 then return t, -s.nx, -s.ny, -s.nz, px, py, pz end
hit: return t, s.nx, s.ny, s.nz, px, py, pz
]]

-- ---- In the plane -------------------------------------------------------------

text[2].circle = [[
local fx, fy = ox - s.x, oy - s.y
local b = fx * dx + fy * dy
local c = fx * fx + fy * fy - s.r * s.r
if c > 0 and b > 0 then return MISS end
if c <= 0 then return INSIDE end
local a = dx * dx + dy * dy
local q = b * b - a * c
if q < 0 then return MISS end
ray+any: return true
segment+any: return -b - sqrt(q) <= a
hit: local t = (-b - sqrt(q)) / a
segment+hit: if t > 1 then return MISS end
hit: local px, py, r = ox + t * dx, oy + t * dy, s.r
hit: return t, (px - s.x) / r, (py - s.y) / r, px, py
]]

text[2].turned_rect = [[
local ux, uy = s.ux, s.uy
local gx, gy = ox - s.x, oy - s.y
local fx, fy, kx, ky = gx * ux + gy * uy, gy * ux - gx * uy, dx * ux + dy * uy, dy * ux - dx * uy
]] .. slabs({ { "-s.hx", "s.hx", "fx", "kx" }, { "-s.hy", "s.hy", "fy", "ky" } }) .. [[
any: return true
hit: if axis == 0 then return INSIDE end
hit: local px, py = ox + t0 * dx, oy + t0 * dy
hit: if axis == 1 then
hit:   if kx > 0 then return t0, -ux, -uy, px, py end
hit:   return t0, ux, uy, px, py
hit: end
hit: if ky > 0 then return t0, uy, -ux, px, py end
hit: return t0, -uy, ux, px, py
]]

-- Cyrus and Beck.
text[2].polygon = slab_begin .. [[
local normals = s.normals
for k = 1, 3 * s.n, 3 do
  local nx, ny = normals[k], normals[k + 1]
  local height, rate = normals[k + 2] - nx * ox - ny * oy, nx * dx + ny * dy
  if rate < 0 then
    local t = height / rate
    if t > t0 then t0, axis = t, k end
    if t0 > t1 then return MISS end
  elseif rate > 0 then
    local t = height / rate
    if t < t1 then t1 = t end
    if t0 > t1 then return MISS end
  elseif height < 0 then
    return MISS
  end
end
any: return true
hit: if axis == 0 then return INSIDE end
hit: return t0, normals[axis], normals[axis + 1], ox + t0 * dx, oy + t0 * dy
]]

-- The strip first; where it is entered beyond an end, only that end's disk can be hit.
text[2].capsule = [[
local r, h, ux, uy = s.r, s.h, s.ux, s.uy
local fx, fy = ox - s.mx, oy - s.my
local fu, fv, du, dv = fx * ux + fy * uy, fy * ux - fx * uy, dx * ux + dy * uy, dy * ux - dx * uy
plain: local m = fu < -h and -h or fu > h and h or fu
fast: local m = max(-h, min(h, fu))
if fv * fv + (fu - m) * (fu - m) <= r * r then return INSIDE end
plain: if (fv > r and dv >= 0) or (fv < -r and dv <= 0) then return MISS end
plain: local t, y, side = 0, du > 0 and -huge or huge, dv > 0 and -1 or 1
plain: if dv ~= 0 then
plain:   t = (side * r - fv) / dv
plain:   y = fu + t * du
plain: end
plain: local e = y > h and h or y < -h and -h or y
fast: local y = fu + min((-r - fv) / dv, (r - fv) / dv) * du
fast: if dv == 0 then y = du > 0 and -huge or huge end
fast: local e = max(-h, min(h, y))
plain: if e ~= y then
  local gu = fu - e
  local a, b = du * du + dv * dv, gu * du + fv * dv
  if b > 0 then return MISS end
  local q = b * b - a * (gu * gu + fv * fv - r * r)
  if q < 0 then return MISS end
plain:   t = (-b - sqrt(q)) / a
plain: end
fast: local t = (-b - sqrt(q)) / a
if t < 0 then return MISS end
segment: if t > 1 then return MISS end
any: return true
hit: local px, py = ox + t * dx, oy + t * dy
hit+plain: if e == y then return t, -side * uy, side * ux, px, py end
hit: return t, (px - s.mx - e * ux) / r, (py - s.my - e * uy) / r, px, py
]]

-- Where turning changes nothing but the numbers, the text is the same.
local function text_of(dimensions, kind, turned)
  return turned and text[dimensions]["turned_" .. kind] or text[dimensions][kind]
end

-- The source of a function that answers `cast` (ray or segment) at a shape of that kind:
-- function(s, ox, oy[, oz], dx, dy[, dz]), of a segment with its end in place of a direction.
-- It returns t, the normal and the point, or with any true or false. `fast` is by minima.
function casts.source(dimensions, kind, turned, cast, any, fast)
  local here = { [cast] = true, any = any, hit = not any }
  here.fast, here.plain = fast, not fast
  local z = dimensions == 3
  local out = {
    "local sqrt, huge, min, max = math.sqrt, math.huge, math.min, math.max",
    z and "return function(s, ox, oy, oz, dx, dy, dz)" or "return function(s, ox, oy, dx, dy)",
  }
  if cast == "segment" then
    out[#out + 1] = z and "dx, dy, dz = dx - ox, dy - oy, dz - oz" or "dx, dy = dx - ox, dy - oy"
  end
  local ended = false -- by a return that nothing may follow
  for line in text_of(dimensions, kind, turned):gmatch("[^\n]+") do
    local labels, rest = line:match("^%s*([%a+]+): (.*)$")
    local wanted = true
    for label in (labels or ""):gmatch("%a+") do wanted = wanted and here[label] end
    if wanted and not ended then
      out[#out + 1] = rest or line
      ended = (rest or line):find("^return ") ~= nil
    end
  end
  out[#out + 1] = "end"
  local inside = z and "0, 0, 0, 0, ox, oy, oz" or "0, 0, 0, ox, oy"
  return (table.concat(out, "\n"):gsub("MISS", any and "false" or "nil"):gsub("INSIDE", any and "true" or inside))
end

return casts
