-- SPDX-License-Identifier: MIT
--
-- Grids as files, with and without options and palettes, and files that are not whole.
local files = require("spec.support.files")

return function(add, collide, prefix)
  local grid = collide.grid
  local function path(name) return prefix .. name end
  local function colors() return { { 1, 2, 3 }, { 4, 5, 6, 7 } } end
  local function small()
    local made = grid()
    made:fill(0, 0, 0, 9, 3, 3, 1)
    made:set(300, 0, 0, 2)
    return made
  end
  local function put(name, bytes)
    return { files = { files.write(path(name), bytes) } }
  end
  for i, options in ipairs { false, { palette = true }, { pallete = true } } do
    for _, ending in ipairs { "vox", "binvox", "txt" } do
      add(("grid:save %d .%s"):format(i, ending), function()
        local state = put("saved." .. ending, "what was here before")
        state.grid = small()
        state.options = options and { palette = options.palette and colors(), pallete = options.pallete } or nil
        return state
      end, function(state) return state.grid:save(state.files[1], state.options) end)
    end
  end
  add("grid:save where no folder is", function() return { grid = small() } end,
    function(state) return state.grid:save(path("none/here.vox")) end)
  add("grid:save of 256", function() return { grid = small():set(0, 0, 0, 256) } end,
    function(state) return state.grid:save(path("never.vox")) end)
  for i, options in ipairs { false, { hidden = true }, { hiden = true } } do
    add("grid.load " .. i, function()
      small():save(path("loaded.vox"), { palette = colors() })
      return { files = { path("loaded.vox") }, options = options or nil }
    end, function(state) return grid.load(state.files[1], state.options) end)
  end
  add("grid.load of none", function() return {} end, function() return grid.load(path("none.vox")) end)
  add("grid.load of something else", function() return put("other.vox", "other") end,
    function(state) return grid.load(state.files[1]) end)
  add("grid.load of half", function()
    small():save(path("half.vox"))
    local bytes = files.contents(path("half.vox"))
    return put("half.vox", bytes:sub(1, #bytes - 500))
  end, function(state) return grid.load(state.files[1]) end)
end
