/* SPDX-License-Identifier: MIT
 *
 * Compares the quick casts with exact ones for spec/quick/cast.py.
 *
 *     cast_driver run KIND SEED FIRST COUNT [show=N] [stop] [lines] [mutant=INDEX:FACTOR]
 *     cast_driver shares KIND COUNT
 *
 * Case `index` of a seed is the same whatever was run before it, so a failure is
 * seen again by FIRST = its index and COUNT = 1. `stop` ends at the first
 * failure, `lines` also wants linecast's t to be raycast's to the bit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/cast.h"
#include "cast_gates.h"
#include "cast_judge.h"
#include "shape/quick.h"
#include "shape/shape.h"

/* What cast_mutants.py multiplies the margins by. */
extern double quick_mutants[64];
double quick_mutants[64];

static const char *const kind_names[COLLIDE_KINDS] = {
    "sphere",   "box",     "cylinder",    "cone",       "capsule",       "plane",
    "triangle", "segment", "hull",        "round_box",  "plane_outline", "circle",
    "rect",     "polygon", "triangle_2d", "segment_2d", "capsule_2d",    "plane_2d"};

/* How many gates are gone to from a line; and lines from a corner to the surface;
 * and in one of how many lines that corner is a known one. */
enum { GATES = 2, LINES_OF_CORNER = 6, KNOWN = 32 };

typedef struct options {
  int show, stop, lines;
} options;

typedef struct tally {
  long asked, answered, gates, checked, hits, wrong, off, lines, lines_differ;
  long first; /* the first failure's index, or -1 */
  apart most;
} tally;

static collide_kind kind_of_name(const char *name) {
  int kind;
  for (kind = 0; kind < COLLIDE_KINDS; kind++)
    if (strcmp(kind_names[kind], name) == 0) return (collide_kind)kind;
  fprintf(stderr, "cast_driver: no kind %s\n", name);
  exit(2);
}

/* ---- Failures ------------------------------------------------------------------ */

static void print_numbers(const char *name, const double *v, int count) {
  int i;
  printf(" %s={", name);
  for (i = 0; i < count; i++) printf("%s%.17g", i ? "," : "", v[i]);
  printf("}");
}

static void print_hit(const char *name, int found, const collide_hit *h) {
  printf("    %s: %d", name, found);
  if (found) {
    printf(" t=%.17g t_exit=%.17g inside=%d face=%d edge=%d u=%.17g v=%.17g", h->t, h->t_exit,
           h->inside, (int)h->face, h->edge, h->u, h->v);
    print_numbers("point", h->point, 3);
    print_numbers("normal", h->normal, 3);
  }
  printf("\n");
}

static void print_case(const cast_case *c) {
  const collide_pose *p = &c->source.pose;
  printf("    %s%s", c->shape.hollow ? "hollow " : "", kind_names[c->kind]);
  if (c->kind == COLLIDE_POLYGON)
    print_numbers("points", c->source.points, 2 * c->shape.of.outline.given);
  else if (c->kind == COLLIDE_HULL)
    print_numbers("points", c->source.points, 3 * ci_hull_point_count(&c->shape));
  else
    print_numbers("sizes", c->source.sizes, 9);
  print_numbers("position", p->position, 3);
  if (p->has_linear) {
    print_numbers("linear", p->linear, 9);
  } else {
    print_numbers("rotation", p->rotation, 4);
    print_numbers("scale", p->scale, 3);
    print_numbers("angle", &p->angle, 1);
  }
  printf("\n    %s", c->is_segment ? "segment" : "ray");
  print_numbers("from", c->from, 3);
  print_numbers(c->is_segment ? "to" : "along", c->toward, 3);
  printf(" max=%.17g%s\n", c->max, c->flags ? " skip_inside" : "");
}

static void fail(const options *o, tally *t, long index, const cast_case *c, const char *what) {
  if (t->first < 0) t->first = index;
  if (t->wrong + t->off > o->show) return;
  printf("fail %ld: %s (%s, %s, %s)\n", index, what, c->pose, c->feature, c->aim);
  print_case(c);
}

/* ---- One case ------------------------------------------------------------------ */

/* The same crossing, so the same t: of a ray that hits from outside, neither at its start nor at
 * its end. */
static int lines_agree(const cast_case *c, tally *t) {
  collide_hit ray, whole;
  if (c->is_segment) return 1;
  if (!collide_raycast(&c->shape, c->from, c->toward, c->max, c->flags, &ray)) return 1;
  if (ray.inside || !(ray.t > 0 && ray.t < c->max)) return 1;
  t->lines++;
  if (collide_linecast(&c->shape, c->from, c->toward, &whole) && whole.t == ray.t) return 1;
  t->lines_differ++;
  return 0;
}

