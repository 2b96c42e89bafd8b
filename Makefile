# Everything a newcomer needs: each target sets up what is missing.
.PHONY: setup analyze test bench install clean
PREFIX ?= /usr/local
INPUT ?= Samples/cases

setup:
	@sh .ci/setup

# Reads the samples (or INPUT=…), prints the report and writes it to Reports/latest.
analyze: setup
	swift build -c release --product ckdiag
	@mkdir -p Reports/latest
	.build/release/ckdiag analyze $(INPUT) --fail-on never --format text \
	  -o Reports/latest/report.html -o Reports/latest/report.json

# Without the manifest cache: whether a module has tests depends on its folder, which the cache does not notice.
test: setup
	sh .ci/check-source
	swift format lint --strict --recursive Package.swift Sources Tests
	swift build --build-tests --manifest-cache none --explicit-target-dependency-import-check error
	swift test --skip-build --manifest-cache none

bench: setup
	sh Tests/Benchmarks/run

install: setup
	swift build -c release --product ckdiag
	sh .ci/install "$(PREFIX)"

clean:
	swift package clean
