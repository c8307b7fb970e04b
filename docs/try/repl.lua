-- SPDX-License-Identifier: MIT
-- Lua's read-eval-print loop, a chunk at a time.
local repl = {}

local output = io.stdout

-- What would hang the page, or look for what a page has not.
local function refuse(name)
  return function()
    error(name .. " does nothing in a page", 0)
  end
end
-- luacheck: push ignore 122 (these fields are not usually set)
os.exit, os.execute, io.popen = refuse("os.exit"), refuse("os.execute"), refuse("io.popen")
debug.sethook = refuse("debug.sethook")
-- luacheck: pop

-- No handler may run once time is up: nothing would stop it.
local plain_xpcall = xpcall
function xpcall(f, handler, ...) -- luacheck: globals xpcall
  return plain_xpcall(f, function(message)
    if type(message) == "string" and message:find("stopped: this took too long", 1, true) then
      return message
    end
    return handler(message)
  end, ...)
end

local function message_of(mistake, chunk)
  if type(mistake) ~= "string" then
    local meta = getmetatable(mistake)
    if type(meta) == "table" and meta.__tostring then
      return tostring(mistake)
    end
    return mistake == nil and "nil" or ("(error object is a %s value)"):format(type(mistake))
  end
  -- Where it happened is of use when there is more than one line.
  if chunk:find("\n", 1, true) then
    return (mistake:gsub("^try:(%d+): ", "line %1: "))
  end
  return (mistake:gsub("^try:%d+: ", ""))
end

-- Whether the chunk breaks off before its end: more is to come.
local function unfinished(mistake)
  return mistake:sub(-5) == "<eof>"
end

local function compile(chunk)
  local f = load("return " .. chunk, "=try")
  if f then
    return f
  end
  return load(chunk, "=try")
end

local function evaluate(f)
  local results = table.pack(f())
  if results.n > 0 then
    print(table.unpack(results, 1, results.n))
  end
end

-- Runs a chunk. What it prints goes to standard output, as do the values of an expression; the
-- answer is "done", "more" when the chunk has no end yet, or "error" and a message.
function repl.run(chunk)
  local f, mistake = compile(chunk)
  if not f then
    if unfinished(mistake) then
      return "more"
    end
    return "error", message_of(mistake, chunk)
  end
  local ok, raised = pcall(evaluate, f)
  output:flush()
  if ok then
    return "done"
  end
  return "error", message_of(raised, chunk)
end

return repl
