#!/usr/bin/env bash
# Surprise: When a process exits while the reader of its log is slow, pino loses lines from the middle: those that follow are written.
# Versions: pino 10.4.0 with sonic-boom 4.2.1.
# Expected: pino's hook for the exit writes all lines that wait, and what is lost, if anything, is the end.
# Seen: lost 411 lines of 20000, the last one is there
# In Orrery: packages/cli/src/log/standard-error.ts writes with node:fs, and at the exit once more what was under way.
# Source: sonic-boom's index.js: a piece whose write ended with EAGAIN waits for a timer in `_writingBuf`, and `flushSync` leaves
#   that out while `_writing` is set; https://github.com/pinojs/sonic-boom/issues/101.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund pino@10.4.0 sonic-boom@4.2.1
cat >program.cjs <<'JS'
const { pino } = require('pino');
const destination = pino.destination({ dest: 1, sync: false });
for (let index = 0; index < 20_000; index += 1) destination.write(`line ${index}\n`);
setTimeout(() => process.exit(0), 350);
JS
python3 - <<'PYTHON'
import os, subprocess, time

reading, writing = os.pipe()
os.set_blocking(writing, False)  # as a parent that is an event loop leaves it
child = subprocess.Popen(["node", "program.cjs"], stdout=writing)
os.close(writing)
time.sleep(1.5)  # a reader that is slow once
lines = os.fdopen(reading).read().split("\n")
assert child.wait() == 0
lost = set(f"line {index}" for index in range(20_000)) - set(lines)
print(f"lost {len(lost)} lines of 20000, the last one is {'there' if 'line 19999' in lines else 'lost'}")
assert lost and "line 19999" in lines
PYTHON
