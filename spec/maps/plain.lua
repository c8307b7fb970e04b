return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 5,
  height = 3,
  tilewidth = 16,
  tileheight = 8,
  nextlayerid = 9,
  nextobjectid = 1,
  properties = {},
  tilesets = {
    {
      name = "blocks",
      firstgid = 1,
      tilewidth = 16,
      tileheight = 8,
      spacing = 0,
      margin = 0,
      columns = 4,
      image = "blocks.png",
      imagewidth = 64,
      imageheight = 16,
      objectalignment = "unspecified",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 16,
        height = 8
      },
      properties = {},
      wangsets = {},
      tilecount = 0,
      tiles = {}
    }
  },
  layers = {
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 5,
      height = 3,
      id = 1,
      name = "ground",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        1, 2, 0, 0, 2147483651,
        0, 0, 1610612740, 0, 0,
        5, 0, 0, 3758096390, 1
      }
    },
    {
      type = "tilelayer",
      x = 0,
      y = 0,
      width = 5,
      height = 3,
      id = 2,
      name = "walls",
      visible = true,
      opacity = 1,
      offsetx = 5,
      offsety = -3.5,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0,
        0, 0, 0, 0, 0,
        0, 0, 0, 0, 2
      }
    },
    {
      type = "group",
      id = 3,
      name = "far",
      visible = true,
      opacity = 1,
      offsetx = 100,
      offsety = 10,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      layers = {
        {
          type = "tilelayer",
          x = 0,
          y = 0,
          width = 5,
          height = 3,
          id = 4,
          name = "ground",
          visible = true,
          opacity = 1,
          offsetx = 0.5,
          offsety = 0,
          parallaxx = 1,
          parallaxy = 1,
          properties = {},
          encoding = "lua",
          data = {
            7, 7, 7, 7, 7,
            7, 7, 7, 7, 7,
            7, 7, 7, 7, 7
          }
        },
        {
          type = "group",
          id = 5,
          name = "deep",
          visible = true,
          opacity = 1,
          offsetx = 1000,
          offsety = 0,
          parallaxx = 1,
          parallaxy = 1,
          properties = {},
          layers = {
            {
              type = "tilelayer",
              x = 0,
              y = 0,
              width = 5,
              height = 3,
              id = 6,
              name = "hidden",
              visible = true,
              opacity = 1,
              offsetx = 0,
              offsety = 0,
              parallaxx = 1,
              parallaxy = 1,
              properties = {},
              encoding = "lua",
              data = {
                8, 0, 0, 0, 0,
                0, 0, 0, 0, 0,
                0, 0, 0, 0, 0
              }
            }
          }
        }
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 7,
      name = "things",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {}
    }
  }
}
