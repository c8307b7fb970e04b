-- SPDX-License-Identifier: MIT
--
-- run.lua DIRECTORY LUA SECONDS SEED [CASE]: random programs on the module in DIRECTORY, which was
-- built with sanitizers, in processes of LUA that may be killed. What is found is made smaller and
-- printed as a program. Ends with counts, and fails if there was anything. With CASE, that program
-- of the seed alone.
local directory, lua, seconds, seed, only = arg[1], arg[2], tonumber(arg[3]), tonumber(arg[4]), tonumber(arg[5])

-- For the generator, which does not call it.
package.loaded.collide = package.loaded.collide or {}
local known = require("spec.fuzz.known")
local program = require("spec.fuzz.program")
local quote = require("spec.support.shell").quote

local BATCH, MOST_FINDINGS = 3, 5 -- seconds, findings
local LIMIT, LIMIT_ALONE = 60, 40 -- seconds of the processor: of a batch, and of one program

-- Runs a worker. Returns the lines that it printed, and its exit status.
local function work(first, duration, keep)
  local script = ("ulimit -S -t %d; export ASAN_OPTIONS=$ASAN_OPTIONS:hard_rss_limit_mb=2048:quarantine_size_mb=32; "
    .. "exec %s spec/fuzz/worker.lua %d %d %s %s %s"):format(keep and LIMIT_ALONE or LIMIT, lua, seed, first, duration,
    quote(directory .. "/case"), quote(keep or ""))
  local command = ("LUA_CPATH=%s tools/sanitized sh -c %s 2>&1; echo status $?"):format(
    quote(directory .. "/?.so"), quote(script))
  local pipe = assert(io.popen(command))
  local lines, status = {}, nil
  for line in pipe:lines() do
    status = line:match("^status (%d+)$") or status
    lines[#lines + 1] = line
  end
  pipe:close()
  return lines, tonumber(status)
end

-- What a worker printed, taken apart.
local function read(lines)
  local result = { findings = {}, raised = {}, used = {}, text = {} }
  for _, line in ipairs(lines) do
    local case, id, what = line:match("^finding\t(%d+)\t(%d+)\t(.*)")
    local where, count, fine = line:match("^used\t(%S+)\t(%d+)\t(%d+)")
    if case then
      result.findings[#result.findings + 1] = { case = tonumber(case), id = tonumber(id), what = what }
    elseif where then
      result.used[where] = { tonumber(count), tonumber(fine) }
    elseif line:find("^done") then
      result.done = {}
      for number in line:gmatch("%d+") do result.done[#result.done + 1] = tonumber(number) end
    elseif line:find("^raised\t") then
      result.raised[tonumber(line:match("%d+"))] = true
    elseif not line:find("^status") and not line:find("no leak detection") then
      result.text[#result.text + 1] = line
    end
  end
  return result
end

local function last_case()
  local file = io.open(directory .. "/case")
  local text = file and file:read("*l") or ""
  if file then file:close() end
  return tonumber(text:match("%d+")), text:find("closing") ~= nil, tonumber(text:match("%d+ (%d+)"))
end

-- ---- Making it smaller ------------------------------------------------------

local KILLED = { [137] = "killed", [152] = "out of time", [134] = "aborted", [139] = "a fault" }

-- How a program fails, without the numbers in it; nil if it does not.
local function way(result, status)
  if result.findings[1] then
    return (result.findings[1].what:gsub("%d+%.?%d*", "#"):gsub("^program:#: ", ""):sub(1, 60))
  end
  if status ~= 0 then
    local text = table.concat(result.text, "\n")
    return "status " .. (text:match("ERROR: (%w+Sanitizer: %S+)") or text:match("runtime error: ([^\n]*)")
      or KILLED[status] or status)
  end
end

-- The statement that fails, and those whose values it needs, and these need.
local function needed(statements, id)
  local wanted = { [id] = true }
  for at = id, 1, -1 do
    if wanted[at] then
      for need in pairs(statements[at].needs) do wanted[need] = true end
    end
  end
  local list = {}
  for at = 1, id do
    if wanted[at] then list[#list + 1] = at end
  end
  return list
end

-- Keeps what the failing statement needs if that fails in the same way, then leaves out one
-- statement after the other, from the last, while the program does.
local function shrink(case)
  local statements, keep = program.make(seed, case), {}
  for id = 1, #statements do keep[id] = id end
  local function try(list)
    local lines, status = work(case, 0, table.concat(list, ",") .. ",0")
    local result = read(lines)
    return way(result, status), result
  end
  local wanted, result = try(keep)
  if not wanted then return nil end
  local _, closing, last = last_case()
  local id = result.findings[1] and result.findings[1].id or not closing and last or nil
  if id and statements[id] then
    local fewer = needed(statements, id)
    local found, other = try(fewer)
    if found == wanted then keep, result = fewer, other end
  end
  local at = #keep
  while at >= 1 do
    local fewer = {}
    for i, kept in ipairs(keep) do
      if i ~= at then fewer[#fewer + 1] = kept end
    end
    local found, other = try(fewer)
    if found == wanted then keep, result = fewer, other end
    at = at - 1
  end
  return program.source(statements, keep, result.raised), wanted, result
end

-- The part of a batch that fails at its end, a leak say: halves while a half fails.
local function narrow(first, last)
  while first < last do
    local middle = math.floor((first + last) / 2)
    local function fails(from, to)
      local _, status = work(from, "-" .. (to - from + 1))
      return status ~= 0
    end
    if fails(first, middle) then
      last = middle
    elseif fails(middle + 1, last) then
      first = middle + 1
    else
      break
    end
  end
  return first, last
end

-- ---- The run ----------------------------------------------------------------

local totals, used, findings, ways = { 0, 0, 0, 0, 0 }, {}, 0, {}

local function report(case, what, text)
  print(("finding: %s, SEED=%d CASE=%d: %s"):format(lua, seed, case, what))
  io.stdout:flush()
  local source, same, result = shrink(case)
  findings = findings + 1
  if same and ways[same] then
    print("  (as before)")
    return
  end
  ways[same or what] = true
  for i = 1, math.min(#text, 20) do print("  " .. text[i]) end
  if not source then
    print("  (not in a process of its own)")
    return
  end
  if result.findings[1] then print("  " .. result.findings[1].what) end
  print((("\n" .. source):gsub("\n", "\n  ")))
end

local function add(result)
  for i = 1, 5 do totals[i] = totals[i] + result.done[i + 1] end
  for where, counts in pairs(result.used) do
    local sum = used[where] or { 0, 0 }
    used[where] = { sum[1] + counts[1], sum[2] + counts[2] }
  end
end

local function batch(first, duration)
  local lines, status = work(first, duration)
  local result = read(lines)
  local case, closing = last_case()
  local seen = {}
  for _, found in ipairs(result.findings) do
    local kind = found.what:gsub("%d+%.?%d*", "#"):gsub("^program:#: ", ""):sub(1, 60)
    if not seen[kind] and not ways[kind] and findings < MOST_FINDINGS then
      seen[kind] = true
      report(found.case, found.what, {})
    end
  end
  if result.done then add(result) end
  if status ~= 0 then
    local what = ("the process ended with status %s%s"):format(KILLED[status] or status,
      closing and ", at its end" or "")
    if closing then
      local from, to = narrow(first, case)
      if from < to then what = what .. (" (programs %d to %d together)"):format(from, to) end
      report(to, what, result.text)
    else
      report(case or first, what, result.text)
    end
  end
  return (case or first) + 1
end

local function terminal()
  return os.execute("test -t 2") == 0 or os.execute("test -t 2") == true
end

local function bar(share, counts)
  io.stderr:write(("\r%s [%-30s] %3d%% %d programs"):format(lua, ("#"):rep(math.floor(30 * share)),
    math.floor(100 * share), counts))
end

if only then
  local source, _, result = shrink(only)
  if not source then
    print(("SEED=%d CASE=%d: nothing found"):format(seed, only))
    os.exit(0)
  end
  print(result.findings[1] and result.findings[1].what or table.concat(result.text, "\n"))
  print(source)
  os.exit(1)
end

print(("fuzz: %s, %g s, SEED=%d"):format(lua, seconds, seed))
for _, line in ipairs((work(0, "complete"))) do
  local missing = line:match("^missing\t(.*)")
  if missing then
    findings = findings + 1
    print("finding: " .. missing)
  end
end
local started, case, on_terminal = os.time(), 1, terminal()
repeat
  local left = seconds - os.difftime(os.time(), started)
  case = batch(case, math.max(0.5, math.min(BATCH, left)))
  if on_terminal then bar(math.min(1, os.difftime(os.time(), started) / seconds), totals[1]) end
until os.difftime(os.time(), started) >= seconds or findings >= MOST_FINDINGS
if on_terminal then io.stderr:write("\r" .. (" "):rep(79) .. "\r") end

-- Whether each function was called, and answered at least once, unless all that it does is to raise.
local RAISES = { ["meta.set_grid"] = true }
if totals[1] >= 1000 then
  for _, entry in ipairs(program.entries) do
    local where = entry.where .. "." .. entry.name
    if not used[where] or used[where][2] == 0 and not RAISES[where] then
      findings = findings + 1
      print("finding: no program had an answer of " .. where)
    end
  end
end
local switched_off = {}
for name in pairs(known) do switched_off[#switched_off + 1] = name end
table.sort(switched_off)
print(("fuzz: %s: %d programs, %d calls, of which %d raised, %d comparisons, %d findings; known, left out: %s"):format(
  lua, totals[1], totals[2], totals[3], totals[4], findings,
  switched_off[1] and table.concat(switched_off, ", ") or "nothing"))
os.exit(findings == 0 and 0 or 1)
