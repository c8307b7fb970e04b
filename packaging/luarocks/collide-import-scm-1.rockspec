rockspec_format = "3.0"
package = "collide-import"
version = "scm-1"
source = {
  url = "git+https://github.com/collide-lua/collide.git",
}
description = {
  summary = "Models from OBJ, STL, PLY, glTF, FBX and more for collide, and into blocks",
  detailed = [[
collide.import reads what Assimp reads, node transforms applied, and gives
plain arrays of vertices and triangles. The program collide-voxelize turns
such a model into blocks, as MagicaVoxel's .vox or as .binvox. Needs
Assimp's library and headers (Debian: libassimp-dev, Homebrew: assimp).]],
  homepage = "https://github.com/collide-lua/collide",
  issues_url = "https://github.com/collide-lua/collide/issues",
  license = "MIT",
  labels = { "geometry", "voxel", "gamedev" },
}
supported_platforms = { "unix", "windows" }
dependencies = { "lua >= 5.1", "collide", "argparse >= 0.7" }
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
    ["collide.tool.console"] = "examples/lib/console.lua",
    ["collide.tool.picture"] = "examples/lib/picture.lua",
    ["collide.tool.preview"] = "src/tool/preview.lua",
    ["collide.tool.voxelize"] = "src/tool/voxelize.lua",
  },
  install = {
    bin = { ["collide-voxelize"] = "bin/collide-voxelize" },
  },
}
