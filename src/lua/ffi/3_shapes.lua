-- SPDX-License-Identifier: MIT
--
-- Pairs of shapes, a shape and a point, and setters.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type, select = getmetatable, setmetatable, type, select
local C, replace, answer, is_shape, is_world = h.C, h.replace, h.answer, h.is_shape, h.is_world
local SHAPE, SHAPE_DATA, CONTACT = h.SHAPE, h.SHAPE_DATA, h.CONTACT
local read_2, read_3, vector_2, vector_3 = h.read_2, h.read_3, h.vector_2, h.vector_3
local OTHER, YES, IN_SPACE = -1, 1, 2

-- ---- Pairs --------------------------------------------------------------------------------------

local function are_shapes(a, b)
  if type(a) ~= "userdata" or type(b) ~= "userdata" then return false end
  local one, other = getmetatable(a), getmetatable(b)
  return (one == SHAPE or one == SHAPE_DATA) and (other == SHAPE or other == SHAPE_DATA)
end

-- Two shapes, or a world and a shape.
local function are_asked(a, b)
  return is_shape(a) and (is_shape(b) or is_world(b)) or is_world(a) and is_shape(b)
end

replace("overlap", function(slow)
  local C_overlap, C_overlap_some, read_choices = C.overlap, h.some.overlap_some, h.read_choices
  return function(...)
    local a, b, options = ...
    local count = select("#", ...)
    if count == 2 then
      if are_shapes(a, b) then
        local code = C_overlap(a, b)
        if code ~= OTHER then return code == YES end
      elseif are_asked(a, b) then
        local code = C_overlap_some(a, b, nil, 0, nil, 0)
        if code ~= OTHER then return code == YES end
      end
    elseif count == 3 and type(options) == "table" and are_asked(a, b) then
      local fine, ignore, ignored_layer, only, only_layer = read_choices(options)
      if fine and options.max == nil then
        local code = C_overlap_some(a, b, ignore, ignored_layer, only, only_layer)
        if code ~= OTHER then return code == YES end
      end
    end
    return slow(...)
  end
end)

replace("contact", function(slow)
  local C_contact = C.contact
  return function(...)
    local a, b, form = ...
    local count = select("#", ...)
    if (count == 2 or count == 3 and form == "numbers") and are_shapes(a, b) then
      local call = answer.calls + 1
      local code = C_contact(a, b, answer)
      if code == 0 then return nil end
      if code == YES then
        local nx, ny, depth, px, py = answer.mx, answer.my, answer.depth, answer.qx, answer.qy
        if answer.calls == call then
          if count == 3 then return nx, ny, depth, px, py end
          return setmetatable({ normal = vector_2(nx, ny), depth = depth, point = vector_2(px, py) }, CONTACT)
        end
      elseif code == IN_SPACE then
        local nx, ny, nz, depth = answer.mx, answer.my, answer.mz, answer.depth
        local px, py, pz = answer.qx, answer.qy, answer.qz
        if answer.calls == call then
          if count == 3 then return nx, ny, nz, depth, px, py, pz end
          return setmetatable({ normal = vector_3(nx, ny, nz), depth = depth, point = vector_3(px, py, pz) }, CONTACT)
        end
      end
    end
    return slow(...)
  end
end)

replace("distance", function(slow)
  local C_distance = C.distance
  return function(...)
    local a, b, form = ...
    local count = select("#", ...)
    if (count == 2 or count == 3 and form == "numbers") and are_shapes(a, b) then
      local call = answer.calls + 1
      local code = C_distance(a, b, answer)
      if code == YES then
        local t, px, py, qx, qy = answer.t, answer.px, answer.py, answer.qx, answer.qy
        if answer.calls == call then
          if count == 3 then return t, px, py, qx, qy end
          return t, vector_2(px, py), vector_2(qx, qy)
        end
      elseif code == IN_SPACE then
        local t, px, py, pz = answer.t, answer.px, answer.py, answer.pz
        local qx, qy, qz = answer.qx, answer.qy, answer.qz
        if answer.calls == call then
          if count == 3 then return t, px, py, pz, qx, qy, qz end
          return t, vector_3(px, py, pz), vector_3(qx, qy, qz)
        end
      end
    end
    return slow(...)
  end
end)

-- The vector that a shape's call has after the shape, and its dimensions; nil if it is not a common one.
local C_dimensions_of = C.dimensions
local function read_vector(shape, count, x, y, z)
  local dimensions = count - 1
  if count == 2 and type(x) ~= "number" then
    dimensions = C_dimensions_of(shape)
    if dimensions == 3 then
      x, y, z = read_3(x)
    else
      x, y = read_2(x)
    end
  end
  if dimensions == 2 then z = 0 end
  if (dimensions == 2 or dimensions == 3) and type(x) == "number" and type(y) == "number" and type(z) == "number" then
    return dimensions, x, y, z
  end
end

