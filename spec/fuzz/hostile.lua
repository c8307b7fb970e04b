-- SPDX-License-Identifier: MIT
--
-- What programs of the fuzzer use besides the module: values that call back, raise, yield or
-- collect when they are looked at, and loops that leave off halfway. Programs name it `h`.
local collide = require("collide")
collide.layers { "wall", "door", "bullet" } -- the names that programs draw

local unpack = table.unpack or unpack -- luacheck: ignore 143
local clock = os.clock
local LONG = 2 -- seconds of the processor
local ffi = rawget(_G, "jit") and require("ffi")

-- One of each kind of value that the module makes and that has a metatable.
local samples = {
  shape = function() return collide.sphere { radius = 1 } end,
  grid = function() return collide.grid() end,
  mesh = function() return collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } } end,
  hit = function() return collide.raycast({ shape = "sphere", radius = 1 }, { 0, 0, -5 }, { 0, 0, 1 }) end,
  list = function() return collide.raycast_all({ shape = "sphere", radius = 1 }, { 0, 0, -5 }, { 0, 0, 1 }) end,
  compound = function() return collide.group { collide.sphere { radius = 1 } } end,
  world = function() return collide.world { collide.sphere { radius = 1 }, dimensions = 3 } end,
  group = function() return collide.trace({ 0.5, 0.5 }, { 2.5, 2.5 })[2] end,
  contact = function() return collide.contact({ shape = "circle", radius = 1 }, { 0, 0 }) end,
  moved = function()
    return collide.move({}, collide.circle { radius = 1 }, { 1, 0 })
  end,
  vector = function() return collide.cell_at({ 1, 2, 3 }) end,
}
local metatables = {}
for kind, sample in pairs(samples) do metatables[kind] = getmetatable(sample()) end

local hostile = {
  samples = samples,
  metatables = metatables,
  shape_methods = metatables.shape.__index,
  grid_methods = metatables.grid.__index,
  mesh_methods = metatables.mesh.__index,
  group_methods = metatables.compound.__index,
  world_methods = metatables.world.__index,
  shape_meta = metatables.shape,
  grid_meta = metatables.grid,
  greatest = math.maxinteger or 2 ^ 63,
  least = math.mininteger or -2 ^ 63,
  raised = "raised by the program",
  closing = false, -- no finalizer calls the module from then on
  armed = false, -- while a call of the program runs: only then finalizers may raise
  checking = false, -- while answers are compared: no finalizer may change what they are about
  put_off = {}, -- the actions of finalizers that were called meanwhile
}

if ffi then
  ffi.cdef("typedef struct { double x, y; } fuzz_pair; typedef struct { double x, y, z; } fuzz_triple;")
end

-- ---- Actions: what a value does when it is looked at ------------------------

function hostile.raise() error(hostile.raised, 0) end

function hostile.raise_table() error({ hostile.raised }) end

function hostile.raise_nil() error(nil) end

function hostile.yield() return coroutine.yield(1) end

function hostile.collect() collectgarbage() end

function hostile.step() collectgarbage("step", 10) end

function hostile.nothing() end

-- Until Lua's stack is full.
function hostile.deep() return hostile.deep() + 1 end

-- Until C functions may not call any deeper; by Lua's own functions, and by the module's. LuaJIT
-- does not count them, and its own fill the C stack.
function hostile.recurse()
  if ffi then return hostile.deep() end
  return (("x"):gsub(".", hostile.recurse))
end

function hostile.reenter()
  if ffi then return hostile.deep() end
  local point = setmetatable({}, { __index = hostile.reenter })
  return collide.contact({ shape = "polygon", { 0, 0 }, { 4, 0 }, { 4, 4 } }, { shape = "segment", { 0, 0 }, point })
end

-- Empties a table, whose contents may be in use.
function hostile.empty(t)
  if type(t) ~= "table" then return end
  for key in next, t do rawset(t, key, nil) end
  collectgarbage("step", 10)
end

