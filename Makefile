# Postwalker. The two to know: `make play` and `make test`. `make help` lists the rest.

RUN = .venv/bin/python -m
JOBS ?= 2
GAME ?= arena
GAMES ?= 200
PAIRS ?= 2000
MATCH_DAYS ?= 100000
KILLS ?= 300
ORDERS ?= 1000
SEED ?= $(shell date +%s)
ARGS ?=

.DEFAULT_GOAL = help
.PHONY: help setup play test lint lock fuzz secrecy matchdays kills interleavings soak gallery golden bench rulebook mutations languages
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

help: ## this list
	@sed -n 's/^\([a-z]*\):.* ## /  make \1\t/p' $(MAKEFILE_LIST)

setup: ## put all libraries into .venv (the others do it by themselves)
	@tools/setup

play: setup ## try it in the browser: no Discord account, no token, no network
	@tools/play $(ARGS)

lint: setup
	@.venv/bin/ruff check .
	@$(RUN) mypy
	@.venv/bin/lint-imports --no-logo > build/imports.txt || { cat build/imports.txt; exit 1; }

test: lint ## check everything; ARGS="tests/engine -k sight" runs a part of the tests
	@$(RUN) pytest -n $(JOBS) $(ARGS)

rulebook: setup ## which rules the tests cover, as a page in build/rulebook
	@$(RUN) tests.rulebook

languages: setup ## write what the bot says now into the catalogs of every language, and name what is not translated yet
	@$(RUN) tests.languages

mutations: setup ## take rules away one by one: does a test notice? ARGS="-k fall"
	@$(RUN) tests.mutations $(ARGS)

fuzz: setup ## random matches, a failing one is kept in build/failures; GAME=arena GAMES=200 SEED=1
	@$(RUN) engine play $(GAME) --games $(GAMES) --seed $(SEED) $(ARGS)

secrecy: setup ## pairs of matches that differ only in secrets; more of them than `make test` plays: PAIRS=2000
	@SECRECY_PAIRS=$(PAIRS) $(RUN) pytest -n $(JOBS) --timeout 0 tests/engine/test_secrecy.py

matchdays: setup ## days of matches with random behaviour, by a fake clock; more than `make test` plays: MATCH_DAYS=100000
	@MATCH_DAYS=$(MATCH_DAYS) $(RUN) pytest -n $(JOBS) tests/bot/test_match_days.py

kills: setup ## kill the bot at random instants, with everything in flight, on both databases: KILLS=300
	@POSTWALKER_KILLS=$(KILLS) $(RUN) pytest -n 0 --timeout 0 tests/bot/test_killed_in_flight.py

interleavings: setup ## presses at the same moment in that many orders: ORDERS=1000
	@POSTWALKER_INTERLEAVINGS=$(ORDERS) $(RUN) pytest -n 0 --timeout 0 tests/bot/test_interleavings.py

soak: setup ## 24 hours of 200 matches with everything going wrong, in a few minutes; ARGS="--hours 5 --seed 2"
	@$(RUN) tests.soak $(ARGS)

gallery: setup ## every kind of picture, of every battlefield, in every look: build/gallery/index.html; ARGS="--only light"
	@$(RUN) render gallery --out build/gallery $(ARGS)

golden: setup ## write the pictures that tests compare with anew, after a change that is meant
	@$(RUN) render golden

bench: setup ## measure the bot with 10,000 open matches; ARGS="--database postgresql --processes 2"
	@$(RUN) bot bench $(ARGS)

lock: ## pin the libraries anew after a change of pyproject.toml; UPGRADE=1 takes the newest
	@tools/lock
