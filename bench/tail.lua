-- SPDX-License-Identifier: MIT
-- The slowest single calls that a game makes in each frame: `make bench-tail`.
--
--   lua bench/tail.lua [--base OTHER.so] [--match PATTERN] [--output FILE]
--
-- Each call is timed alone with the CPU clock of the process, so other programs do not count, but the garbage collector
-- does. A row is measured ROUNDS times with the same inputs, and the round with the least worst call counts, because
-- interrupts count, too. With --base each row is measured with OTHER.so and with this module in turn, in two processes.
-- The exit code is 1 if a row of this module misses a target.
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path

local ROUNDS = tonumber(os.getenv("ROUNDS")) or 3
local SLOW, WORST = 1000, 2000 -- us, of the 99.9th percentile and of the slowest call

local function read_options()
  local o, i = { match = "" }, 1
  while arg[i] do
    local name = arg[i]:match("^%-%-(%a+)$")
    assert(name == "base" or name == "match" or name == "output" or name == "module" or name == "worker",
      "bench/tail.lua does not know " .. arg[i])
    o[name] = assert(arg[i + 1], arg[i] .. " needs a value")
    i = i + 2
  end
  return o
end

-- ---- A worker: measures a row for each line that it reads ------------------------------------------

-- os.clock() is the same clock, in whole microseconds.
local function cpu_clock()
  local has_ffi, ffi = pcall(require, "ffi")
  if not has_ffi or ffi.os ~= "Linux" then return os.clock end
  ffi.cdef "typedef struct { long s, n; } tail_time; int clock_gettime(int, tail_time *);"
  local time = ffi.new "tail_time"
  return function()
    ffi.C.clock_gettime(2, time)
    return tonumber(time.s) + tonumber(time.n) * 1e-9
  end
end

-- One round: the mean, the 99.9th percentile and the slowest call, in us.
local function time_round(row, seed, clock)
  local inputs, call, times, sum = require "inputs", row.call, {}, 0
  inputs.restart(seed)
  for i = 1, row.calls do
    local start = clock()
    call(i)
    times[i] = (clock() - start) * 1e6
    sum = sum + times[i]
  end
  table.sort(times)
  return { sum / row.calls, times[math.floor(row.calls * 0.999)], times[row.calls] }
end

-- Bytes of garbage of a call.
local function count_garbage(row)
  collectgarbage("stop")
  local before = collectgarbage("count")
  for i = 1, 100 do row.call(i) end
  local bytes = (collectgarbage("count") - before) * 1024 / 100
  collectgarbage("restart")
  return bytes
end

local function measure(row, seed, clock)
  local best
  for _ = 1, ROUNDS do
    local round = time_round(row, seed, clock)
    if not best or round[3] < best[3] then best = round end
  end
  print(("%s\t%g\t%.3f\t%.3f\t%.3f\t%.0f"):format(row.name, row.mean or math.huge, best[1], best[2], best[3],
    count_garbage(row)))
  io.stdout:flush()
end

local function work(options)
  if options.module then package.preload.collide = assert(package.loadlib(options.module, "luaopen_collide")) end
  local clock, number = cpu_clock(), 0
  require "tail_rows"(function(make, ...)
    number = number + 1
    local seed = 1000003 * number
    require "inputs".restart(seed)
    local row = make(...)
    if row.name:find(options.match) and io.read() then measure(row, seed, clock) end
  end)
  io.read() -- the request after the last row; a closed pipe would end the other process
end

-- ---- The table -----------------------------------------------------------------------------------

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- A process that measures, and the pipe from which its rows are read.
local function start_worker(options, module)
  local pipe, interpreter = os.tmpname(), 0
  while arg[interpreter - 1] do interpreter = interpreter - 1 end
  os.remove(pipe)
  os.execute("mkfifo " .. quote(pipe))
  local command = { quote(arg[interpreter]), quote(arg[0]), "--worker", "1", "--match", quote(options.match) }
  if module then command[#command + 1] = "--module " .. quote(module) end
  local requests = io.popen(table.concat(command, " ") .. " >" .. quote(pipe), "w")
  local rows = assert(io.open(pipe))
  os.remove(pipe)
  return { requests = requests, rows = rows }
end

local function read_row(worker)
  worker.requests:write("row\n")
  worker.requests:flush()
  local name, limit, mean, slow, worst, garbage = (worker.rows:read() or ""):match(
    "^(.-)\t(.-)\t(.-)\t(.-)\t(.-)\t(.-)$")
  return name and { name = name, limit = tonumber(limit), mean = tonumber(mean), slow = tonumber(slow),
    worst = tonumber(worst), garbage = tonumber(garbage) }
end

local out = io.stdout
local function write(...)
  out:write(string.format(...), "\n")
  out:flush()
end

local function number(x)
  return (x < 9.95 and "%.1f" or "%.0f"):format(x)
end

-- One cell; with a base both times.
local function cell(base, row, field)
  return base and number(base[field]) .. " : " .. number(row[field]) or number(row[field])
end

local function find_misses(row)
  local misses = {}
  if row.mean > row.limit then misses[#misses + 1] = "mean" end
  if row.slow > SLOW then misses[#misses + 1] = "99.9 %" end
  if row.worst > WORST then misses[#misses + 1] = "worst" end
  return table.concat(misses, ", ")
end

local function write_head(options)
  write("# Tails\n\nThe output of `make bench-tail`: us a call, as CPU time of the process.")
  if options.base then write("Before the colon: the module of BASE, measured in turn with this one, row by row.") end
  write("Targets: the 99.9th percentile at most %d, the worst call at most %d, and the mean of a step at most the",
    SLOW, WORST)
  write("number of its row. The collector counts; the last column is the garbage of a call in bytes. Each row is")
  write("measured %d times with the same inputs; the round with the least worst call counts.\n", ROUNDS)
  write("| row | mean | 99.9 %% | worst | target of the mean | missed | garbage |")
  write("|---|---|---|---|---|---|---|")
end

local function report(options)
  local base = options.base and start_worker(options, options.base)
  local worker, missed, count, slowest, worst = start_worker(options), 0, 0, 0, 0
  if options.output then out = assert(io.open(options.output, "w")) end
  write_head(options)
  while true do
    local before, row = base and read_row(base), read_row(worker)
    if not row then break end
    local misses = find_misses(row)
    count, missed = count + 1, missed + (misses == "" and 0 or 1)
    slowest, worst = math.max(slowest, row.slow), math.max(worst, row.worst)
    write("| %s | %s | %s | %s | %s | %s | %.0f |", row.name, cell(before, row, "mean"), cell(before, row, "slow"),
      cell(before, row, "worst"), row.limit == math.huge and "" or ("%d"):format(row.limit), misses, row.garbage)
  end
  write("\n%d rows, %d missed a target; the slowest 99.9 %% is %.0f us, the worst call %.0f us.", count, missed,
    slowest, worst)
  return count > 0 and missed == 0
end

local options = read_options()
if options.worker then
  work(options)
else
  os.exit(report(options) and 0 or 1)
end