-- Calls the finalizer of an object of the module, whose memory may be in use.
function hostile.close(object)
  local meta = type(object) == "userdata" and debug.getmetatable(object)
  local finalizer = type(meta) == "table" and rawget(meta, "__gc")
  if type(finalizer) == "function" then finalizer(object) end
  collectgarbage("step", 10)
end

-- The same in a coroutine, which does not show the calls that use the object.
function hostile.close_apart(object)
  coroutine.wrap(function() hostile.close(object) end)()
end

-- Empties or closes it, collects what nothing keeps alive, and writes over its memory.
function hostile.take_away(object)
  hostile.empty(object)
  hostile.close(object)
  collectgarbage()
  for i = 1, 50 do hostile.last = { ("x"):rep(i * 16) } end
end

function hostile.move_away(object)
  if type(object) ~= "userdata" then return end
  pcall(collide.set_position, object, 1, 2, 3)
  pcall(collide.set_position, object, 1, 2)
end

-- Does the action at the n-th instruction of the call, once.
function hostile.hooked(n, action, call)
  local count = 0
  debug.sethook(function()
    count = count + 1
    if count == n then pcall(action) end
  end, "", 1)
  local results = { pcall(call) }
  debug.sethook()
  if not results[1] then error(results[2], 0) end
  return unpack(results, 2, 9)
end

-- Does the action at the n-th time, and nothing before.
function hostile.after(n, action)
  return function(...)
    n = n - 1
    if n <= 0 then return action(...) end
  end
end

-- ---- Values -----------------------------------------------------------------

