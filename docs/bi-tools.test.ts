import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockOf, runBlock, toolsPage } from '../tests/wire-clients/tool-blocks.ts';
import { orrerySide, type WireSide } from '../tests/wire-clients/wire-sides.ts';

const jdbc = '/usr/share/java/postgresql.jar';
const has = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const hasOdbc = has('isql') && globSync('/usr/lib/*/odbc/psqlodbcw.so').length > 0;
const hasJdbc = has('javac') && existsSync(jdbc);
for (const [name, isThere] of Object.entries({ psql: has('psql'), odbc: hasOdbc, jdbc: hasJdbc })) {
  if (!isThere)
    console.log(`the block ${name} of docs/bi-tools.md is not run: Debian's package of its client is not installed`);
}

it('docs/bi-tools.md has a section for each tool', () => {
  const sections = [...toolsPage().matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(sections.slice(2)).toEqual([
    ...['psql', 'DBeaver', 'DataGrip', 'pgJDBC', 'psqlODBC', 'Excel', 'Power BI', 'Tableau', 'Metabase', 'Superset'],
    ...['Grafana', 'node-postgres', 'postgres.js', 'psycopg', 'asyncpg', 'SQLAlchemy and pandas', 'ADBC and polars'],
    ...['DuckDB', 'dbt', 'pgx', 'R'],
  ]);
});

describe('a block of docs/bi-tools.md', () => {
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
  const whole = ['done,250', 'new,250', 'shipped,250', ',250'];
  const some = ['done,25', 'new,25', 'shipped,25', ',25'];

  it.skipIf(!has('psql'))('asks by psql', async () => {
    expect(await runBlock(['sh', '-c', blockOf('psql', orrery)], orrery)).toEqual(['status,n', ...whole]);
  });

  it.skipIf(!hasOdbc)('asks by ODBC', async () => {
    expect(await runBlock(['sh', '-c', blockOf('odbc', orrery)], orrery)).toEqual(whole);
  });

  it.skipIf(!hasJdbc)('asks by JDBC', async () => {
    const file = join(folder, 'Ask.java');
    writeFileSync(file, blockOf('jdbc', orrery));
    expect(await runBlock(['java', '-cp', jdbc, file], orrery)).toEqual(some);
  });

  it.each(['node-postgres', 'postgres.js'])('asks by %s', async (name) => {
    const program = ['--input-type=module', '--eval', blockOf(name, orrery)];
    expect(await runBlock([process.execPath, ...program], orrery)).toEqual(some);
  });
});
