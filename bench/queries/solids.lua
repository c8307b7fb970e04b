-- SPDX-License-Identifier: MIT
-- Two shapes of space: overlap, contact, distance. There are no formulas by hand; the table also has the query in C.
local inputs = require("inputs")

local rows = {
  { "overlap", "box", "box" },
  { "overlap", "sphere", "triangle" },
  { "contact", "box", "box" },
  { "contact", "capsule", "triangle" },
  { "distance", "sphere", "box" },
}

local bodies = {
  overlap = { numbers = "if ask(A, B) then sum = sum + 1 end" },
  contact = {
    numbers = [[local nx, ny, nz, depth = ask(A, B, 'numbers')
    if nx then sum = sum + depth + nx * nx + ny * ny + nz * nz end]],
    tables = [[local hit = ask(A, B)
    if hit then local n = hit.normal sum = sum + hit.depth + n.x * n.x + n.y * n.y + n.z * n.z end]],
  },
  distance = {
    numbers = [[local d, ax, ay, az, bx, by, bz = ask(A, B, 'numbers')
    sum = sum + d + (ax + ay + az + bx + by + bz) * 0]],
    tables = "local d, a, b = ask(A, B) sum = sum + d + (a.x + a.y + a.z + b.x + b.y + b.z) * 0",
  },
}

-- Some of a kind beside more of the other, all turned; which meets which is drawn, half of them yes.
local function row(collide, query, a, b)
  local few, many = inputs.pool(3, a, true, 1), inputs.pool(3, b, true, 3, 2 * inputs.POOL)
  local shapes, others = inputs.made(collide, few), inputs.made(collide, many)
  local drawn = inputs.balanced(inputs.COUNT, function()
    return { inputs.integer(1, #few), inputs.integer(1, #many) }
  end, function(pick)
    return collide.overlap(shapes[pick[1]], others[pick[2]])
  end)
  local first, second, all, place = {}, {}, {}, {}
  for i, pick in ipairs(drawn) do first[i], second[i], place[i] = pick[1], pick[2], #few + pick[2] end
  for _, shape in ipairs(few) do all[#all + 1] = shape end
  for _, shape in ipairs(many) do all[#all + 1] = shape end
  return {
    name = ("%s %s %s in space"):format(query, a, b),
    query = query,
    with = { ask = collide[query] },
    lists = { A = inputs.spread(shapes, first), B = inputs.spread(others, second) },
    count = inputs.COUNT,
    numbers = bodies[query].numbers,
    tables = bodies[query].tables,
    c = { ask = query, dimensions = 3, pool = all, picks = { first, place } },
  }
end

return function(collide, add)
  for _, r in ipairs(rows) do add(row, collide, r[1], r[2], r[3]) end
end
