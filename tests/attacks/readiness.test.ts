import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { writeDatabase } from '../../packages/engines/src/duckdb/engine-for-test.ts';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { AttackedService } from './attacked-service.ts';
import { eventually } from '../eventually.ts';

let directory: string;
let service: AttackedService;
let lines: { readonly msg: string; readonly part?: string }[];

const sink = { write: (line: string) => void lines.push(JSON.parse(line)), flush: () => undefined };
const up = { status: 200, text: '{"health":"HEALTH"}' };
const down = { status: 500, text: '{"health":"DOWN"}' };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-readiness-'));
  cpSync(join(import.meta.dirname, 'project'), directory, { recursive: true });
  await writeDatabase(join(directory, 'shop.duckdb'), 'CREATE TABLE t AS SELECT 1 AS one');
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: duckdb\n    database: shop.duckdb\n    allow: [data]\nquery:\n  concurrency: 2\n',
  );
  lines = [];
  const { log } = createLog({ level: 'info', format: 'json' }, sink);
  service = await AttackedService.open({ directory, log });
});

afterEach(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const untilReady = (state: typeof up) =>
  eventually(async () => expect(await service.get('/readyz')).toMatchObject(state));

const told = () => lines.flatMap(({ part, msg }) => (part === undefined ? [] : [[part, msg]]));

it('readiness reports lost and restored data; only the log, once, says why', async () => {
  await untilReady(up);
  const file = join(directory, 'shop.duckdb');
  renameSync(file, `${file}.away`);
  await untilReady(down);
  for (let asked = 0; asked < 5; asked += 1) expect(await service.get('/readyz')).toMatchObject(down);
  expect(await service.get('/livez')).toMatchObject(up);
  expect((await service.get('/cubejs-api/v1/meta')).status).toBe(200);
  renameSync(`${file}.away`, file);
  await untilReady(up);
  expect(told()).toEqual([
    ['default data source', 'does not answer: not ready'],
    ['default data source', 'answers again'],
  ]);
});

it('readiness reports in time that the data source accepts connections and never answers', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // the server listens on TCP
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: postgres\n    url: ${WAREHOUSE}\n',
  );
  const environment = { WAREHOUSE: `postgres://reader:very-secret@127.0.0.1:${port}/shop` };
  await using hung = await AttackedService.open({
    directory,
    log: createLog({ level: 'info', format: 'json' }, sink).log,
    environment,
  });
  for (let asked = 0; asked < 2; asked += 1) {
    const probes = await Promise.all(Array.from({ length: 5 }, () => hung.get('/readyz')));
    for (const probe of probes) expect(probe).toMatchObject(down);
  }
  expect(await hung.get('/livez')).toMatchObject(up);
  expect((await hung.get('/cubejs-api/v1/meta')).status).toBe(200);
  expect(told()).toEqual([['default data source', 'does not answer: not ready']]);
  expect(JSON.stringify(lines)).not.toContain('very-secret');
  for (const socket of sockets) socket.destroy(); // closing would wait for what never comes
});

it('stays ready while queries hold every slot and the processors, and more queries wait', async () => {
  const controller = new AbortController();
  const flood = Array.from({ length: 64 }, async (_, index) => {
    const query = encodeURIComponent(JSON.stringify({ measures: ['endless.count'], limit: 1 + index }));
    const headers = { authorization: await tokenOf(index % 8), 'x-forwarded-proto': 'https' };
    const url = `${service.served.origin}/cubejs-api/v1/load?query=${query}`;
    return fetch(url, { headers, signal: controller.signal }).catch(() => undefined);
  });
  const queue = service.served.composition.runtime.queueOf('default');
  await eventually(() => expect([queue.running, queue.waiting]).toEqual([2, 62]));
  const endsAt = performance.now() + 4_000;
  while (performance.now() < endsAt) expect(await service.get('/readyz')).toMatchObject(up);
  controller.abort();
  await Promise.all(flood);
  expect(told()).toEqual([]);
});

/** Each tenant has its own share of the queue. */
async function tokenOf(tenant: number): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  const request = { securityContext: { tenant }, expiresInSeconds: 600, clock: Date };
  const settings = { algorithms: ['HS256'], scopes: [] } as const;
  return (deployment && (await mintToken({ ...request, deployment }, settings))) ?? '';
}
