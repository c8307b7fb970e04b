-- SPDX-License-Identifier: MIT
--
-- Numbers as the bytes of files, the lowest byte first.
local bytes = {}

function bytes.int32(n)
  local list = {}
  for i = 1, 4 do
    list[i] = string.char(n % 256)
    n = math.floor(n / 256)
  end
  return table.concat(list)
end

-- The 32-bit float nearest to x, a normal one or 0.
function bytes.float32(x)
  if x == 0 then return bytes.int32(0) end
  local mantissa, exponent = math.abs(x), 0
  while mantissa >= 2 do
    mantissa, exponent = mantissa / 2, exponent + 1
  end
  while mantissa < 1 do
    mantissa, exponent = mantissa * 2, exponent - 1
  end
  return bytes.int32((x < 0 and 2 ^ 31 or 0) + (exponent + 127) * 2 ^ 23 + math.floor((mantissa - 1) * 2 ^ 23 + 0.5))
end

return bytes
