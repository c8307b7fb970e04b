# SPDX-License-Identifier: MIT
#
# Programs in C that ask the core, and mutants of it that they have to notice.

.PHONY: grid targets meshes moves worlds
grid: core ## grids against an array, ways through them, and meshes into them, while memory runs out; narrowed margins
	@mkdir -p build/grid
	@set -e; for program in driver vast voxels pass; do \
	  $(COMPILE) -Isrc -o build/grid/$$program spec/grid/$$program.c $(CORE_OBJECTS) -lm; \
	  tools/check "grid: $$program" build/grid/$$program; \
	done
	@set -e; for option in -DPART_DOUBT=0.0 -DPART_TOUCH=0.0; do \
	  program=build/grid/pass$${option%=*}; \
	  $(COMPILE) $$option -Isrc -o $$program spec/grid/pass.c src/grid/grid_pass.c \
	    $(filter-out %/grid_pass.o,$(CORE_OBJECTS)) -lm; \
	  tools/check "grid: pass, mutant $$option" sh -c "! $$program >$$program.txt"; \
	done

# The second has the plain loop in place of SSE2; the others too small a margin, which has to be seen.
targets: core ## casts at arrays against each member alone; TIMES=100 as many cases
	@mkdir -p build/target
	@set -e; for option in '' -U__SSE2__ -DPRUNE_BALL=0.0 -DPRUNE_BOX=0.0 -DPACK_FAR=0.0 -DPACK_NEAR=0.0 \
	  -DPACK_LINE=0.0 -DCAST_TIME_ERROR=-1e-9; do \
	  program=build/target/driver$${option%=*}; \
	  $(COMPILE) $$option -Isrc -o $$program spec/target/driver.c $(addprefix src/cast/,prune.c pack.c pack_cast.c) \
	    $(filter-out %/prune.o %/pack.o %/pack_cast.o,$(CORE_OBJECTS)) -lm; \
	  case $$option in \
	  -D*) tools/check "targets, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check "targets $$option" $$program $(TIMES) ;; \
	  esac; \
	done

# The mutants have too small a margin, which has to be seen.
WORLD_ROOMS = src/tree/%.c src/mesh/%.c src/world/%.c src/shape/kinds.c src/shape/hull.c
WORLD_MUTANTS = tree:-DOUTWARD=0.0 tree:-DFLOAT_MORE=1.0f+-DFLOAT_ERROR=0.0 mesh:-DMESH_EDGE=-160 \
  mesh:-DSIFT_ERROR=0.0+-DSIFT_ROUND=0.0f mesh:-DBESIDE_SLACK=-1e-13 bounds:-DBOX_TURNED=3.3e-15 \
  bounds:-DBOX_POSITION=0.0 bounds:-DOUTLINE_NEAR=0.0 crowd:-DCROWD_MARGIN=2 crowd:-DCROWD_SLACK=-1e-3
MESH_CASES ?= 4000
meshes: ## casts at meshes, contains and bounds against rationals in Python; MESH_CASES=100000 of them
	@tools/check meshes $(PYTHON) spec/mesh/run.py --cc '$(CC)' --build build/meshes \
	  --cases $(MESH_CASES)
MOVE_MUTANTS = ASKS=0 STEPS=0 OBSTACLES=1 TIES=1 NEAREST=0
MOVE_SPACE_MUTANTS = ASKS=0 STEPS=0 OBSTACLES=1 NEAREST=0 LINES=0 FLAT=0
MOVE_BUILD = $(COMPILE) $$option -Isrc -o $$program spec/move/$$driver.c $(filter src/move/%,$(CORE)) \
  $(filter-out $(CORE_OUT)/move/%,$(CORE_OBJECTS)) -lm
moves: core ## shapes that move, in the plane and in space, and mutants of that; TIMES=100 as many cases
	@mkdir -p build/moves
	@set -e; for driver in driver space; do \
	  option=; program=build/moves/$$driver; $(MOVE_BUILD); \
	  tools/check "moves, $$driver" $$program $(or $(TIMES),1) build/moves/legs; \
	done
	@tools/check "moves, legs" $(PYTHON) spec/move/legs.py build/moves/legs
	@tools/check "moves, legs that are too long" $(PYTHON) spec/move/legs.py build/moves/legs --broken
	@set -e; for mutant in $(MOVE_MUTANTS:%=driver:%) $(MOVE_SPACE_MUTANTS:%=space:%); do \
	  driver=$${mutant%%:*}; option="-DMUTANT=1 -DMOVE_$${mutant#*:}"; \
	  program=build/moves/$$mutant; $(MOVE_BUILD); \
	  tools/check "moves, mutant $$mutant" sh -c "! $$program >$$program.txt"; \
	done

worlds: core ## trees, meshes, worlds and their bounds against asking each member or triangle; TIMES=100 as many cases
	@set -e; for case in bounds: crowd: tree: mesh: world: tree:-U__SSE2__ mesh:-U__SSE2__ $(WORLD_MUTANTS); do \
	  room=$${case%%:*}; option=$$(echo "$${case#*:}" | tr + ' '); \
	  program=build/worlds/$$(echo "$$case" | tr ':=' '__'); mkdir -p build/worlds; \
	  $(COMPILE) $$option -Isrc -o $$program spec/$$room/driver.c $(filter $(WORLD_ROOMS),$(CORE)) \
	    $(filter-out $(WORLD_ROOMS:src/%.c=$(CORE_OUT)/%.o),$(CORE_OBJECTS)) -lm; \
	  case $$option in \
	  -D*) tools/check "worlds: $$room, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check "worlds: $$room $$option" $$program $(TIMES) ;; \
	  esac; \
	done
