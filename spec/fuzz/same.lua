-- SPDX-License-Identifier: MIT
--
-- same.lua COUNT SEED LUA...: the same programs of valid calls in each Lua, on the modules in
-- build/LUA. Their answers, to the last bit, and their errors have to be those of the first. Behind
-- a colon may stand the value of COLLIDE_FFI.
local count, seed = tonumber(arg[1]), tonumber(arg[2])
local MOST = 5 -- differences that are shown

package.loaded.collide = package.loaded.collide or {} -- for the generator, which does not call it
local program = require("spec.fuzz.program")

os.execute("mkdir -p build/fuzz")

-- The answers of all programs, a line each, and by place.
local function answers(name)
  local lua, ffi = name:match("^([^:]*):?(.*)$")
  local set = (ffi ~= "" and "COLLIDE_FFI=" .. ffi .. " " or "") .. ("LUA_CPATH='build/%s/?.so'"):format(lua)
  local pipe = assert(io.popen(("%s %s spec/fuzz/worker.lua %d 1 -%d build/fuzz/same print 2>&1")
    :format(set, lua, seed, count)))
  local told, number = {}, 0
  for line in pipe:lines() do
    local place, text = line:match("^told\t(%d+\t%d+)\t(.*)")
    if place then
      told[place], number = text, number + 1
    elseif not line:find("^used") and not line:find("^done") then
      told["other lines"] = (told["other lines"] or "") .. line .. "\n"
    end
  end
  pipe:close()
  return told, number
end

local first, total = answers(arg[3])
local differences = 0
for i = 4, #arg do
  local other, number = answers(arg[i])
  if number ~= total then
    print(("%s has %d answers, %s %d"):format(arg[3], total, arg[i], number))
    differences = differences + 1
  end
  local places = {}
  for place, text in pairs(first) do
    if other[place] ~= text then places[#places + 1] = place end
  end
  table.sort(places)
  differences = differences + #places
  for k = 1, math.min(#places, MOST) do
    local case, id = places[k]:match("(%d+)\t(%d+)")
    print(("SEED=%d CASE=%s %s"):format(seed, case or "-", case
      and program.make(seed, tonumber(case), true)[tonumber(id)].text or ""))
    print(("  %s: %s\n  %s: %s"):format(arg[3], first[places[k]], arg[i], tostring(other[places[k]])))
  end
end
print(("fuzz: %d answers of %d programs, %d differences between %s"):format(total, count, differences,
  table.concat(arg, ", ", 3)))
os.exit(differences == 0 and total > 0 and 0 or 1)
