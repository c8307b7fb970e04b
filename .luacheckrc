-- SPDX-License-Identifier: MIT
std = "max" -- 5.1 to 5.4 and LuaJIT at once
exclude_files = { "examples/maps/*.lua", "spec/maps/*.lua" } -- written by Tiled

files["spec"] = { std = "max+busted" }
files["library"] = { ignore = { "212", "241", "121", "131" } } -- stubs: ---@meta
files["examples/love"] = { std = "max+love" }
files["examples/first_hour"] = { std = "max+love", globals = { "love" } }
files["packaging/love/transforms"] = { std = "max+love", globals = { "love" } }
files["packaging/love/rays"] = { std = "max+love", globals = { "love" } }
files["bench/love"] = { std = "max+love" }
files["bench/world.lua"] = { std = "max+love" }
files["packaging/love"] = { std = "max+love" }
files["packaging/windows"] = { std = "max+busted" }
files["packaging/defold"] = { read_globals = { "collide" }, globals = { "go", "hash", "msg", "tilemap", "vmath" } }
files["**/*.rockspec"] = { std = "rockspec" }