/* What is wrong with the quick cast's answer, or NULL. */
static const char *compare(const cast_case *c, int answer, const collide_hit *shortly, int truth,
                           const collide_hit *exactly, tally *t) {
  const char *what;
  if (answer != truth)
    what = answer == QUICK_HIT ? "hits, but misses exactly" : "misses, but hits exactly";
  else if (ci_cast_quickly(&c->shape, c->from, c->toward, c->is_segment, c->max, c->flags, NULL) !=
           answer)
    what = "answers otherwise without room for a hit";
  else if (answer == QUICK_MISS && memcmp(shortly, exactly, sizeof *shortly) != 0)
    what = "writes a hit on a miss";
  else if (answer == QUICK_HIT && is_decided_otherwise(shortly, exactly))
    what = is_decided_otherwise(shortly, exactly);
  else {
    what = answer == QUICK_HIT ? compare_measures(c, shortly, exactly, &t->most) : NULL;
    t->off += what != NULL;
    return what;
  }
  t->wrong++;
  return what;
}

/* A yes or no that the quick cast answers where it leaves the hit itself: then it has decided by
 * other signs. Such a line starts or ends at the surface, or grazes it. */
static void ask_decision(const options *o, tally *t, long index, const cast_case *c) {
  int answer =
      ci_cast_quickly(&c->shape, c->from, c->toward, c->is_segment, c->max, c->flags, NULL);
  if (answer == QUICK_UNSURE) return;
  t->checked++;
  if (ci_cast_exactly(&c->shape, c->from, c->toward, c->is_segment, c->max, c->flags, NULL) ==
      answer)
    return;
  t->wrong++;
  fail(o, t, index, c, "the yes or no alone is wrong");
}

/* Whether the solid contains the line's start, and the end that is measured of it. */
static void ask_points(const options *o, tally *t, long index, const cast_case *c) {
  static cast_case solid; /* a shell contains what is inside, too */
  const double *p = c->from;
  collide_hit hit;
  int i;
  if (c->kind > COLLIDE_CAPSULE) return;
  solid = *c;
  solid.shape.hollow = 0;
  for (i = 0; i < 2; i++) {
    t->checked++;
    if (collide_contains(&c->shape, p) != ci_cast_exactly(&solid.shape, p, p, 1, 1, 0, NULL)) {
      t->wrong++;
      fail(o, t, index, c, i ? "contains is wrong of the hit" : "contains is wrong of the start");
    }
    if (!ci_cast_exactly(&c->shape, c->from, c->toward, c->is_segment, c->max, 0, &hit)) return;
    p = hit.point;
  }
}

/* A whole line hits when one of the two rays along it does, exactly. */
static void ask_whole(const options *o, tally *t, long index, const cast_case *c) {
  static cast_case solid;
  collide_hit hit;
  double back[3];
  int i, truth;
  if (c->is_segment || length_of(c->toward) == 0) return;
  solid = *c;
  solid.shape.hollow = 0;
  for (i = 0; i < 3; i++) back[i] = -c->toward[i];
  truth = ci_cast_exactly(&solid.shape, c->from, c->toward, 0, HUGE_VAL, 0, NULL) ||
          ci_cast_exactly(&solid.shape, c->from, back, 0, HUGE_VAL, 0, NULL);
  t->checked++;
  if (collide_linecast(&c->shape, c->from, c->toward, NULL) == truth &&
      collide_linecast(&c->shape, c->from, c->toward, &hit) == truth)
    return;
  t->wrong++;
  fail(o, t, index, c, "linecast's yes or no is wrong");
}

/* 1 when the quick cast answered. */
static int ask(const options *o, tally *t, long index, const cast_case *c) {
  collide_hit shortly, exactly;
  const char *what;
  int answer, truth, shown;
  if (index % 4 == 0) ask_whole(o, t, index, c);
  if (index % 4 == 1) ask_points(o, t, index, c);
  memset(&shortly, 0x55, sizeof shortly);
  exactly = shortly;
  answer =
      ci_cast_quickly(&c->shape, c->from, c->toward, c->is_segment, c->max, c->flags, &shortly);
  if (answer == QUICK_UNSURE) {
    ask_decision(o, t, index, c);
    return 0;
  }
  truth = ci_cast_exactly(&c->shape, c->from, c->toward, c->is_segment, c->max, c->flags, &exactly);
  t->checked++;
  t->hits += truth;
  what = compare(c, answer, &shortly, truth, &exactly, t);
  if (what == NULL) return 1;
  shown = t->wrong + t->off <= o->show;
  fail(o, t, index, c, what);
  if (shown) {
    print_hit("quick cast", answer, &shortly);
    print_hit("exact cast", truth, &exactly);
  }
  return 1;
}

static void ask_lines(const options *o, tally *t, long index, const cast_case *c) {
  if (lines_agree(c, t) || !o->lines) return;
  t->off++;
  fail(o, t, index, c, "linecast's t is not raycast's");
}

