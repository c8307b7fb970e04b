-- SPDX-License-Identifier: MIT
--
-- What metamethods are called with, which a script may call as well. Adds them to calls.meta.
local function own_grid(d)
  return d:chance(40) and d:grid() or d:leaf("grid", ("c.grid { dimensions = %d }"):format(d.dim))
end

return function(calls, world_alone)
  local function text_of(kind)
    return function(d)
      local own = d:chance(70) and d:variable(kind)
      return { d:leaf(kind, own or ("h.samples.%s()"):format(kind)) }
    end
  end

  for _, kind in ipairs { "shape", "grid", "mesh", "hit", "list", "group", "compound", "contact", "vector", "world",
    "moved" } do
    calls.meta["text_" .. kind] = text_of(kind)
  end
  for _, kind in ipairs { "shape", "grid", "mesh", "compound", "world" } do
    calls.meta["pairs_" .. kind] = text_of(kind)
    if kind ~= "shape" then calls.meta["length_" .. kind] = text_of(kind) end
  end
  calls.meta.set_shape = function(d)
    return { d:leaf("shape", d:chance(70) and d:variable("shape") or "h.samples.shape()"),
      d:leaf("string", d:of { '"data"', '"data"', '"data"', '"position"' }), d:leaf("any", d:of { "1", "{}", "nil",
        "c" }) }
  end
  calls.meta.set_mesh = function(d)
    return { d:mesh(), d:leaf("string", d:of { '"data"', '"data"', '"position"' }),
      d:leaf("any", d:of { "1", "{}", "nil" }) }
  end
  calls.meta.free_mesh = function(d) return { d:mesh() } end
  calls.meta.free_world = world_alone
  calls.meta.set_world = function(d)
    return { d:world(), d:leaf("string", d:of { '"data"', '"data"', '"layer"' }),
      d:leaf("any", d:of { "1", "{}", "nil", "c" }) }
  end
  calls.meta.free_compound = function(d)
    return { d:leaf("compound", d:chance(70) and d:variable("compound") or "h.samples.compound()") }
  end
  calls.meta.set_compound = function(d)
    return { d:leaf("compound", d:chance(70) and d:variable("compound") or "h.samples.compound()"),
      d:leaf("string", d:of { '"data"', '"data"', '"scale"' }), d:leaf("any", d:of { "1", "{}", "nil", "c" }) }
  end
  calls.meta.free_grid = function(d) return { own_grid(d) } end
  calls.meta.set_grid = function(d)
    return { own_grid(d), d:leaf("any", d:of { "1", '"tiles"', '"data"' }), d:leaf("any", d:of { "1", "nil", "c" }) }
  end
end
