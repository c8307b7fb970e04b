return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 4,
  height = 4,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 4,
  nextobjectid = 12,
  properties = {},
  tilesets = {},
  layers = {
    {
      type = "group",
      id = 1,
      name = "level",
      visible = true,
      opacity = 1,
      offsetx = 100,
      offsety = 10,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      layers = {
        {
          type = "objectgroup",
          draworder = "topdown",
          id = 2,
          name = "things",
          visible = true,
          opacity = 1,
          offsetx = 0.5,
          offsety = 0,
          parallaxx = 1,
          parallaxy = 1,
          properties = {},
          objects = {
            {
              id = 1,
              name = "crate",
              type = "solid",
              shape = "rectangle",
              x = 8,
              y = 4,
              width = 16,
              height = 8,
              rotation = 0,
              visible = true,
              properties = {
                ["weight"] = 2.5
              }
            },
            {
              id = 2,
              name = "turned",
              type = "",
              shape = "rectangle",
              x = 32,
              y = 0,
              width = 4,
              height = 2,
              rotation = 90,
              visible = true,
              properties = {}
            },
            {
              id = 3,
              name = "coin",
              type = "",
              shape = "ellipse",
              x = 10,
              y = 20,
              width = 6,
              height = 6,
              rotation = 0,
              visible = true,
              properties = {}
            },
            {
              id = 4,
              name = "start",
              type = "",
              shape = "point",
              x = 3,
              y = 5,
              width = 0,
              height = 0,
              rotation = 0,
              visible = true,
              properties = {}
            },
            {
              id = 5,
              name = "hill",
              type = "",
              shape = "polygon",
              x = 20,
              y = 30,
              width = 0,
              height = 0,
              rotation = 180,
              visible = true,
              polygon = {
                { x = 0, y = 0 },
                { x = 8, y = 0 },
                { x = 8, y = 2 },
                { x = 2, y = 2 },
                { x = 2, y = 6 },
                { x = 0, y = 6 }
              },
              properties = {}
            },
            {
              id = 6,
              name = "rope",
              type = "",
              shape = "polyline",
              x = 1,
              y = 2,
              width = 0,
              height = 0,
              rotation = 0,
              visible = true,
              polyline = {
                { x = 0, y = 0 },
                { x = 5, y = 0 },
                { x = 5, y = 7 }
              },
              properties = {}
            },
            {
              id = 7,
              name = "sign",
              type = "",
              shape = "text",
              x = 0,
              y = 0,
              width = 20,
              height = 8,
              rotation = 0,
              visible = true,
              text = "hello",
              wrap = true,
              properties = {}
            }
          }
        },
        {
          type = "objectgroup",
          draworder = "topdown",
          id = 3,
          name = "flat",
          visible = true,
          opacity = 1,
          offsetx = 0,
          offsety = 0,
          parallaxx = 1,
          parallaxy = 1,
          properties = {},
          objects = {
            {
              id = 8,
              name = "",
              type = "",
              shape = "ellipse",
              x = 0,
              y = 0,
              width = 6,
              height = 4,
              rotation = 0,
              visible = true,
              properties = {}
            }
          }
        }
      }
    }
  }
}
