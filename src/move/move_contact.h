/* SPDX-License-Identifier: MIT
 *
 * The contacts of a body at one position, and the displacement that they permit.
 */
#ifndef COLLIDE_MOVE_CONTACT_H
#define COLLIDE_MOVE_CONTACT_H

#include "../number/fp.h"

#include <string.h>

#include "../collide.h"

/* The most normals of a contact; further ones are ignored. */
#ifndef MOVE_NORMALS
#define MOVE_NORMALS 24
#endif
enum { MOVE_CONTACTS = 32 }; /* the most contacts at one position */

/* The normals that separate two convex shapes which touch, except for the tolerance. They point
 * from the fixed shape to the mover, and have unit length. */
typedef struct move_contact {
  collide_place at;
  int mover_part;    /* the part of a moving group, from 1; 0 for a shape */
  int shape;         /* the index of the shape, if the place has several */
  int blocks;        /* a displacement that was tried enters the place */
  double tolerance;  /* of separations */
  double separation; /* the greatest one */
  double nearest[3]; /* the normal of that */
  int count;
  double normals[MOVE_NORMALS][3];
  double along[MOVE_NORMALS]; /* the separation along each */
} move_contact;

typedef struct move_contacts {
  int count;
  move_contact list[MOVE_CONTACTS];
} move_contacts;

static inline void move_copy_contacts(const move_contacts *from, move_contacts *to) {
  to->count = from->count;
  memcpy(to->list, from->list, (size_t)from->count * sizeof *to->list);
}

/* A displacement may enter a contact by this part of its length at most: 2^-20. */
#define MOVE_MOST_SLACK 9.5367431640625e-07

/* Two directions count as parallel if the sine of their angle is at most this. */
#define MOVE_PARALLEL 1e-12

/* Finds the normals along which the two shapes are separated by at least min(0, separation) less
 * c->tolerance. `hint` is a normal that may separate them. Writes the fields after `tolerance`.
 * Returns 0 if the separation exceeds `most`. */
int ci_move_find_normals(const collide_shape *mover, const collide_shape *fixed,
                         const double hint[3], double most, move_contact *c);

/* The number of corners of a shape without its radius: 1 for a ball, 2 for a capsule. Half-spaces,
 * cylinders, cones, and unevenly scaled balls and capsules have none. */
int ci_move_count_corners(const collide_shape *s);
/* Writes corner i in world coordinates. */
void ci_move_get_corner(const collide_shape *s, int i, double at[3]);

/* The separation of two shapes along a unit normal n: below 0 if they overlap along it. */
double ci_move_find_separation(const collide_shape *mover, const collide_shape *fixed,
                               const double n[3]);

/* How contacts limit a displacement. */
typedef struct move_rule {
  int dimensions;
  double per_length;      /* see ci_move_permits */
  int walks;              /* 1: the fields below count */
  double up[3], walkable; /* unit length; the least n . up of walkable ground */
  int keeps_level;        /* 1: on walkable ground the level part is kept */
} move_rule;

/* Returns 1 if the contact has a normal n that permits d: n . d >= -tolerance * |d| * per_length. A
 * body that walks does not climb steep ground: then the level part of a steep normal must permit d,
 * too. */
int ci_move_permits(const move_rule *rule, const move_contact *c, const double d[3]);
/* The same for normal i of the contact. */
int ci_move_normal_permits(const move_rule *rule, const move_contact *c, int i, const double d[3]);

/* Finds the displacement that is nearest to the desired one, and that all contacts with `blocks`
 * permit. See move_slide.c. */
void ci_move_choose(const move_rule *rule, const move_contacts *contacts, const double desired[3],
                    double d[3]);

#endif
