-- SPDX-License-Identifier: MIT
--
-- The comparisons of grids, walks and voxels; see checks.lua, which calls this.
local collide = require("collide")
local agree = require("spec.fuzz.agree")

local finding, text, same, components = agree.finding, agree.text, agree.same, agree.components
local MOST = 20000 -- cells that a check lists

return function(checks, ask, same_hit)
  -- The frame of a grid, from where its cells lie; nil when cells there are no longer distinct.
  local function frame_of(grid)
    local dim = select("#", grid:cell_at({ 0, 0, 0 })) == 1 and tostring(grid):find("2D") and 2 or 3
    local low, high = grid:cell_bounds(dim == 2 and { 0, 0 } or { 0, 0, 0 })
    local size, origin = {}, {}
    for i, axis in ipairs { "x", "y", "z" } do
      if i <= dim then size[i], origin[i] = high[axis] - low[axis], low[axis] end
    end
    return { size = size, origin = origin, dimensions = dim }, dim
  end

  local function get(grid, cell)
    return grid:get(cell)
  end

  -- A segment at a grid is the walk through cells with a look-up.
  function checks.grid_casts(grid, from, to)
    local frame, dim = frame_of(grid)
    if #from ~= dim or tostring(grid):find("shapes=", 1, true) then return end -- shapes may not fill their cells
    for i = 1, dim do -- the same frame again, or the comparison says nothing
      local k = grid:cell_bounds(dim == 2 and { 5, -7 } or { 5, -7, 11 })
      local axis = ({ "x", "y", "z" })[i]
      if frame.origin[i] + ({ 5, -7, 11 })[i] * frame.size[i] ~= k[axis] then return end
    end
    local hits, first = 0, nil
    for group in collide.cells(from, to, frame) do
      local solid = {}
      for _, cell in ipairs(group) do
        if get(grid, cell) ~= 0 then solid[#solid + 1] = cell end
      end
      hits = hits + #solid
      if solid[1] and not first then first = { t = group.t, cells = solid } end
    end
    local hit = grid:segmentcast(from, to)
    if (hit ~= nil) ~= (first ~= nil) then finding("the cast: %s, the walk: %s", text(hit), text(first)) end
    if hit then
      if not same(hit.cells, first.cells) then finding("other cells: %s", text(hit)) end
      if hit.t ~= first.t then finding("t is %s, of the walk %s", text(hit.t), text(first.t)) end
      if hit.value ~= get(grid, first.cells[1]) then finding("another value: %s", text(hit)) end
    end
    local all = grid:segmentcast_all(from, to)
    if #all ~= hits then finding("%d hits, the walk meets %d cells", #all, hits) end
  end

  function checks.walks(from, to, frame)
    local fine, groups = ask(collide.trace, from, to, frame)
    groups = groups[2]
    if not fine then return end
    local count, flat = 0, {}
    for group in collide.cells(from, to, frame) do
      count = count + 1
      local other = groups[count]
      if not other or other.t ~= group.t or other.t_exit ~= group.t_exit or #other ~= #group then
        finding("cells and trace differ in group %d", count)
      end
      for i, cell in ipairs(group) do
        if not same(cell, other[i]) then finding("cells and trace differ in group %d", count) end
        flat[#flat + 1] = { count, group.t, cell.x, cell.y, cell.z }
      end
    end
    if count ~= #groups then finding("cells gives %d groups, trace %d", count, #groups) end
    -- With rule="closed" the last of the first cells is the upper one along each axis.
    local first = groups[1][#groups[1]]
    if not same(collide.cell_at(from, frame), first) then finding("the walk does not begin at cell_at") end
    local list, at = {}, 0
    for _, number in ipairs(from) do list[#list + 1] = number end
    for _, number in ipairs(to) do list[#list + 1] = number end
    list[#list + 1] = frame
    for i, t, x, y, z in collide.cells(agree.unpack(list)) do
      at = at + 1
      local wanted = flat[at] or {}
      if wanted[1] ~= i or wanted[2] ~= t or wanted[3] ~= x or wanted[4] ~= y or wanted[5] ~= z then
        finding("cells in numbers differs at step %d", at)
      end
    end
    if at ~= #flat then finding("cells in numbers gives %d cells, not %d", at, #flat) end
    if #collide.trace(agree.unpack(list)) ~= at * (2 + #from) then finding("trace in numbers has another length") end
  end

  function checks.round_trips(grid)
    if grid:count() > 1e7 then return end -- it takes its time under the sanitizers
    local bytes = grid:encode()
    local again = collide.grid.decode(bytes)
    if again:encode() ~= bytes then finding("decoded and encoded anew: other bytes") end
    if again:count() ~= grid:count() then finding("decoded: %s cells, not %s", again:count(), grid:count()) end
    -- Strings hold neither shapes of values nor from which side they block.
    local plain = tostring(grid):gsub(" shapes=.*", ""):gsub(" one_way=.*", "")
    if tostring(again) ~= plain then finding("decoded: %s, not %s", tostring(again), plain) end
    if tostring(grid:copy()) ~= tostring(grid) then finding("copied: %s", tostring(grid:copy())) end
    local low, high = grid:bounds()
    local low_again, high_again = again:bounds()
    if not (same(low, low_again) and same(high, high_again)) then finding("decoded: other bounds") end
  end

  -- count, bounds, each and get.
  function checks.counts(grid)
    local count = grid:count()
    if count > MOST then return end
    local low, high = grid:bounds()
    if (low == nil) ~= (count == 0) then finding("%d cells, and bounds from %s", count, text(low)) end
    local listed, last = 0, nil
    local _, dim = frame_of(grid)
    local copy = collide.grid.decode(grid:encode())
    for x, y, z, value in grid:each() do
      if dim == 2 then z, value = nil, z end
      listed = listed + 1
      if value == 0 or grid:get(dim == 2 and { x, y } or { x, y, z }) ~= value then finding("each and get differ") end
      if x < low.x or x > high.x or y < low.y or y > high.y or z and (z < low.z or z > high.z) then
        finding("a cell outside the bounds")
      end
      local place = { z or 0, y, x }
      for i = 1, 3 do
        if last and place[i] ~= last[i] then
          if place[i] < last[i] then finding("each is not in order") end
          break
        end
      end
      last = place
      copy:set(dim == 2 and { x, y } or { x, y, z }, 0)
    end
    if listed ~= count then finding("each lists %d cells of %d", listed, count) end
    if copy:count() ~= 0 then finding("cells that each did not list") end
    copy:set(dim == 2 and { 1, 1 } or { 1, 1, 1 }, 1)
    copy:set(dim == 2 and { 1, 1 } or { 1, 1, 1 }, 0)
    if copy:bounds() ~= nil then finding("bounds of an emptied grid") end
  end

  function checks.fills(dim, boxes)
    local filled, set = collide.grid { dimensions = dim }, collide.grid { dimensions = dim }
    for _, b in ipairs(boxes) do
      local value = b[#b]
      if dim == 2 then
        filled:fill(b[1], b[2], b[3], b[4], value)
        for y = b[2], b[4] do
          for x = b[1], b[3] do set:set(x, y, value) end
        end
      else
        filled:fill(b[1], b[2], b[3], b[4], b[5], b[6], value)
        for z = b[3], b[6] do
          for y = b[2], b[5] do
            for x = b[1], b[4] do set:set(x, y, z, value) end
          end
        end
      end
    end
    if filled:encode() ~= set:encode() then finding("fill and set give other grids") end
  end

  function checks.rows(rows)
    local from_rows, set = collide.grid.from_rows(rows), collide.grid { dimensions = 2 }
    for y, row in ipairs(rows) do
      for x, value in ipairs(row) do set:set(x - 1, y - 1, value or 0) end
    end
    if from_rows:encode() ~= set:encode() then finding("from_rows and set give other grids") end
  end

  -- Saved and loaded: the same cells, in cells of 1.
  function checks.files(grid)
    local count = grid:count()
    if count > MOST then return end
    local path = checks.path .. ".vox"
    local fine, message = ask(grid.save, grid, path)
    if not fine then
      for x, y, z, value in grid:each() do -- refused for a value above 255 alone, or for its place
        if value > 255 or math.max(math.abs(x), math.abs(y), math.abs(z)) > 1000 then return end
      end
      finding("a grid that is not saved: %s", text(message[2]))
    end
    local plain = collide.grid()
    for x, y, z, value in grid:each() do plain:set(x, y, z, value) end
    local loaded = collide.grid.load(path)
    if loaded:encode() ~= plain:encode() then finding("loaded: %s, saved: %s", tostring(loaded), tostring(plain)) end
  end

  -- The path of a .vox that is there.
  function checks.saved()
    local grid = collide.grid()
    grid:fill(0, -1, 0, 2, 3, 1, 7)
    grid:save(checks.path .. ".vox")
    return checks.path .. ".vox"
  end

  local function contained(small, large)
    for x, y, z in small:each() do
      if large:get(x, y, z) == 0 then return false, ("(%d, %d, %d)"):format(x, y, z) end
    end
    return true
  end

  function checks.voxels(triangles, size)
    local closed = collide.voxelize(triangles, { size = size })
    for _, rule in ipairs { "closed", "open" } do
      local pef = collide.voxelize(triangles, { size = size, rule = rule, method = "pef" })
      local sat = collide.voxelize(triangles, { size = size, rule = rule, method = "sat" })
      if pef:encode() ~= sat:encode() then finding("voxelize %s: pef and sat differ", rule) end
    end
    local grid, lists = collide.voxelize(triangles, { size = size, lists = true })
    if grid:encode() ~= closed:encode() then finding("voxelize: with lists other cells") end
    local at, cells = 1, 0
    while at <= #lists do
      cells = cells + 1
      local cell = { lists[at], lists[at + 1], lists[at + 2] }
      local low, high = grid:cell_bounds(cell)
      local box = collide.box { min = low, max = high }
      for i = 1, lists[at + 3] do
        local corners = triangles[lists[at + 3 + i]]
        if not collide.triangle_box_sat({ shape = "triangle", points = corners }, box) then
          finding("a list names a triangle that does not touch its cell")
        end
      end
      at = at + 4 + lists[at + 3]
    end
    if cells ~= grid:count() then finding("lists of %d cells, the grid has %d", cells, grid:count()) end
  end

  function checks.solids(mesh, size)
    local closed = collide.voxelize(mesh, { size = size })
    local open = collide.voxelize(mesh, { size = size, rule = "open" })
    local solid = collide.voxelize(mesh, { size = size, solid = true })
    local hollow = collide.voxelize(mesh, { size = size, rule = "open", solid = true })
    for _, one in ipairs { { open, closed }, { closed, solid }, { open, hollow }, { hollow, solid } } do
      local fine, cell = contained(one[1], one[2])
      if not fine then finding("a cell that is in the lesser grid alone: %s", cell) end
    end
    same_hit("rays at a solid and its surface", collide.raycast(closed, { -9, 0.3, 0.4 }, { 1, 0, 0 }),
      collide.raycast(solid, { -9, 0.3, 0.4 }, { 1, 0, 0 }))
    if #components(closed:bounds()) ~= 3 then finding("bounds without three numbers") end
  end
end
