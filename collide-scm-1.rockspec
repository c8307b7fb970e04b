rockspec_format = "3.0"
package = "collide"
version = "scm-1"
source = {
  url = "git+https://github.com/collide-lua/collide.git",
}
description = {
  summary = "What does a ray hit, and which cells does it cross: exact, fast, in C",
  detailed = [[
Casts rays, segments and lines against spheres, boxes, cylinders, cones,
capsules, planes and triangles under any affine pose, and walks the cells of
2D and 3D grids. Every yes or no is exact, touching counts, and the answers are
the same to the last bit on every Lua and platform.]],
  homepage = "https://github.com/collide-lua/collide",
  license = "MIT",
  labels = { "collision", "raycast", "geometry", "gamedev" },
}
supported_platforms = { "unix", "windows" }
dependencies = { "lua >= 5.1" }
build = {
  type = "builtin",
  modules = {
    collide = {
      sources = {
        "src/binvox.c",
        "src/cast.c",
        "src/cast_box.c",
        "src/cast_capsule.c",
        "src/cast_cone.c",
        "src/cast_cylinder.c",
        "src/cast_plane.c",
        "src/cast_polygon.c",
        "src/cast_segment.c",
        "src/cast_sphere.c",
        "src/cast_triangle.c",
        "src/cells.c",
        "src/cells_run.c",
        "src/crossing.c",
        "src/exact.c",
        "src/file.c",
        "src/flat.c",
        "src/frame.c",
        "src/grid.c",
        "src/grid_cast.c",
        "src/grid_cast_hit.c",
        "src/grid_cast_next.c",
        "src/grid_cells.c",
        "src/grid_code.c",
        "src/grid_fill.c",
        "src/hull.c",
        "src/line.c",
        "src/orient.c",
        "src/pair.c",
        "src/pair_common.c",
        "src/pair_measure.c",
        "src/pair_overlap.c",
        "src/pair_plane.c",
        "src/pair_triangle.c",
        "src/polygon.c",
        "src/pose.c",
        "src/quadric.c",
        "src/quick.c",
        "src/quick_flat.c",
        "src/shape.c",
        "src/triangle_box.c",
        "src/turn.c",
        "src/vector.c",
        "src/vox_read.c",
        "src/vox_scene.c",
        "src/vox_write.c",
        "src/lua_args.c",
        "src/lua_cast.c",
        "src/lua_cells.c",
        "src/lua_collide.c",
        "src/lua_description.c",
        "src/lua_form.c",
        "src/lua_grid.c",
        "src/lua_grid_cast.c",
        "src/lua_grid_make.c",
        "src/lua_hits.c",
        "src/lua_points.c",
        "src/lua_pair.c",
        "src/lua_pose.c",
        "src/lua_result.c",
        "src/lua_shape.c",
        "src/lua_tell.c",
        "src/lua_vox.c",
      },
    },
  },
  platforms = {
    unix = { modules = { collide = { libraries = { "m" } } } },
  },
}
test = { type = "busted" }
