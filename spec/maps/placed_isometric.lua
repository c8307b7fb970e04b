return {
  version = "1.5",
  luaversion = "5.1",
  tiledversion = "1.8.2",
  orientation = "isometric",
  renderorder = "right-down",
  width = 12,
  height = 14,
  tilewidth = 32,
  tileheight = 16,
  nextlayerid = 5,
  nextobjectid = 60,
  properties = {},
  tilesets = {
    {
      name = "unspecified",
      firstgid = 1,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "unspecified",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              },
              {
                id = 2,
                name = "",
                type = "",
                shape = "rectangle",
                x = 12,
                y = 6,
                width = 6,
                height = 4,
                rotation = 0,
                visible = true,
                properties = {}
              },
              {
                id = 3,
                name = "",
                type = "",
                shape = "rectangle",
                x = 10,
                y = 2,
                width = 4,
                height = 2,
                rotation = 90,
                visible = true,
                properties = {}
              },
              {
                id = 4,
                name = "",
                type = "",
                shape = "ellipse",
                x = 8,
                y = 8,
                width = 6,
                height = 2,
                rotation = -30,
                visible = true,
                properties = {}
              },
              {
                id = 5,
                name = "",
                type = "",
                shape = "ellipse",
                x = 14,
                y = 6,
                width = 3,
                height = 3,
                rotation = 0,
                visible = true,
                properties = {}
              },
              {
                id = 6,
                name = "",
                type = "",
                shape = "point",
                x = 5,
                y = 5,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                properties = {}
              },
              {
                id = 7,
                name = "",
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
                  { x = 3, y = 1 },
                  { x = 5, y = 8 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "topleft",
      firstgid = 3,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "topleft",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "top",
      firstgid = 5,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "top",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "topright",
      firstgid = 7,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "topright",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "left",
      firstgid = 9,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "left",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "center",
      firstgid = 11,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "center",
      tileoffset = {
        x = 4,
        y = -3
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "right",
      firstgid = 13,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "right",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "bottomleft",
      firstgid = 15,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "bottomleft",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "bottom",
      firstgid = 17,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "bottom",
      tileoffset = {
        x = 0,
        y = 0
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    },
    {
      name = "bottomright",
      firstgid = 19,
      tilewidth = 20,
      tileheight = 12,
      spacing = 0,
      margin = 0,
      columns = 2,
      image = "placed.png",
      imagewidth = 40,
      imageheight = 12,
      objectalignment = "bottomright",
      tileoffset = {
        x = 4,
        y = -3
      },
      grid = {
        orientation = "orthogonal",
        width = 20,
        height = 12
      },
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        {
          id = 1,
          objectGroup = {
            type = "objectgroup",
            draworder = "index",
            id = 2,
            name = "",
            visible = true,
            opacity = 1,
            offsetx = 0,
            offsety = 0,
            parallaxx = 1,
            parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1,
                name = "",
                type = "",
                shape = "polygon",
                x = 2,
                y = 1,
                width = 0,
                height = 0,
                rotation = 0,
                visible = true,
                polygon = {
                  { x = 0, y = 0 },
                  { x = 16, y = 0 },
                  { x = 16, y = 4 },
                  { x = 4, y = 4 },
                  { x = 4, y = 10 },
                  { x = 0, y = 10 }
                },
                properties = {}
              }
            }
          }
        }
      }
    }
  },
  layers = {
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 1,
      name = "anchors",
      visible = true,
      opacity = 1,
      offsetx = 3,
      offsety = -1.5,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 1,
          name = "unspecified",
          type = "",
          shape = "rectangle",
          x = 40,
          y = 50,
          width = 30,
          height = 18,
          rotation = 0,
          gid = 2,
          visible = true,
          properties = {}
        },
        {
          id = 2,
          name = "topleft",
          type = "",
          shape = "rectangle",
          x = 82,
          y = 50,
          width = 30,
          height = 18,
          rotation = 30,
          gid = 4,
          visible = true,
          properties = {}
        },
        {
          id = 3,
          name = "top",
          type = "",
          shape = "rectangle",
          x = 124,
          y = 50,
          width = 30,
          height = 18,
          rotation = 90,
          gid = 6,
          visible = true,
          properties = {}
        },
        {
          id = 4,
          name = "topright",
          type = "",
          shape = "rectangle",
          x = 166,
          y = 50,
          width = 30,
          height = 18,
          rotation = -45,
          gid = 8,
          visible = true,
          properties = {}
        },
        {
          id = 5,
          name = "left",
          type = "",
          shape = "rectangle",
          x = 208,
          y = 50,
          width = 30,
          height = 18,
          rotation = 180,
          gid = 10,
          visible = true,
          properties = {}
        },
        {
          id = 6,
          name = "center",
          type = "",
          shape = "rectangle",
          x = 40,
          y = 110,
          width = 30,
          height = 18,
          rotation = 0,
          gid = 12,
          visible = true,
          properties = {}
        },
        {
          id = 7,
          name = "right",
          type = "",
          shape = "rectangle",
          x = 82,
          y = 110,
          width = 30,
          height = 18,
          rotation = 30,
          gid = 14,
          visible = true,
          properties = {}
        },
        {
          id = 8,
          name = "bottomleft",
          type = "",
          shape = "rectangle",
          x = 124,
          y = 110,
          width = 30,
          height = 18,
          rotation = 90,
          gid = 16,
          visible = true,
          properties = {}
        },
        {
          id = 9,
          name = "bottom",
          type = "",
          shape = "rectangle",
          x = 166,
          y = 110,
          width = 30,
          height = 18,
          rotation = -45,
          gid = 18,
          visible = true,
          properties = {}
        },
        {
          id = 10,
          name = "bottomright",
          type = "",
          shape = "rectangle",
          x = 208,
          y = 110,
          width = 30,
          height = 18,
          rotation = 180,
          gid = 20,
          visible = true,
          properties = {}
        },
        {
          id = 11,
          name = "whole 0",
          type = "",
          shape = "rectangle",
          x = 40,
          y = 180,
          width = 30,
          height = 18,
          rotation = 0,
          gid = 1,
          visible = true,
          properties = {}
        },
        {
          id = 12,
          name = "whole 1",
          type = "",
          shape = "rectangle",
          x = 80,
          y = 180,
          width = 30,
          height = 18,
          rotation = 20,
          gid = 3,
          visible = true,
          properties = {}
        },
        {
          id = 13,
          name = "whole 2",
          type = "",
          shape = "rectangle",
          x = 120,
          y = 180,
          width = 30,
          height = 18,
          rotation = 40,
          gid = 536870917,
          visible = true,
          properties = {}
        }
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 2,
      name = "orientations",
      visible = true,
      opacity = 1,
      offsetx = 0,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 14,
          name = "flip 0",
          type = "",
          shape = "rectangle",
          x = 30,
          y = 40,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 2,
          visible = true,
          properties = {}
        },
        {
          id = 15,
          name = "flip 1",
          type = "",
          shape = "rectangle",
          x = 80,
          y = 40,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 536870914,
          visible = true,
          properties = {}
        },
        {
          id = 16,
          name = "flip 2",
          type = "",
          shape = "rectangle",
          x = 130,
          y = 40,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 1073741826,
          visible = true,
          properties = {}
        },
        {
          id = 17,
          name = "flip 3",
          type = "",
          shape = "rectangle",
          x = 180,
          y = 40,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 1610612738,
          visible = true,
          properties = {}
        },
        {
          id = 18,
          name = "flip 4",
          type = "",
          shape = "rectangle",
          x = 30,
          y = 110,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 2147483650,
          visible = true,
          properties = {}
        },
        {
          id = 19,
          name = "flip 5",
          type = "",
          shape = "rectangle",
          x = 80,
          y = 110,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 2684354562,
          visible = true,
          properties = {}
        },
        {
          id = 20,
          name = "flip 6",
          type = "",
          shape = "rectangle",
          x = 130,
          y = 110,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 3221225474,
          visible = true,
          properties = {}
        },
        {
          id = 21,
          name = "flip 7",
          type = "",
          shape = "rectangle",
          x = 180,
          y = 110,
          width = 40,
          height = 12,
          rotation = 0,
          gid = 3758096386,
          visible = true,
          properties = {}
        },
        {
          id = 22,
          name = "turned",
          type = "",
          shape = "rectangle",
          x = 60,
          y = 200,
          width = 10,
          height = 24,
          rotation = 135,
          gid = 2147483650,
          visible = true,
          properties = {}
        }
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 3,
      name = "kinds",
      visible = true,
      opacity = 1,
      offsetx = -7,
      offsety = 0,
      parallaxx = 1,
      parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 23,
          name = "rectangle",
          type = "",
          shape = "rectangle",
          x = 30,
          y = 20,
          width = 30,
          height = 20,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 24,
          name = "turned rectangle",
          type = "",
          shape = "rectangle",
          x = 80,
          y = 20,
          width = 30,
          height = 20,
          rotation = 30,
          visible = true,
          properties = {}
        },
        {
          id = 25,
          name = "ellipse",
          type = "",
          shape = "ellipse",
          x = 120,
          y = 20,
          width = 40,
          height = 20,
          rotation = 30,
          visible = true,
          properties = {}
        },
        {
          id = 26,
          name = "circle",
          type = "",
          shape = "ellipse",
          x = 30,
          y = 80,
          width = 20,
          height = 20,
          rotation = 45,
          visible = true,
          properties = {}
        },
        {
          id = 27,
          name = "point",
          type = "",
          shape = "point",
          x = 70,
          y = 80,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 28,
          name = "polygon",
          type = "",
          shape = "polygon",
          x = 80,
          y = 80,
          width = 0,
          height = 0,
          rotation = -20,
          visible = true,
          polygon = {
            { x = 0, y = 0 },
            { x = 30, y = 0 },
            { x = 30, y = 6 },
            { x = 8, y = 6 },
            { x = 8, y = 24 },
            { x = 0, y = 24 }
          },
          properties = {}
        },
        {
          id = 29,
          name = "polyline",
          type = "",
          shape = "polyline",
          x = 130,
          y = 80,
          width = 0,
          height = 0,
          rotation = 10,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = 20, y = 0 },
            { x = 20, y = 17 }
          },
          properties = {}
        },
        {
          id = 30,
          name = "line",
          type = "",
          shape = "rectangle",
          x = 20,
          y = 130,
          width = 25,
          height = 0,
          rotation = 15,
          visible = true,
          properties = {}
        },
        {
          id = 31,
          name = "sign",
          type = "",
          shape = "text",
          x = 10,
          y = 150,
          width = 60,
          height = 20,
          rotation = 0,
          visible = true,
          text = "hello",
          wrap = true,
          properties = {}
        }
      }
    }
  }
}
