-- SPDX-License-Identifier: MIT
-- The lower bound of every query: a call of a C function that does nothing, and the loop around it.
local inputs = require("inputs")

local function row(collide, name, body)
  local pool, picks, others = inputs.pool(2, "circle", true, 2), {}, {}
  for i = 1, inputs.COUNT do
    picks[i], others[i] = inputs.integer(1, #pool), inputs.integer(1, #pool)
  end
  local shapes = inputs.made(collide, pool)
  local found, module = pcall(require, "bench_empty")
  if body:find("empty") and not found then return nil end
  return {
    name = name,
    with = { empty = found and module.empty or nil },
    lists = { A = inputs.spread(shapes, picks), B = inputs.spread(shapes, others) },
    count = inputs.COUNT,
    numbers = body,
  }
end

return function(collide, add)
  add(row, collide, "an empty C call, of two shapes", "if empty(A, B) then sum = sum + 1 end")
  add(row, collide, "the loop alone, over two shapes", "if A == B then sum = sum + 1 end")
end
