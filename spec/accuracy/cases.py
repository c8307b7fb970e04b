# SPDX-License-Identifier: MIT
"""The categories of cases, as a table."""

import aims
import lattice
from exchange import FLAT, PARTS
from draws import POSES, resize, sweep

PLAIN, LATTICE = 0, 1


def swept(make):
    """The cases of another category at magnitudes from 1e-70 to 1e70."""
    def case(r, kind, pose):
        # The numbers of `make` themselves span some 2^40.
        return sweep(make(r, kind, pose), r.randint(-190, 190), r.randint(-190, 190))
    return case


def in_parts(make):
    """The cases of another category in eighths or tenths, some of them turned about the vertical. Polygons have no
    tenths: rounded, three corners in line may be concave by an ulp, which the core refuses."""
    def case(r, kind, pose):
        if pose.kind == PARTS and not r.flat and r.random() < 0.3:
            pose.rotation = (0.0, float(r.randint(-2, 2)), 0.0, float(r.randint(1, 2)))
        unit = 0.125 if kind == "polygon" else r.choice((0.125, 0.1))
        return resize(make(r, kind, pose), unit, unit)
    return case


# Name, which poses suit it, how to draw a case: make(random, kind, pose).
CATEGORIES = (
    ("eighths and tenths", LATTICE, in_parts(lattice.integers)),
    ("touches in eighths and tenths", LATTICE, in_parts(lattice.through_surface)),
    ("general", PLAIN, aims.general),
    ("from far away", PLAIN, aims.far_away),
    ("grazes", PLAIN, aims.graze),
    ("shallow", PLAIN, aims.shallow),
    ("edges and corners", PLAIN, aims.edges),
    ("near misses", PLAIN, aims.near_miss),
    ("along axes", PLAIN, aims.special_lines),
    ("starts on the surface", PLAIN, aims.starts_on_surface),
    ("general, swept", PLAIN, swept(aims.general)),
    ("grazes, swept", PLAIN, swept(aims.graze)),
    ("integers", LATTICE, lattice.integers),
    ("exact touches", LATTICE, lattice.through_surface),
    ("exact starts", LATTICE, lattice.starts),
    ("exact ends", LATTICE, lattice.ends),
    ("exact special lines", LATTICE, lattice.special),
    ("nearly exact", LATTICE, lattice.nearly),
    ("nearly exact, swept", LATTICE, swept(lattice.nearly)),
    ("magnitudes apart", LATTICE, lattice.stretched),
    ("degenerate", LATTICE, lattice.degenerate),
    ("points", LATTICE, lattice.points),
    ("tiny beside ordinary", LATTICE, lattice.tiny),
    ("exact under a matrix", LATTICE, lattice.under_matrix),
)

# Where only yes and no, faces, and unit normals are asked of the core: numbers
# up to 1e140 apart in one shape, and tiny ones beside ordinary ones. Measured values are promised
# for ordinary proportions.
UNBOUNDED = ("magnitudes apart", "tiny beside ordinary")


def is_bounded(category):
    return CATEGORIES[category][0] not in UNBOUNDED


def draw(r, kind, category, pose):
    """A case of CATEGORIES[category] under POSES[pose]."""
    _, suits, make = CATEGORIES[category]
    r.flat = kind in FLAT
    return make(r, kind, POSES[pose][1 + suits](r, kind))


def name(category, pose):
    return "%s, %s" % (CATEGORIES[category][0], POSES[pose][0])

