-- SPDX-License-Identifier: MIT
--
-- Finalizers while a Lua state closes: the module's code stays in memory until all of them have run.
local limited = require("spec.support.limited")
local shell = require("spec.support.shell")

-- Calls `finish` when the state is closed, whatever the version of Lua.
local finalizer = [[
local function at_exit(finish)
  if newproxy then
    Kept = newproxy(true)
    getmetatable(Kept).__gc = finish
  else
    Kept = setmetatable({}, { __gc = finish })
  end
end
]]

local makes = {
  grids = "made = c.grid() made:set(1, 2, 3, 4) print(made:get(1, 2, 3))",
  shapes = "made = c.polygon { { 0, 0 }, { 4, 0 }, { 0, 4 } } print(made:contains(1, 1) and 4)",
  ["iterators of cells in numbers"] =
    "step, state, i = c.cells(0.5, 0.5, 4.5, 0.5) print(4 + 0 * step(state, i))",
  ["iterators of groups"] =
    "step, state, i = c.cells({ 0.5, 0.5 }, { 4.5, 0.5 }) print(4 + step(state, i).t)",
  ["iterators of a grid"] =
    "made = c.grid() made:set(1, 2, 3, 4) for _, _, _, value in made:each() do print(value) break end",
  ["grids of voxels"] =
    "made = c.voxelize({ { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } } }) print(made:get(0, 0, 0) + 3)",
  answers = "made = c.sphere({ radius = 1 }):raycast({ 0, 0, -5 }, { 0, 0, 1 }) print(made.t)",
}

local names = {}
for name in pairs(makes) do names[#names + 1] = name end
table.sort(names)

describe("a finalizer that runs while the state closes", function()
  for _, name in ipairs(names) do
    it("may create " .. name, function()
      local printed, fine = limited.run(finalizer .. "at_exit(function() " .. makes[name] .. " end)")
      assert.matches("^4", printed)
      assert.is_true(fine)
    end)
  end

  it("may call the module after the package library has released it, except for grids", function()
    -- What is older is finalized later, so this finalizer exists before the module is loaded, which
    -- limited.run does first.
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write(("package.cpath = %q\n"):format(package.cpath), finalizer, [[
      local c
      at_exit(function()
        print(c.sphere({ radius = 1 }):raycast(0, 0, -5, 0, 0, 1))
        print(pcall(c.grid))
        print(pcall(old.set, old, 1, 2, 3, 4))
        print(pcall(old.get, old, 1, 2, 3))
      end)
      c = require("collide")
      old = c.grid()
      old:set(1, 2, 3, 4)
    ]])
    assert(file:close())
    local printed = shell.output(("%s %s 2>&1; echo status $?"):format(shell.quote(shell.interpreter()), path))
    os.remove(path)
    local lines = {}
    for line in printed:gmatch("[^\n]+") do lines[#lines + 1] = line end
    assert.matches("^4%.?0?\t", lines[1])
    assert.equal("false\tthis grid was made after its Lua state was closed", lines[2])
    assert.matches("^false\t.*grid expected, got a closed grid", lines[3])
    assert.matches("^false\t.*grid expected, got a closed grid", lines[4])
    assert.equal("status 0", lines[5])
  end)

  it("may create a grid each time that the last one is collected", function()
    local printed, fine = limited.run(finalizer .. [[
      local count = 0
      local function again()
        made = c.grid()
        made:fill(0, 0, 0, 9, 9, 9, 1)
        count = count + 1
        if count < 5 then at_exit(again) end
      end
      at_exit(again)
    ]])
    assert.equal("", printed)
    assert.is_true(fine)
  end)
end)

describe("the memory of a grid is freed without its finalizer", function()
  it("if the grid got another metatable", function()
    local printed, fine = limited.run([[
      for _ = 1, 5 do -- of 110 MB each
        local made = c.grid()
        made:fill(-8, 0, -8, 1000, 1000, 24000, 1)
        debug.setmetatable(made, {})
        made = nil
        collectgarbage()
        collectgarbage()
      end
    ]], 20) -- to write so much memory for the first time takes long where others do, too
    assert.equal("", printed)
    assert.is_true(fine)
  end)

  -- What is lost here is little: the leak sanitizer tells (make sanitize).
  it("if it was collected while the C stack was full", function()
    local printed, fine = limited.run([[
      local triangle = { { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } } }
      local function down()
        local made = c.grid()
        made:set(1, 2, 3, 4)
        made = nil
        pcall(c.voxelize, triangle, { progress = error })
        pcall(collectgarbage)
        return (string.gsub("x", "x", down))
      end
      if rawget(_G, "jit") then return end -- LuaJIT does not count calls of C functions
      for _ = 1, 3 do assert(not pcall(down)) end
    ]])
    assert.equal("", printed)
    assert.is_true(fine)
  end)

  it("if the state closes before the collector has found it", function()
    local printed, fine = limited.run([[
      for _ = 1, 3 do
        made = c.grid()
        made:set(1, 2, 3, 4)
        debug.setmetatable(made, {})
      end
    ]])
    assert.equal("", printed)
    assert.is_true(fine)
  end)
end)
