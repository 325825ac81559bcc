import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Only DuckDB's builds for Linux have the allocator that returns memory. */
it.runIf(process.platform === 'linux')('unused memory is released while nothing runs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-idle-'));
  const settings = {
    projectDirectory: directory,
    allow: [],
    init: [],
    memoryLimitMb: 1024,
    threads: 2,
    temporaryDirectory: directory,
    maxTemporaryMb: 256,
    maxRunning: 1,
    timeoutMs: 300_000,
  };
  const grouped = 'SELECT i, sum(i) AS total, max(hash(i)) FROM range(3000000) AS t (i) GROUP BY i ORDER BY total DESC';
  const script = `
    const { openDuckDb } = await import(${JSON.stringify(import.meta.resolve('../open-engine.ts'))});
    const engine = await openDuckDb(${JSON.stringify(settings)});
    const statement = { text: ${JSON.stringify(`SELECT count(*) FROM (${grouped} LIMIT 2000000)`)}, params: [] };
    for (let round = 0; round < 3; round += 1) {
      const { batches } = await engine.run(statement, new AbortController().signal);
      for await (const _ of batches);
    }
    const busy = process.memoryUsage.rss();
    const deadline = performance.now() + 100_000;
    while (process.memoryUsage.rss() > busy * 0.55 && performance.now() < deadline) await new Promise((done) => setTimeout(done, 20));
    console.log(process.memoryUsage.rss() < busy * 0.55 ? 'given back' : 'kept ' + process.memoryUsage.rss() / busy);
    await engine.close();`;
  const file = join(directory, 'idle.mjs');
  writeFileSync(file, script);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  rmSync(directory, { recursive: true });
  expect(stdout.trim()).toBe('given back');
});