-- A value whose metatable does `action` at the event, then answers from `base`.
function hostile.value(event, action, base)
  local meta = {}
  if event == "__index" then
    meta.__index = function(_, key)
      action()
      return base[key]
    end
    meta.__len = function() return #base end
    return setmetatable({}, meta)
  end
  if event == "__metatable" then
    meta.__metatable = action
  elseif event == "__name" then
    meta.__name = action
  elseif event == "__gc" then
    meta.__gc = function()
      if hostile.checking then
        hostile.put_off[#hostile.put_off + 1] = action
      elseif hostile.armed then
        return action()
      end
    end
  else
    meta[event] = function(...)
      action()
      if event == "__len" then return 2 end
      if event == "__tostring" then return "hostile" end
      if event == "__newindex" then rawset(...) end
      return nil
    end
  end
  return setmetatable(base, meta)
end

-- A description whose fields are those of `base`, and whose `shape` is another each time it is asked for.
function hostile.shifty(base, ...)
  local kinds, count, asked = { ... }, select("#", ...), 0
  return setmetatable({}, {
    __index = function(_, key)
      if key ~= "shape" then return base[key] end
      asked = asked + 1
      return kinds[(asked - 1) % count + 1]
    end,
    __len = function() return #base end,
  })
end

-- What hostile.userdata has made.
hostile.proxies = setmetatable({}, { __mode = "k" })

-- A userdata that answers x, y and z by `action` and then the numbers; a table where Lua has no newproxy.
function hostile.userdata(action, x, y, z)
  local answers = { x = x, y = y, z = z }
  local function index(_, key)
    action()
    return answers[key]
  end
  local proxy
  if newproxy then -- luacheck: ignore 113
    proxy = newproxy(true) -- luacheck: ignore 113
    getmetatable(proxy).__index = index
  else
    proxy = setmetatable({}, { __index = index })
  end
  hostile.proxies[proxy] = true
  return proxy
end

function hostile.cdata(x, y, z)
  if not ffi then return hostile.userdata(hostile.nothing, x, y, z) end
  if z then return ffi.new("fuzz_triple", x, y, z) end
  return ffi.new("fuzz_pair", x, y)
end

-- Values of LuaJIT's ffi that are no vectors, and elsewhere light userdata, where there is one.
function hostile.odd_cdata(n)
  if not ffi then return hostile.light() end
  return ({ ffi.new("int64_t", 3), ffi.new("double[3]", 1, 2, 3), ffi.cast("void *", 0), ffi.new("uint64_t", 2) })[n]
end

function hostile.light()
  return debug.upvalueid and debug.upvalueid(hostile.recurse, 1) or io.stdout
end

-- A table that is a shape, grid or result by its metatable alone.
function hostile.disguised(like, content)
  return setmetatable(content, getmetatable(like))
end

-- Calls the action when it is collected.
function hostile.finalizer(action)
  local function run()
    if hostile.checking then
      hostile.put_off[#hostile.put_off + 1] = action
    elseif not hostile.closing then
      pcall(action)
    end
  end
  if newproxy then -- luacheck: ignore 113
    local proxy = newproxy(true) -- luacheck: ignore 113
    getmetatable(proxy).__gc = run
    return proxy
  end
  return setmetatable({}, { __gc = run })
end

-- Calls what compares answers, which finalizers would interfere with: what they were to do becomes
-- the task of new garbage afterwards.
function hostile.without_finalizers(call)
  hostile.checking = true
  local results = { pcall(call) }
  hostile.checking = false
  local actions = hostile.put_off
  hostile.put_off = {}
  for _, action in ipairs(actions) do hostile.finalizer(action) end
  if not results[1] then error(results[2], 0) end
  return unpack(results, 2, 9)
end

function hostile.ring(count, radius)
  local points = {}
  for i = 1, count do
    local angle = 2 * math.pi * i / count
    points[i] = { radius * math.cos(angle), radius * math.sin(angle) }
  end
  return points
end

-- Points near a sphere, some of them the same; `height` flattens it.
function hostile.cloud(count, radius, height)
  local points, state = {}, count
  for i = 1, count do
    local v = {}
    for axis = 1, 3 do
      state = state * 16807 % 2147483647
      v[axis] = state / 1073741823.5 - 1
    end
    local length = math.sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2) + 1e-9
    points[i] = i % 7 == 0 and points[i - 3]
      or { radius * v[1] / length, radius * v[2] / length, height * radius * v[3] / length }
  end
  return points
end

-- A table without the keys that come last, so that it may have holes.
function hostile.without(t, key)
  t[key] = nil
  return t
end

-- ---- Ways to call -----------------------------------------------------------

-- Calls in a coroutine. What yields in there is resumed a few times.
function hostile.inside(call)
  local routine = coroutine.create(call)
  local results
  for _ = 1, 40 do
    results = { coroutine.resume(routine) }
    if coroutine.status(routine) == "dead" then break end
  end
  if not results[1] then error(results[2], 0) end
  return unpack(results, 2, 9)
end

-- Leaves the coroutine where it yields, or returns it dead.
function hostile.left(call)
  local routine = coroutine.create(call)
  coroutine.resume(routine)
  return routine
end

-- Calls while the value, one of ours, has another metatable.
function hostile.under(value, meta, call)
  if type(value) ~= "userdata" and type(value) ~= "table" then return end
  local own = debug.getmetatable(value)
  if type(own) == "table" and own.__metatable then return end
  debug.setmetatable(value, meta)
  local results = { pcall(call) }
  debug.setmetatable(value, own)
  if not results[1] then error(results[2], 0) end
  return unpack(results, 2, 9)
end

-- Steps through an iterator up to `most` times; the body may change what it walks over. A body may
-- take seconds, as a large fill does under the sanitizers: after LONG of them it is the last.
function hostile.loop(most, body, step, state, control)
  local count, started = 0, clock()
  for a, b, x, y in step, state, control do
    count = count + 1
    body(a, b, x, y)
    if count >= most or clock() - started > LONG then break end
  end
  return count
end

-- An iterator that was left halfway, to be gone on with.
function hostile.halfway(most, step, state, control)
  local walk = { step = step, state = state, control = control }
  hostile.go_on(walk, most)
  return walk
end

function hostile.go_on(walk, most)
  if type(walk) ~= "table" or not walk.step then return 0 end
  for count = 1, most do
    walk.control = walk.step(walk.state, walk.control)
    if walk.control == nil then return count end
  end
  return most
end

-- One walk's step with the state of another, or with anything.
function hostile.crossed(walk, state)
  if type(walk) ~= "table" or not walk.step then return 0 end
  if type(state) == "table" and state.step then state = state.state end
  return (walk.step(state, walk.control))
end

return hostile
