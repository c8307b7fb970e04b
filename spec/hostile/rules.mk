# SPDX-License-Identifier: MIT
#
# Attacks with spoilt files, with memory that runs out, and with threads. SECONDS: how long an
# attack may take that can go on for as long as one likes, 60.
HOSTILE_SECONDS = $(or $(filter-out 0,$(SECONDS)),60)
HOSTILE = build/hostile

.PHONY: fuzz-files fuzz-files-check
fuzz-files: ## spoilt .vox files and strings of grids, by AFL++, for SECONDS
	@tools/check $@ $(PYTHON) spec/hostile/files.py --cc '$(CC)' --build $(HOSTILE)/files \
	  --seconds $(HOSTILE_SECONDS)
fuzz-files-check:
	@tools/check fuzz-files $(PYTHON) spec/hostile/files.py --cc '$(CC)' --build $(HOSTILE)/files

.PHONY: fuzz
fuzz: fuzz-files
