-- SPDX-License-Identifier: MIT
--
-- The error of a misuse, for every way to call the function.
local collide = require("collide")

local ball = collide.sphere { radius = 1 }

describe("an error", function()
  local function said(f)
    local ok, message = pcall(f)
    assert.is_false(ok)
    return message
  end

  it("has the position of the line that made it", function()
    assert.matches("arguments_called_spec%.lua:%d+: bad argument #1 to 'sphere' %(unknown field 'raduis'; "
      .. "a sphere takes radius%)$",
      said(function() collide.sphere { raduis = 1 } end))
  end)

  it("has the name of the function, even if the script renames it", function()
    local f = collide.raycast
    local message = said(function() f(ball, "x") end)
    assert.matches("bad argument #2 to 'raycast' %(origin: number expected, got string%)$", message)
    assert.equal("bad argument #2 to 'raycast' (origin: number expected, got string)",
      select(2, pcall(collide.raycast, ball, "x")))
  end)

  it("does not count the object of a method as an argument", function()
    assert.matches("bad argument #1 to 'raycast'", said(function() ball:raycast("x") end), 1, true)
    assert.matches("bad argument #4 to 'raycast'",
      said(function() ball:raycast(0, 0, 0, 0, 0, 0) end), 1, true)
    assert.matches("bad argument #2 to 'raycast'", said(function() ball.raycast(ball, "x") end), 1, true)
  end)

  it("is the same in a coroutine", function()
    local thread = coroutine.create(function() collide.raycast(ball, {}) end)
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    assert.matches("bad argument #2 to 'raycast' %(origin: vector expected, got an empty table%)$", message)
  end)
end)
