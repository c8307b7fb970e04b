-- SPDX-License-Identifier: MIT
--
-- Names of layers that no object has.
local collide = require("collide")

describe("the name of a layer that no object ever had", function()
  package.loaded.collide = nil
  local fresh = require("collide")
  package.loaded.collide = collide
  local wall_at = fresh.rect { half = { 1, 1 }, layer = "wall" }
  local enemy = fresh.circle { radius = 1, position = { 0, 1 } }:set_layer("enemy")
  local level = fresh.world { wall_at, enemy }
  local hint = "unknown layer 'enmy'; known layers: 'wall', 'enemy'; collide.layers{'enmy'} declares a name"

  for what, call in pairs {
    ["only: "] = function(options) return level:raycast({ 0, 9 }, { 0, -1 }, options("only", "enmy")) end,
    ["ignore: "] = function(options) return level:overlap(enemy, options("ignore", "enmy")) end,
    ["only[2]: "] = function(options) return fresh.contact(enemy, level, options("only", { "wall", "enmy" })) end,
    ["ignore[1]: "] = function(options)
      return level:raycast_any(0, 9, 0, -1, options("ignore", { "enmy", wall_at }))
    end,
    ["between[2]: "] = function(options) return level:pairs(options("between", { "wall", "enmy" })) end,
    ["respond: "] = function(options) return level:move(enemy, { 0, 1 }, options("respond", { enmy = "pass" })) end,
  } do
    it("is an error in " .. what:match("^%a+") .. " that lists the known names: " .. what, function()
      local function options(name, value) return { [name] = value } end
      for _ = 1, 60 do -- also when LuaJIT has compiled the call
        local fine, message = pcall(call, options)
        assert.is_false(fine)
        assert.is_not_nil(message:find(what .. hint, 1, true), message)
      end
    end)
  end

  it("is an error for a cast in numbers, and none once an object has it", function()
    local options = { ignore = "later" }
    assert.error_matches(function() return level:raycast_any(0, 9, 0, -1, options) end, "ignore: unknown layer 'later'")
    enemy:set_layer("later")
    assert.is_true(level:raycast_any(0, 9, 0, -1, options))
    enemy:set_layer("enemy") -- a name stays known
    assert.is_true(level:raycast_any(0, 9, 0, -1, options))
  end)

  it("can be declared before an object has it", function()
    local names = { "ghost", "coin", "ghost" }
    assert.equal(names, fresh.layers(names))
    assert.is_nil(level:raycast({ 0, 9 }, { 0, -1 }, { only = "ghost" }))
    assert.is_true(level:raycast_any({ 0, 9 }, { 0, -1 }, { ignore = { "ghost", "coin" } }))
    level:move(enemy, { 0, 1 }, { respond = { coin = "pass" } })
    enemy:set_layer("ghost")
    assert.equal(enemy, level:raycast({ 0, 9 }, { 0, -1 }, { only = "ghost" }).shape)
  end)

  it("is declared only if all names can be", function()
    for _, row in ipairs {
      { { "nobody", 5 }, "names[2]: string expected, got number" },
      { { "nobody", false }, "names[2]: string expected, got boolean" },
      { "nobody", "names: array of strings expected, got string" },
      { nil, "names: array of strings expected, got nil" },
      { { nobody = true }, "names: " },
      { { "nobody", nil, "none" }, "names: array without holes expected, nothing at [2]" },
    } do
      local fine, message = pcall(fresh.layers, row[1])
      assert.is_false(fine)
      assert.is_not_nil(message:find(row[2], 1, true), message)
      assert.error_matches(function() level:overlap(enemy, { only = "nobody" }) end, "unknown layer 'nobody'")
    end
    assert.error_matches(function() fresh.layers({ "nobody" }, "none") end, "unexpected argument, got string")
  end)
end)
