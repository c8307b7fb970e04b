# SPDX-License-Identifier: MIT
#
# Programs in C that test the core, and mutants of the core for which they must fail.

# $(call core_program,OPTIONS) PROGRAM DRIVER.c compiles the files that an option concerns, and shares the other
# objects.
core_program = $(PYTHON) spec/support/core.py --cc '$(CC)' --flags="$(strip $(CPPFLAGS) $(CFLAGS) $1)"
# In a shell loop: defines MUTANT if $$option breaks something (spec/support/mutant.h).
is_mutant = $$(case $$option in (-DNO_SSE2) ;; (-D*) echo -DMUTANT=1 ;; esac)

.PHONY: grid targets meshes moves move-classes contacts worlds
grid: ## grids against an array, casts at grids and meshes into grids, while memory runs out; narrowed margins
	@set -e; for program in $(if $(COLLIDE_QUICK),driver:60 vast:40,driver vast) voxels pass sweep compare; do \
	  rounds=$${program#*:}; program=$${program%:*}; \
	  $(call core_program,) build/grid/$$program spec/grid/$$program.c; \
	  tools/check "grid: $$program" build/grid/$$program $${rounds#$$program}; \
	done
	@set -e; for mutant in pass:RANGE_DOUBT=0.0 pass:RANGE_TOUCH=0.0 \
	  sweep:ROUND_DOUBT=0.0; do \
	  name=$${mutant%:*}; option=-D$${mutant#*:}; program=build/grid/$$name-$${mutant#*:}; \
	  $(call core_program,$$option) $$program spec/grid/$$name.c; \
	  tools/check "grid: $$name, mutant $$option" sh -c "! $$program >$$program.txt"; \
	done

# All but the first have a margin that is too small, so they must fail.
targets: ## casts at arrays against each member alone; TIMES=100 as many cases
	@set -e; for option in '' -DPRUNE_BALL=0.0 -DPRUNE_BOX=0.0; do \
	  program=build/target/driver$${option%=*}; \
	  $(call core_program,$$option $(is_mutant)) $$program spec/target/driver.c; \
	  case $$option in \
	  -D*) tools/check "targets, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check "targets $$option" $$program $(TIMES) ;; \
	  esac; \
	done

# The mutants have a margin that is too small, so they must fail.
WORLD_MUTANTS = tree:-DOUTWARD=0.0 tree:-DFLOAT_MORE=1.0f+-DFLOAT_ERROR=0.0 \
  mesh:-DSIFT_ERROR=0.0+-DSIFT_ROUND=0.0f bounds:-DBOX_TURNED=3.3e-15 \
  bounds:-DBOX_POSITION=0.0 bounds:-DOUTLINE_NEAR=0.0 bounds:-DTF_BEFORE=1.1e-16
MESH_CASES ?= $(if $(COLLIDE_QUICK),2000,4000)
meshes: ## casts at meshes, contains and bounds against rationals in Python; MESH_CASES=100000 of them
	@tools/check meshes $(PYTHON) spec/mesh/run.py --cc '$(CC)' --build build/meshes \
	  --cases $(MESH_CASES)
MOVE_MUTANTS = PUSHES=0 FACES=0
MOVE_SPACE_MUTANTS = PUSHES=0 NEAREST=0 LINES=0
MOVE_BUILD = $(call core_program,-DMOVE_TRACE=note_leg $$option) $$program spec/move/$$driver.c
# $(call CLASSES,OPTION,NAME)
CLASSES = $(call core_program,-DMOVE_TRACE=note_leg $1) build/moves/classes$2 spec/move/classes.c
move-classes: ## moves of each kind of mover on hills, blocks and rotated bodies: MOVES=1000000 of each, CLASS=0 to 10, SCENE=first
	@$(call CLASSES)
	@build/moves/classes $(or $(MOVES),10000) $(or $(CLASS),-1) $(SCENE)

NEARBY_MUTANTS = NEARBY_MARGIN=-1e-9
CLASS_MUTANTS = MOVE_SLACK=1e6 MOVE_NORMALS=1 LEG_FACTOR=1.015625
moves: all ## moves in the plane and in space, and mutants; TIMES=100 as many cases
	@set -e; for driver in driver space; do \
	  option=; program=build/moves/$$driver; $(MOVE_BUILD); \
	  tools/check "moves, $$driver" $$program $(or $(TIMES),$(if $(COLLIDE_QUICK),0,1)) build/moves/legs; \
	done
	@set -e; for option in '' -DCANDIDATES_MARGIN=0.0; do \
	  program=build/moves/candidates$$option; \
	  $(call core_program,$$option $(is_mutant)) $$program spec/move/candidates.c; \
	  case $$option in \
	  -D*) tools/check "moves, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check 'moves, candidates' $$program $(if $(COLLIDE_QUICK),5000) ;; \
	  esac; \
	done
	@set -e; for option in '' $(NEARBY_MUTANTS:%=-D%); do \
	  program=build/moves/nearby$$option; \
	  $(call core_program,$$option $(is_mutant)) $$program spec/move/nearby.c; \
	  case $$option in \
	  -D*) tools/check "moves, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check 'moves, nearby' $$program $(if $(COLLIDE_QUICK),3000) ;; \
	  esac; \
	done
	@$(call CLASSES)
	@tools/check 'moves, classes' build/moves/classes $(or $(TIMES:%=%000),$(if $(COLLIDE_QUICK),100,1000))
	@set -e; for mutant in $(CLASS_MUTANTS); do \
	  $(call CLASSES,-DMUTANT=1 -D$$mutant,-$$mutant); \
	  tools/check "moves, classes, mutant $$mutant" sh -c "! build/moves/classes-$$mutant 1000 >build/moves/classes-$$mutant.txt"; \
	done
	@tools/check "moves, walls" env $(RUN) spec/move/walls.lua $(or $(TIMES:%=%000),$(if $(COLLIDE_QUICK),500,4000))
	@tools/check "moves, ways on" env $(RUN) spec/move/ways_on.lua $(or $(TIMES:%=%000),1000)
	@tools/check "moves, legs" $(PYTHON) spec/move/legs.py build/moves/legs
	@tools/check "moves, legs that are too long" $(PYTHON) spec/move/legs.py build/moves/legs --broken
	@set -e; for mutant in $(MOVE_MUTANTS:%=driver:%) $(MOVE_SPACE_MUTANTS:%=space:%); do \
	  driver=$${mutant%%:*}; option="-DMUTANT=1 -DMOVE_$${mutant#*:}"; \
	  program=build/moves/$$mutant; $(MOVE_BUILD); \
	  tools/check "moves, mutant $$mutant" sh -c "! $$program >$$program.txt"; \
	done

contacts: all ## normals of contacts and nearest points of shapes that touch or almost touch; TIMES=100 as many cases
	@tools/check "contacts, normals that part" env $(RUN) spec/pairs/parting.lua $(or $(TIMES:%=%000),20000)
	@tools/check "contacts, nearest points" env $(RUN) spec/pairs/nearest.lua $(or $(TIMES:%=%000),20000)

worlds: ## trees, meshes, worlds and their bounds against queries of each member or triangle; TIMES=100 as many cases
	@set -e; for case in bounds: tree: mesh: world: tree:-DNO_SSE2 mesh:-DNO_SSE2 $(WORLD_MUTANTS); do \
	  room=$${case%%:*}; option=$$(echo "$${case#*:}" | tr + ' '); \
	  program=build/worlds/$$(echo "$$case" | tr ':=' '__'); \
	  $(call core_program,$$option $(is_mutant)) $$program spec/$$room/driver.c; \
	  case $${option#-DNO_SSE2} in \
	  -D*) tools/check "worlds: $$room, mutant $$option" sh -c "! $$program >$$program.txt" ;; \
	  *) tools/check "worlds: $$room $$option" $$program $(TIMES) ;; \
	  esac; \
	done
