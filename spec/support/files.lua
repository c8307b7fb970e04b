-- SPDX-License-Identifier: MIT
--
-- Reads and writes whole files with Lua's io, so hosts without a shell can use it.
local files = {}

function files.exists(path)
  local file = io.open(path, "rb")
  return file ~= nil and file:close() ~= nil
end

function files.contents(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

-- Returns the path.
function files.write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
  return path
end

return files
