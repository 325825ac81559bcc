import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDirectory } from '../../tests/servers/server-directory.ts';
import { startServer as startDatabase } from '../../tests/servers/shared-server.ts';
import { askTrino, folderOf, java, missingOf, trinoHost, trinoServer } from '../../tests/servers/trino/trino-server.ts';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import { startServer, type ServerPlace } from '../server-process.ts';
import { withServers } from '../with-servers.ts';

const trino = {
  version: '483',
  catalogs: { tpch: { 'connector.name': 'tpch' } },
  // Buffers as a server has them by default.
  settings: {
    'sink.max-buffer-size': '32MB',
    'exchange.max-buffer-size': '32MB',
    'exchange.max-response-size': '16MB',
  },
} as const;
const client = join(folderOf(trino.version), 'cli/trino-cli-476-executable.jar');
const allowedMs = 10;
const rows = 500_000;
const leastTimes = 3;

const model = `cubes:
  - name: nations
    sql_table: tpch.tiny.nation
    dimensions:
      - { name: name, sql: name, type: string }
  - name: lines
    sql_table: tpch.sf1.lineitem
    dimensions:
      - { name: order_key, sql: orderkey, type: number }
      - { name: line, sql: linenumber, type: number }
      - { name: price, sql: extendedprice, type: number }
      - { name: shipped, sql: shipdate, type: time }
      - { name: mode, sql: shipmode, type: string }
`;
const ourText = 'SELECT order_key, line, price, shipped, mode FROM lines LIMIT';
const theirText = 'SELECT orderkey, linenumber, extendedprice, shipdate, shipmode FROM tpch.sf1.lineitem LIMIT';

/**
 * Measures what is added to the time of Trino for ten rows, next to the same statement by its protocol alone; and the rows a
 * second of a long answer, next to its own client on the command line, without the time in which that starts.
 */
export async function rowsFromTrino(place: ServerPlace): Promise<readonly Figure[]> {
  const missing = missingOf(trino.version, trino.catalogs) ?? (existsSync(client) ? undefined : `${client} is missing`);
  if (missing !== undefined) {
    console.log(`skipped Trino: ${missing} (.ci/install-trino prove)`);
    return [];
  }
  return withServers(async () => {
    const { port } = await startDatabase(trinoServer(trino), join(serverDirectory(), 'trino'));
    mkdirSync(join(place.project, 'model'), { recursive: true });
    writeFileSync(
      join(place.project, 'orrery.yml'),
      'data_sources:\n  default:\n    type: trino\n    url: ${BENCH_TRINO_URL}\n',
    );
    writeFileSync(join(place.project, 'model', 'tpch.yml'), model);
    const environment = { BENCH_TRINO_URL: `trino://bench@${trinoHost}:${port}/tpch` };
    const server = await startServer({ ...place, environment });
    try {
      const query = { dimensions: ['nations.name'], order: { 'nations.name': 'asc' }, limit: 10 };
      const answer = await server.get(`/cubejs-api/v1/sql?query=${encodeURIComponent(JSON.stringify(query))}`);
      // The shape of the contract's `/v1/sql` answer.
      const { sql } = JSON.parse(answer) as { readonly sql: { readonly sql: readonly [string, readonly unknown[]] } };
      if (sql.sql[1].length > 0) throw new Error('the statement has parameters');
      const short = await timeInTurns(
        { ours: () => server.load({ ...query, cache: 'no-cache' }), alone: () => askTrino(port, 'none', sql.sql[0]) },
        60,
      );
      const long = await timeInTurns(
        {
          ours: async (round) => {
            const { head, tail } = await server.post('cubesql', {
              query: `${ourText} ${rows - Math.abs(round)}`,
              cache: 'no-cache',
            });
            // An error on the way is the last line.
            if (!head.startsWith('{"schema"') || !tail.trimEnd().endsWith(']]}'))
              throw new Error(`${head} ... ${tail}`);
          },
          theirs: () => byClient(port, `${theirText} ${rows}`),
          start: () => byClient(port, 'SELECT 1'),
        },
        5,
      );
      const [load, alone] = [median(short.ours), median(short.alone)];
      const rate = (tookMs: number) => Math.round(rows / tookMs);
      const [ours, theirs] = [rate(median(long.ours)), rate(median(long.theirs) - median(long.start))];
      return [
        {
          name: 'uncached load from Trino, ten rows',
          measured: `${ms(load)} (${(load - alone).toFixed(2)} ms more)`,
          baseline: `${ms(alone)} by its protocol alone`,
          bound: `+${allowedMs} ms`,
          isWithin: load <= alone + allowedMs,
        },
        {
          name: `rows of five columns from Trino by a statement, ${rows.toLocaleString('en')} rows`,
          measured: `${ours} thousand rows/s (${(ours / theirs).toFixed(2)}x)`,
          baseline: `${theirs} thousand rows/s by its client, CSV`,
          bound: `${leastTimes}x`,
          isWithin: ours >= theirs * leastTimes,
        },
      ];
    } finally {
      await server.stop();
    }
  });
}

/** Runs a statement by the client of Trino, whose output nobody reads. */
function byClient(port: number, text: string): Promise<void> {
  const where = ['--server', `http://${trinoHost}:${port}`, '--output-format', 'CSV', '--execute', text];
  const child = spawn(join(java ?? '', 'bin/java'), ['-jar', client, ...where], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`the client of Trino ended with ${code}: ${said}`)),
    );
  });
}
