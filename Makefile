# The front door. `make` lists what there is.
.DEFAULT_GOAL := help
SHELL := /bin/bash
STORE ?= filesystem
SUITES ?= quick kopia
CLUSTER_SUITES := scenarios installation harness faults

.PHONY: help install tools build demo test test-quick test-kopia test-all cluster-tools cluster-up cluster-down test-cluster test-differential check bench generate clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

node_modules/.package-lock.json: package-lock.json
	npm ci --no-fund --no-audit
	@touch $@

install: node_modules/.package-lock.json ## install the npm packages

tools: install ## build kopia and the S3 test server once, into the cache
	@node scripts/go-tool.mjs kopia
	@node scripts/go-tool.mjs versitygw

build: install ## bundle the programs into dist/
	npm run --silent build

demo: build ## back up and restore a real folder on this machine (STORE=filesystem|s3, REPORT=file)
	node scripts/demo.mjs --store $(STORE) $(if $(REPORT),--report $(REPORT))

test: build tools ## run the quick suites and the kopia suite (SUITES="quick kopia scenarios …": others)
	node scripts/test.mjs $(SUITES)

test-quick: install ## run unit tests, cases, properties and the embedded cluster
	node scripts/test.mjs quick

test-kopia: build tools ## run the tests with the real kopia
	node scripts/test.mjs kopia

test-all: build tools ## run every suite, the real cluster included (needs root; from nothing about an hour)
	node scripts/test.mjs quick kopia $(CLUSTER_SUITES)

cluster-tools: build ## build Kubernetes and the images for a cluster of this machine once, into the cache (needs root)
	@node dist/cluster.cjs build

cluster-up: build ## start a real cluster with the product and print its kubeconfig (PROVIDER=local|kind, ENGINE=metacontroller|double)
	@node dist/cluster.cjs up

cluster-down: ## stop it; nothing is left behind
	@node dist/cluster.cjs down

test-cluster: build ## run the product on a real cluster: scenarios, install, harness, faults (SCENARIO=pattern)
	node scripts/test.mjs $(CLUSTER_SUITES)

test-differential: build ## play the scenarios on the real Metacontroller and on the double and compare what became of every object
	node scripts/test.mjs differential

check: install ## type check, lint, formatting
	npm run --silent check

bench: build ## print the benchmarks as a table and as JSON
	npm run --silent bench

generate: install ## write crds/ and docs/reference/ anew from api/
	npm run --silent generate

clean: ## remove what was built here
	rm -rf dist node_modules
