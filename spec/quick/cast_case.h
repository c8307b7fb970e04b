/* SPDX-License-Identifier: MIT
 *
 * One case of the cast comparison: a shape and a line aimed at one of its features.
 */
#ifndef CAST_CASE_H
#define CAST_CASE_H

#include "cast_draw.h"
#include "collide.h"

enum { MOST_POINTS = 12, MOST_STORAGE = 8192 };

typedef struct cast_case {
  collide_kind kind;
  collide_shape shape;
  collide_source source;
  const char *pose, *feature, *aim; /* names of what was drawn */
  int on_lattice;                   /* multiples of the unit, where ties are exact or nearly so */
  double unit;                      /* a half, an eighth or a tenth */
  double large, small;              /* the largest size in the own frame; the least that is not 0 */
  double from[3], toward[3], max;
  double at[3];    /* the point aimed at, */
  double away[3];  /* roughly the normal there, */
  double along[3]; /* and what is special about the feature; of unit length or zero */
  int is_segment, flags;
  double points[2 * MOST_POINTS];
  double storage[MOST_STORAGE / sizeof(double)];
} cast_case;

static inline double on_unit(const cast_case *c, double x) {
  return floor(x / c->unit + 0.5) * c->unit;
}

/* A point of the surface, in the shape's own frame; of two dimensions in the world. */
typedef struct feature {
  const char *name;
  double p[3];
  double n[3];     /* an outward normal, of unit length or zero */
  double along[3]; /* a direction that is special there: the edge's, the axis'; or zero */
} feature;

/* cast_shapes.c: fills what concerns the shape; draws until the core accepts it. */
void draw_shape(rng *r, collide_kind kind, cast_case *c);
/* The same, of ordinary proportions about the origin; rotated where `rotated`. */
void draw_plain_shape(rng *r, collide_kind kind, int rotated, cast_case *c);

/* cast_hulls.c: a hull whose coordinates lie within `axes` of `center`, times `scale`. Its storage
 * is that of all hulls: it lasts until the next is drawn. */
collide_error draw_hull(rng *r, cast_case *c, const double axes[3], const double center[3],
                        double scale);
void note_hull_sizes(cast_case *c, void (*note)(cast_case *c, double size));
/* At parts from 0 to 1 of the way along an edge and into a face. */
void draw_hull_feature(rng *r, const cast_case *c, double part, double other, feature *f);

/* cast_aims_solid.c, cast_aims_flat.c: a random feature of the shape. */
void draw_solid_feature(rng *r, const cast_case *c, feature *f);
void draw_flat_feature(rng *r, const cast_case *c, feature *f);

/* cast_lines.c: fills what concerns the line; is_segment is drawn, too. */
void draw_line(rng *r, cast_case *c);
/* One that grazes the shape, from not far away. */
void draw_grazing_line(rng *r, cast_case *c);
/* A point of the surface, in the world. */
void draw_surface_point(rng *r, const cast_case *c, double p[3]);
/* An ordinary shot at the shape from `distance` sizes away. */
void draw_shot(rng *r, cast_case *c, double distance);

#endif