replace("closest", function(slow)
  local C_closest = C.closest
  return function(...)
    local shape, x, y, z = ...
    local count = select("#", ...)
    if is_shape(shape) then
      local in_numbers, dimensions = count > 2
      dimensions, x, y, z = read_vector(shape, count, x, y, z)
      local call = answer.calls + 1
      if dimensions and C_closest(shape, dimensions, x, y, z, answer) == YES then
        local t, px, py, pz = answer.t, answer.px, answer.py, answer.pz
        if answer.calls == call then
          if dimensions == 3 then
            if in_numbers then return t, px, py, pz end
            return t, vector_3(px, py, pz)
          end
          if in_numbers then return t, px, py end
          return t, vector_2(px, py)
        end
      end
    end
    return slow(...)
  end
end)

replace("contains", function(slow)
  local C_contains_2, C_contains_3, C_dimensions = C.contains_2, C.contains_3, C.dimensions
  return function(...)
    local shape, x, y, z = ...
    local count = select("#", ...)
    if is_shape(shape) then
      local code = OTHER
      if count == 4 then
        if type(x) == "number" and type(y) == "number" and type(z) == "number" then
          code = C_contains_3(shape, x, y, z)
        end
      elseif count == 3 then
        if type(x) == "number" and type(y) == "number" then code = C_contains_2(shape, x, y) end
      elseif count == 2 and type(x) ~= "number" then
        if C_dimensions(shape) == 3 then
          x, y, z = read_3(x)
          if x then code = C_contains_3(shape, x, y, z) end
        else
          x, y = read_2(x)
          if x then code = C_contains_2(shape, x, y) end
        end
      end
      if code ~= OTHER then return code == YES end
    end
    return slow(...)
  end
end)

replace("project", function(slow)
  local C_project = C.project
  return function(...)
    local shape, x, y, z = ...
    local count = select("#", ...)
    if is_shape(shape) then
      local dimensions
      dimensions, x, y, z = read_vector(shape, count, x, y, z)
      local call = answer.calls + 1
      if dimensions and C_project(shape, dimensions, x, y, z, answer) == YES then
        local lowest, highest = answer.t, answer.t_exit
        if answer.calls == call then return lowest, highest end
      end
    end
    return slow(...)
  end
end)

replace("triangle_region", function(slow)
  local C_triangle_region = C.triangle_region
  return function(...)
    local shape, x, y = ...
    if select("#", ...) == 3 and is_shape(shape) and type(x) == "number" and type(y) == "number" then
      local code = C_triangle_region(shape, x, y)
      if code ~= OTHER then return code end
    end
    return slow(...)
  end
end)

for what, name in pairs({
  [0] = "triangle_rect_pef", [1] = "triangle_rect_sat", [2] = "triangle_box_pef", [3] = "triangle_box_sat",
}) do
  replace(name, function(slow)
    local C_triangle_test = C.triangle_test
    return function(...)
      local triangle, other = ...
      if select("#", ...) == 2 and are_shapes(triangle, other) then
        local code = C_triangle_test(triangle, other, what)
        if code ~= OTHER then return code == YES end
      end
      return slow(...)
    end
  end)
end

-- ---- Setters -------------------------------------------------------------------------------------

replace("set_position", function(slow)
  local C_dimensions, C_set_position = C.dimensions, C.set_position
  return function(...)
    local shape, x, y, z = ...
    local count = select("#", ...)
    if is_shape(shape) then
      if count == 2 and type(x) ~= "number" then
        if C_dimensions(shape) == 3 then
          count, x, y, z = 4, read_3(x)
        else
          count, x, y = 3, read_2(x)
        end
      end
      if count == 4 then
        if type(x) == "number" and type(y) == "number" and type(z) == "number"
          and C_set_position(shape, 3, x, y, z) == YES then return shape end
      elseif count == 3 then
        if type(x) == "number" and type(y) == "number"
          and C_set_position(shape, 2, x, y, 0) == YES then return shape end
      end
    end
    return slow(...)
  end
end)

replace("set_rotation", function(slow)
  local C_set_rotation = C.set_rotation
  return function(...)
    local shape, x, y, z, w = ...
    local count = select("#", ...)
    if is_shape(shape) and type(x) == "number" then
      if count == 2 then
        if C_set_rotation(shape, 1, x, 0, 0, 0) == YES then return shape end
      elseif count == 5 and type(y) == "number" and type(z) == "number" and type(w) == "number" then
        if C_set_rotation(shape, 4, x, y, z, w) == YES then return shape end
      end
    end
    return slow(...)
  end
end)

replace("set_scale", function(slow)
  local C_set_scale = C.set_scale
  return function(...)
    local shape, x, y, z = ...
    local count = select("#", ...)
    if is_shape(shape) and type(x) == "number" then
      if count == 2 then
        if C_set_scale(shape, 1, x, 0, 0) == YES then return shape end
      elseif type(y) == "number" then
        if count == 3 then
          if C_set_scale(shape, 2, x, y, 0) == YES then return shape end
        elseif count == 4 and type(z) == "number" then
          if C_set_scale(shape, 3, x, y, z) == YES then return shape end
        end
      end
    end
    return slow(...)
  end
end)
