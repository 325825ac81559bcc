import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrerySide, postgresSide, type WireSide } from '../wire-clients/wire-sides.ts';

const [driver] = globSync('/usr/lib/*/odbc/psqlodbcw.so');
const missing = missingForOdbc();
if (missing !== undefined) console.log(`psqlODBC is not tried: ${missing}`);

function missingForOdbc(): string | undefined {
  if (driver === undefined) return "Debian's package odbc-postgresql is not installed";
  try {
    execFileSync('isql', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return "isql is not on the PATH (Debian's package unixodbc)";
  }
}

/** Returns the output of isql for lines of input, without the OIDs of tables. */
function isql({ address }: WireSide, lines: readonly string[], options = ''): Promise<readonly string[]> {
  const { host, port, user, password, database } = address;
  const place = `Driver=${driver};Server=${host};Port=${port};Database=${database};Uid=${user};Pwd=${password};${options}`;
  return new Promise((done, fail) => {
    const child = execFile('isql', ['-k', place, '-b', '-c', '-d|'], { timeout: 120_000 }, (error, output, errors) => {
      if (error) fail(new Error(`${error.message}\n${output}\n${errors}`));
      else
        done(`${output}${errors}`.split('\n').map((line) => line.replace(/\|(?:1[6-9]|[2-9]\d)\d{3}\|0\|/, '|OID|0|')));
    });
    child.stdin?.end(`${lines.join('\n')}\n`);
  });
}

const asked: Readonly<Record<string, readonly string[]>> = {
  tables: ['help'],
  columns: ['help orders'],
  groups: ['SELECT status, COUNT(*) AS n, SUM(total) AS total FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST'],
  types: ['SELECT id, amount, price, is_paid, created_at FROM orders WHERE id <= 4 AND id > 3'],
  'a question after one that fails': ['SELECT * FROM nothing_there', 'SELECT city FROM customers WHERE id = 3'],
  pages: ['SELECT id FROM orders ORDER BY id'],
};

describe.skipIf(missing !== undefined)('psqlODBC by isql', () => {
  let postgres: WireSide;
  let orrery: WireSide;
  beforeAll(async () => {
    [postgres, orrery] = [await postgresSide(), await orrerySide()];
  });
  afterAll(async () => {
    await orrery?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
  });

  describe.each([
    ['as it is', ''],
    ['with cursors of the server, over TLS', 'UseDeclareFetch=1;Fetch=100;SSLmode=require;'],
  ])('%s', (_, options) => {
    it.each(Object.entries(asked))('gets %s as from PostgreSQL', async (_, lines) => {
      const ofPostgres = await isql(postgres, lines, options);
      expect(ofPostgres.length).toBeGreaterThan(2);
      expect(await isql(orrery, lines, options)).toEqual(ofPostgres);
    });
  });
});
