-- SPDX-License-Identifier: MIT
--
-- What prints itself: shapes, hits, vectors, groups, lists, contacts, grids.

return function(cases, collide)
  local function grid()
    local made = collide.grid { dimensions = 2, origin = { 1, 2 } }
    made:fill(0, 0, 40, 40, 3)
    return made
  end
  local things = {
    sphere = function() return collide.sphere { radius = 1, position = { 1, 2, 3 }, scale = { 1, 2, 3 } } end,
    polygon = function() return collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 }, rotation = 1 } end,
    mesh = function() return collide.mesh { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, scale = 2 } end,
    hull = function() return collide.hull { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 }, { 0, 0, 4 }, scale = 2 } end,
    box = function() return collide.box { half = { 1, 2, 3 }, rotation = { 1, 2, 3, 4 }, hollow = true } end,
    hit = function() return collide.rect { half = { 1, 1 } }:raycast({ -5, 0 }, { 1, 0 }) end,
    ["hit of a grid"] = function() return grid():raycast({ -5, 3.5 }, { 1, 0 }) end,
    ["list of hits"] = function() return grid():raycast_all({ -5, 3.5 }, { 1, 0 }) end,
    ["empty list"] = function() return grid():raycast_all({ -5, 99 }, { 1, 0 }) end,
    vector = function() return (collide.rect { half = { 1, 1 } }:bounds()) end,
    group = function() return collide.trace({ 0.5, 0.5, 0.5 }, { 3.5, 3.5, 3.5 })[2] end,
    ["group of shapes"] = function()
      return collide.group { collide.circle { radius = 1 }, position = { 1, 2 }, scale = -1 }
    end,
    trace = function() return collide.trace({ 0, 0 }, { 9, 9 }) end,
    contact = function() return collide.circle { radius = 1 }:contact(collide.rect { half = { 1, 1 } }) end,
    grid = grid,
  }
  for name, thing in pairs(things) do
    cases.add("tostring of a " .. name, function() return { thing = thing() } end,
      function(state) return tostring(state.thing) end)
  end
end
