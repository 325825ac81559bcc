import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDemo } from './prepare-demo.ts';

let demoDirectory: string;
let lines: string[];

const noon = Date.parse('2026-03-05T12:00:00Z');

/** Writes the current day where the demo's data belongs, and prints it. */
const script = `
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
const [, , , directory, , today] = process.argv;
mkdirSync(directory, { recursive: true });
writeFileSync(directory + '/shop.duckdb', today);
utimesSync(directory + '/shop.duckdb', ${noon / 1000}, ${noon / 1000});
console.log('made ' + today);
`;

beforeEach(() => {
  demoDirectory = mkdtempSync(join(tmpdir(), 'orrery-demo-'));
  lines = [];
  writeFileSync(join(demoDirectory, 'prepare.ts'), script);
});

afterEach(() => rmSync(demoDirectory, { recursive: true }));

const prepare = (nowMs: number) =>
  prepareDemo({
    demoDirectory,
    dataDirectory: join(demoDirectory, 'unused'),
    clock: { now: () => nowMs },
    onProgress: (line) => lines.push(line),
  });

describe('the data of the demo', () => {
  it('is made on the first start of a day, with progress shown, and kept for later starts', async () => {
    expect(await prepare(noon)).toBe(demoDirectory);
    expect(lines).toEqual(['made 2026-03-05']);
    await prepare(noon + 60_000);
    expect(lines).toHaveLength(1);
    await prepare(noon + 24 * 60 * 60 * 1000);
    expect(readFileSync(join(demoDirectory, 'data', 'shop.duckdb'), 'utf8')).toBe('2026-03-06');
  });

  it('is made again on another day', async () => {
    mkdirSync(join(demoDirectory, 'data'));
    writeFileSync(join(demoDirectory, 'data', 'shop.duckdb'), 'old');
    utimesSync(join(demoDirectory, 'data', 'shop.duckdb'), 0, 0);
    await prepare(noon);
    expect(lines).toEqual(['made 2026-03-05']);
  });

  it('stops the start with one sentence when it cannot be made', async () => {
    writeFileSync(join(demoDirectory, 'prepare.ts'), 'process.exit(3);');
    await expect(prepare(noon)).rejects.toThrow("The demo's data could not be made (exit code 3).");
  });
});
