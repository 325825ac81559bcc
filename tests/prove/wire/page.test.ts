import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockOf, runBlock } from '../../wire-clients/tool-blocks.ts';
import { orrerySide, type WireSide } from '../../wire-clients/wire-sides.ts';
import { pythonProgram } from './install-programs.ts';

let orrery: WireSide;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-tools-'));
  orrery = await orrerySide();
});
afterAll(async () => {
  await orrery?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const some = ['done,25', 'new,25', 'shipped,25', ',25'];
const whole = ['done,250', 'new,250', 'shipped,250', ',250'];

/* `npm run prove -- wire` runs this with the clients that it installs; docs/bi-tools.test.ts runs the other blocks of the page. */
it.for([
  ['psycopg', 'drivers', some],
  ['asyncpg', 'drivers', some],
  ['sqlalchemy', 'drivers', whole],
  ['polars', 'frames', whole],
  ['duckdb', 'duckdb', whole],
] as const)(
  'the block %s of docs/bi-tools.md asks',
  { timeout: 3_600_000 },
  async ([name, packages, lines], { skip }) => {
    const program = await pythonProgram(packages, 'steps.py');
    if ('missing' in program) return skip(program.missing);
    const file = join(folder, `${name}_block.py`);
    // The extension of DuckDB comes from the registry of Python here.
    const extension = 'from duckdb_extensions import import_extension\nimport_extension("postgres_scanner")\n';
    writeFileSync(file, `${name === 'duckdb' ? extension : ''}${blockOf(name, orrery)}`);
    expect(await runBlock([program.command[0], file], orrery)).toEqual(lines);
  },
);

it('the block pgx of docs/bi-tools.md asks', async () => {
  for (const file of ['go.mod', 'go.sum']) cpSync(join(import.meta.dirname, 'programs/go', file), join(folder, file));
  writeFileSync(join(folder, 'main.go'), blockOf('pgx', orrery));
  expect(await runBlock(['go', 'run', '.'], orrery, folder)).toEqual(some);
}, 3_600_000);
