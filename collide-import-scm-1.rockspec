rockspec_format = "3.0"
package = "collide-import"
version = "scm-1"
source = {
  url = "git+https://github.com/collide-lua/collide.git",
}
description = {
  summary = "Models from OBJ, STL, PLY, glTF, FBX and many more as meshes for collide",
  detailed = [[
Reads what Assimp reads, node transforms applied, and gives plain arrays of
vertices and triangles. Needs Assimp's library and headers
(Debian: libassimp-dev, Homebrew: assimp).]],
  homepage = "https://github.com/collide-lua/collide",
  license = "MIT",
  labels = { "geometry", "voxel", "gamedev" },
}
supported_platforms = { "unix", "windows" }
dependencies = { "lua >= 5.1" }
external_dependencies = {
  ASSIMP = { header = "assimp/cimport.h", library = "assimp" },
}
build = {
  type = "builtin",
  modules = {
    ["collide.import"] = {
      sources = { "src/import/lua_import.c" },
      libraries = { "assimp" },
      incdirs = { "$(ASSIMP_INCDIR)" },
      libdirs = { "$(ASSIMP_LIBDIR)" },
    },
  },
}