static void ask_both(const options *o, tally *t, long index, const cast_case *c,
                     const cast_case *beyond) {
  t->gates++;
  (void)ask(o, t, index, c);
  (void)ask(o, t, index, beyond);
}

/* The line as drawn, and where the quick cast's answer changes on the way to another line. */
static void ask_around(const options *o, tally *t, long index, rng *r, cast_case *c) {
  static cast_case beyond, corner;
  double off;
  int i;
  t->asked++;
  t->answered += ask(o, t, index, c);
  if (o->lines || index % 16 == 0) ask_lines(o, t, index, c);
  /* From one gate on to the next, so that some lines lie in a corner between several: far away,
   * flat and at the edge at once. */
  corner = *c;
  for (i = 0; i < GATES; i++) {
    if (!approach_gate(r, c, &beyond)) continue;
    ask_both(o, t, index, c, &beyond);
    if (answer_of(c) == 0) *c = beyond;
  }
  if (!(index % KNOWN == 0 && draw_known(r, &corner, &off)) && !approach_corner(r, &corner, &off))
    return;
  for (i = 0; i < LINES_OF_CORNER; i++) {
    *c = corner;
    if (approach_surface(r, c, off, &beyond)) ask_both(o, t, index, c, &beyond);
  }
}

/* ---- Runs ---------------------------------------------------------------------- */

static void run(const options *o, collide_kind kind, long seed, long first, long count) {
  static cast_case c;
  tally t;
  long index;
  int i;
  memset(&t, 0, sizeof t);
  t.first = -1;
  for (index = first; index < first + count; index++) {
    rng r = rng_of((uint64_t)seed, (uint64_t)kind, (uint64_t)(index / 4));
    draw_shape(&r, kind, &c);
    /* Four lines a shape: making one may cost more than casting at it. */
    for (i = 0; i <= index % 4; i++) draw_line(&r, &c);
    ask_around(o, &t, index, &r, &c);
    if (o->stop && t.first >= 0) break;
  }
  printf(
      "done kind=%s asked=%ld answered=%ld gates=%ld checked=%ld hits=%ld wrong=%ld off=%ld "
      "first=%ld lines=%ld "
      "lines_differ=%ld",
      kind_names[kind], t.asked, t.answered, t.gates, t.checked, t.hits, t.wrong, t.off, t.first,
      t.lines, t.lines_differ);
  for (i = 0; i < MEASURES; i++) printf(" %s=%.3g", measure_names[i], t.most.worst[i]);
  printf("\n");
}

/* How many of ordinary shots the quick cast answers, by the distance in sizes. */
static void shares(collide_kind kind, long count) {
  static const double distances[] = {3, 20, 100, 1e4};
  static cast_case c;
  long index;
  int rotated, far;
  for (rotated = 0; rotated < 2; rotated++)
    for (far = 0; far < 4; far++) {
      long answered = 0, hits = 0;
      for (index = 0; index < count; index++) {
        rng r = rng_of(1, (uint64_t)(kind + 100), (uint64_t)index);
        int found;
        draw_plain_shape(&r, kind, rotated, &c);
        draw_shot(&r, &c, distances[far]);
        found = ci_cast_quickly(&c.shape, c.from, c.toward, 0, HUGE_VAL, 0, NULL);
        answered += found != QUICK_UNSURE;
        hits += collide_raycast(&c.shape, c.from, c.toward, HUGE_VAL, 0, NULL);
      }
      printf("share kind=%s rotated=%d distance=%g answered=%.4f hits=%.4f\n", kind_names[kind],
             rotated, distances[far], (double)answered / (double)count,
             (double)hits / (double)count);
    }
}

static void set_mutant(const char *text) {
  char *end;
  long index = strtol(text, &end, 10);
  if (index < 0 || index >= 64 || *end != ':') exit(2);
  quick_mutants[index] = strtod(end + 1, NULL);
}

int main(int count, char **words) {
  options o = {3, 0, 0};
  int i;
  for (i = 0; i < 64; i++) quick_mutants[i] = 1;
  if (count == 4 && strcmp(words[1], "shares") == 0) {
    shares(kind_of_name(words[2]), atol(words[3]));
    return 0;
  }
  if (count < 6 || strcmp(words[1], "run") != 0) return 2;
  for (i = 6; i < count; i++) {
    if (strncmp(words[i], "show=", 5) == 0) o.show = atoi(words[i] + 5);
    if (strcmp(words[i], "stop") == 0) o.stop = 1;
    if (strcmp(words[i], "lines") == 0) o.lines = 1;
    if (strncmp(words[i], "mutant=", 7) == 0) set_mutant(words[i] + 7);
  }
  run(&o, kind_of_name(words[2]), atol(words[3]), atol(words[4]), atol(words[5]));
  return 0;
}
