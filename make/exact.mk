# SPDX-License-Identifier: MIT
#
# The core against exact arithmetic, mostly in Python, and its quick paths against its exact paths.

.PHONY: exact hull stack stack-check turn determinism determinism-check golden accuracy accuracy-check pairs pairs-check pairs-kinds \
  voxel voxel-check vox vox-check
exact: ## the exact arithmetic against Python's integers
	@tools/check exact $(PYTHON) spec/exact/run.py --cc '$(CC)' --build build/exact \
	  $(if $(COLLIDE_QUICK),--programs 500)

hull: ## convex hulls in space against Python's integers
	@tools/check hull $(PYTHON) spec/hull/run.py --cc '$(CC)' --build build/hull $(if $(COLLIDE_QUICK),--cases 750)

stack: ## the stack that each query takes, with and without optimisation
stack stack-check: # the latter in fewer rounds
	@set -e; for level in 0 2; do program=build/stack/driver-O$$level; \
	  if [ $$level = 0 ]; then option='-O0 -DEXACT_CHECK'; else option=-DEXACT_CHECK; fi; \
	  $(call core_program,$$option) $$program $(wildcard spec/stack/*.c); \
	  tools/check "stack, -O$$level" $$program $(if $(filter stack,$@),4000,500); \
	done

turn: ## cosine and sine against Python's integers
	@tools/check turn $(PYTHON) spec/turn/run.py --cc '$(CC)' --build build/turn
	@tools/check '$@, narrowed' $(PYTHON) spec/turn/run.py --cc '$(CC)' --build build/turn --narrow

determinism: core ## the same bits from every compiler, with and without optimisation
	@tools/check determinism tools/determinism build/determinism $(CORE_OUT) $(CORE)
determinism-check: core
	@tools/check 'determinism, two builds' tools/determinism --two build/determinism $(CORE_OUT) $(CORE)
golden: core # when answers were meant to change
	@tools/determinism --update build/determinism $(CORE_OUT) $(CORE)

ACCURACY = $(PYTHON) spec/accuracy/run.py --cc '$(CC)' --build build/accuracy
accuracy: ## casts against decimals of 120 digits, CASES a shape
	@tools/check accuracy $(ACCURACY) --cases $(CASES) \
	  --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
accuracy-check:
	@tools/check accuracy $(ACCURACY) --quick

PAIRS = $(PYTHON) spec/pairs/run.py --cc '$(CC)' --build build/pairs
pairs: ## pairs in the plane against exact arithmetic, CASES in all
	@tools/check pairs $(PAIRS) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
pairs-check: pairs-kinds
	@tools/check pairs $(PAIRS) --quick
	@tools/check 'pairs, all polygons as large ones' $(PYTHON) spec/pairs/run.py \
	  --cc '$(CC)' --cflags=-DLARGE_HULL=2 --build build/pairs-large --quick
.PHONY: sweep sweep-check sweep-mutants
SWEEP = $(PYTHON) spec/sweep/run.py --cc '$(CC)' --build build/sweep
sweep: ## shapecasts of the plane against exact arithmetic, CASES in all
	@tools/check sweep $(SWEEP) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
sweep-check: sweep-short
	@tools/check sweep $(SWEEP) --quick --cflags=-DEXACT_CHECK
sweep-mutants: ## that run.py notices a broken sign or margin, each in turn
	@tools/check $@ $(PYTHON) spec/sweep/mutants.py --cc '$(CC)' --build build/sweep-mutants
.PHONY: sweep-short
# Each program unchanged, and with a margin narrowed.
SWEEP_SHORT = rects: rects:-DSWEEP_RECT=1.3877787807814457e-16 rects:-DSWEEP_RECT_FLOOR=0 \
  polygons: polygons:-DSWEEP_SIDES=2.4980018054066022e-16 polygons:-DSWEEP_SIDES_FLOOR=0 \
  polygons:-DSWEEP_ROUND=1.1102230246251565e-16 polygons:-DSWEEP_TURN=0 \
  times: times:-DQUICK_GRAZE=1e-9 times:-DQUICK_DISK=1e15 times:-DQUICK_FAR=1e9 times:-DQUICK_FACE=1e18 \
  times:-DSWEEP_OPPOSITE=0 \
  features: features:-DFEATURE_LEFT=0x1p-70 features:-DFEATURE_OFF=0x1p-125 features:-DFEATURE_TIME=0x1p-30 \
  features:-DBORDER_NEAR=0x1p-50 \
  axes: axes:-DAXES_PLACE=0 \
  early: early:-DEARLY_CLOSE=1e-6 early:-DEARLY_SHORT=1e-6 early:-DEARLY_CURVED=1e-6
sweep-short: ## quick shapecasts against exact ones, and with narrower margins; TIMES=100 as many cases
	@set -e; for case in $(SWEEP_SHORT); do \
	  name=$${case%%:*}; option=$${case#*:}; program=build/sweep/$$name$${option%%=*}; \
	  $(call core_program,$$option $(is_mutant)) $$program spec/sweep/$$name.c; \
	  if [ -z "$$option" ]; then tools/check "sweep, $$name" $$program $(or $(TIMES),4); \
	  else tools/check "sweep, $$name, mutant $$option" sh -c "! $$program 4 >$$program.txt"; fi; \
	done
.PHONY: sweep-space sweep-space-check sweep-space-mutants
SWEEP_SPACE = $(PYTHON) spec/sweep/space/run.py --cc '$(CC)' --build build/sweep-space
sweep-space: ## shapecasts in space against exact arithmetic, CASES in all
	@tools/check sweep-space $(SWEEP_SPACE) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
sweep-space-check:
	@tools/check sweep-space $(SWEEP_SPACE) --quick --cflags=-DEXACT_CHECK
sweep-space-mutants: ## that run.py notices a broken sign or margin, each in turn
	@tools/check $@ $(PYTHON) spec/sweep/space/mutants.py --cc '$(CC)' --build build/sweep-space-mutants
SOLIDS = $(PYTHON) spec/solids/run.py --cc '$(CC)' --build build/solids
REST_SOLIDS = $(PYTHON) spec/solids/run_margins.py rest --cc '$(CC)' --build build/solids
.PHONY: solids solids-check solids-mutants
solids: ## overlap of pairs in space against exact arithmetic, CASES in all
	@tools/check solids $(SOLIDS) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
	@tools/check '$@: at rest' $(REST_SOLIDS) --cases 200000
solids-check: solids-level
	@tools/check solids $(SOLIDS) --quick --cflags=-DEXACT_CHECK
	@tools/check '$@: at rest' $(REST_SOLIDS)
.PHONY: solids-level
FACE_MARGINS = FACET_HEIGHT=0 FACET_VIEW=0 CAP_HEIGHT=0 CAP_DISC=0 EDGE_OFF=0
solids-level: ## shapes that touch along an axis, beside another one or face on face, against exact numbers; narrower margins
	@set -e; for option in TRUE ALIGNED_NEAR=0; do \
	  $(call core_program,-D$$option) build/solids/level-$$option spec/solids/level_driver.c; done
	@tools/check 'solids: level' build/solids/level-TRUE 20000
	@$(call core_program,) build/solids/floor spec/solids/floor_driver.c
	@tools/check 'solids: on floors' build/solids/floor 100000
	@set -e; for option in TRUE BESIDE_ERROR=0; do \
	  $(call core_program,-D$$option) build/solids/beside-$$option spec/solids/beside_driver.c; done
	@tools/check 'solids: beside' build/solids/beside-TRUE 100000
	@tools/check 'solids: beside, narrowed' sh -c '! build/solids/beside-BESIDE_ERROR=0 100000 >/dev/null'
	@set -e; for case in face:TRUE $(FACE_MARGINS:%=face:%) edge:TRUE edge:EDGE_OFF=0; do \
	  name=$${case%%:*}; option=$${case#*:}; program=build/solids/$$name-$$option; \
	  $(call core_program,-D$$option) $$program spec/solids/$${name}_driver.c; \
	  if [ $$option = TRUE ]; then tools/check "solids: $$name" $$program 100000; \
	  else tools/check "solids: $$name, $$option" sh -c "! $$program 100000 >/dev/null"; fi; \
	done
	@tools/check 'solids: level, narrowed' sh -c '! build/solids/level-ALIGNED_NEAR=0 20000 >/dev/null'
solids-mutants: ## that run.py notices a broken sign, each in turn
	@tools/check $@ $(PYTHON) spec/solids/mutants.py --cc '$(CC)' --build build/solids-mutants
	@tools/check '$@: at rest' $(REST_SOLIDS) --mutants
pairs-kinds:
	@$(call core_program,) build/pairs/kinds spec/pairs/kinds.c
	@tools/check 'pairs: kinds' build/pairs/kinds

.PHONY: solids-measure solids-measure-check
MEASURE_SOLIDS = $(PYTHON) spec/solids/run_measure.py --cc '$(CC)' --build build/solids
NEAR_SOLIDS = $(PYTHON) spec/solids/run_margins.py near --mutants --cc '$(CC)' --build build/solids
# If the check of nearest points is wider, it accepts some wrong points of a box that is slightly rotated.
WIDE_SOLIDS = $(PYTHON) spec/solids/run_measure.py --pair sphere-box --cases 2000 --cflags=-DNEAREST_CHECK=1e-6 \
  --build build/solids/wide
solids-measure: ## distance and depth of pairs in space against exact arithmetic, CASES in all
	@tools/check $@ $(MEASURE_SOLIDS) --cases $(CASES) --jobs "$$(getconf _NPROCESSORS_ONLN || echo 1)"
	@tools/check '$@: margins' $(NEAR_SOLIDS) --cases 20000
solids-measure-check:
	@tools/check $@ $(MEASURE_SOLIDS) --quick
	@tools/check '$@: points that are not checked' sh -c '! $(WIDE_SOLIDS)'

QUICK_CASTS = $(PYTHON) spec/quick/cast.py --cc '$(CC)' --build build/quick
.PHONY: quick-casts quick-casts-full quick-casts-shares
quick-casts: ## quick casts against exact ones
	@tools/check $@ $(QUICK_CASTS) --quick
quick-casts-full: ## the same with CASES lines a kind, and each margin narrowed until it fails
	@tools/check $@ $(QUICK_CASTS) --cases $(CASES)
	@tools/check $@-mutants $(QUICK_CASTS) --cases $(CASES) --mutants
quick-casts-shares: ## the share of ordinary casts that quick answers
	@$(QUICK_CASTS) --shares

# Each margin is narrowed; the check must then fail.
.PHONY: quick-inverse
QUICK_INVERSE = $(call core_program,$(2)) build/quick-inverse/$(1) spec/quick/inverse.c
quick-inverse: ## the quick inverse of a pose against the exact one
	@$(call QUICK_INVERSE,driver)
	@$(call QUICK_INVERSE,spread,-DINVERSE_SPREAD=HUGE_VAL)
	@tools/check $@ build/quick-inverse/driver $(CASES)
	@tools/check '$@, narrowed' sh -c '! build/quick-inverse/spread $(CASES)'
# A difference of two numbers that nearly cancel, and a sum that is too simple for it.
.PHONY: quick-sums
quick-sums:
	@set -e; for option in TRUE SLOPPY; do \
	  $(call core_program,-D$$option) build/quick-sums/$$option spec/quick/cancel.c; done
	@tools/check $@ build/quick-sums/TRUE $(CASES)
	@tools/check '$@, a simple sum' sh -c '! build/quick-sums/SLOPPY $(CASES)'
	@set -e; for option in TRUE SLOPPY SUM_LEAST=0; do \
	  $(call core_program,-D$$option) build/quick-sums/squares-$$option spec/quick/squares.c; done
	@tools/check '$@, squares' build/quick-sums/squares-TRUE $(CASES)
	@tools/check '$@, squares, narrowed' sh -c \
	  'for m in SLOPPY SUM_LEAST=0; do ! build/quick-sums/squares-$$m $(CASES) || exit 1; done'
exact: quick-inverse quick-sums

.PHONY: quick-pairs quick-pairs-check
QUICK_PAIRS = $(PYTHON) spec/quick/pair_run.py --cc '$(CC)' --build build/quick-pairs
quick-pairs: ## quick pairs against exact ones, CASES of them, and narrowed margins
	@tools/check quick-pairs $(QUICK_PAIRS) --cases $(CASES)
quick-pairs-check:
	@tools/check quick-pairs $(QUICK_PAIRS) --cases $(if $(COLLIDE_QUICK),20000,40000) --mutant-cases 0

VOXEL = $(PYTHON) spec/voxel/run.py --cc '$(CC)' --build build/voxel
voxel: ## triangles against boxes, and meshes into voxels, against exact arithmetic
	@tools/check voxel $(VOXEL) --cases $(CASES)
voxel-check:
	@tools/check voxel $(VOXEL) --quick

QUICK = --cc '$(CC)' --build build/quick
.PHONY: quick-cells quick-cells-check quick-voxel quick-voxel-check
quick-cells: ## quick walks and casts at grids against exact ones, CASES a kind
	@tools/check quick-cells $(PYTHON) spec/quick/walk.py $(QUICK) --cases $(CASES)
quick-cells-check:
	@tools/check quick-cells $(PYTHON) spec/quick/walk.py $(QUICK) --quick
quick-voxel: ## quick tests of triangles, boxes and cells against exact ones, CASES a kind
	@tools/check quick-voxel $(PYTHON) spec/quick/voxel.py $(QUICK) --cases $(CASES)
quick-voxel-check:
	@tools/check quick-voxel $(PYTHON) spec/quick/voxel.py $(QUICK) --quick


vox: ## .vox and .binvox against a reader and writer in Python, and damaged files
	@tools/check vox $(PYTHON) spec/vox/run.py --cc '$(CC)' --build build/vox
vox-check:
	@tools/check vox $(PYTHON) spec/vox/run.py --cc '$(CC)' --build build/vox --scenes 60 --grids 30 --spoilt 4000

.PHONY: rounded rounded-check
ROUNDED = $(PYTHON) spec/rounded/run.py --cc '$(CC)' --build build/rounded
rounded: ## casts at rounded boxes and hulls against exact arithmetic, CASES in all
	@tools/check rounded $(ROUNDED) --cases $(CASES)
rounded-check:
	@tools/check rounded $(ROUNDED) --cflags=-DEXACT_CHECK
