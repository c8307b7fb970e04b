-- SPDX-License-Identifier: MIT
-- The files of bench/queries/, in the order of the table of results.
return { "floor", "casts", "many", "pairs", "points", "space", "cells", "grids", "shapes", "solids" }
