import { connect } from 'node:net';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { rawGet, type ServerProcess, startProcess } from './server-process.ts';
import { eventually } from '../eventually.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-ending-'));
  cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startProcess(['--project', 'project', '--dev'], { directory, environment });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

const ask = ({ origin, token }: ServerProcess, query: unknown) =>
  rawGet(`${origin}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`, { authorization: token });

const endless = { measures: ['endless.count'] };

/** Waits until earlier requests have arrived: a later request is answered by then. */
const untilBegun = ({ origin }: ServerProcess) => rawGet(`${origin}/livez`);

/** Returns the log entry about requests that the server had to end. */
function ended({ output }: ServerProcess): unknown {
  const line = output()
    .logged.split('\n')
    .find((text) => text.includes('requests have ended'));
  const { finished, cancelled } = JSON.parse(line ?? '{}') as Readonly<Record<string, unknown>>;
  return { finished, cancelled };
}

it('a stopping server finishes what it has begun, however slow, and accepts nothing new', async () => {
  const server = await start({ ORRERY_STOP_TIMEOUT_SECONDS: '120' });
  const answers = [
    ask(server, { measures: ['slow.count'] }),
    ...Array.from({ length: 7 }, () => ask(server, { dimensions: ['huge.id'], limit: 50_000 })),
  ];
  await untilBegun(server);
  const stopped = server.stop();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(new Array(8).fill(200));
  expect(await stopped).toBe(0);
  expect(ended(server)).toEqual({ finished: 8, cancelled: 0 });
  await expect(ask(server, { measures: ['orders.count'] })).rejects.toThrow('ECONNREFUSED');
});

it('a stopping server cancels endless queries, tells their clients, and ends cleanly', async () => {
  const server = await start({ ORRERY_STOP_TIMEOUT_SECONDS: '1' });
  const silent = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(silent, 'connect');
  const running = [ask(server, endless), ask(server, endless)];
  const waiting = [ask(server, endless), ask(server, { measures: ['orders.count'] })];
  await untilBegun(server);
  const stopped = server.stop();
  for (const { status, text } of await Promise.all([...running, ...waiting])) {
    expect([status, JSON.parse(text)]).toEqual([
      503,
      {
        error: 'The deployment is being closed',
        problems: [{ code: 'deployment.closed', message: 'The deployment is being closed' }],
        stack: expect.anything(),
        requestId: expect.anything(),
      },
    ]);
  }
  expect(await stopped).toBe(0);
  expect(ended(server)).toEqual({ finished: 0, cancelled: 4 });
  expect(server.output().logged).not.toMatch(/unhandled|"level":[56]0/i);
});

it('a server with a grace period reports that it is not ready and goes on answering; a second signal ends it', async () => {
  const server = await start({ ORRERY_STOP_DELAY_SECONDS: '600' });
  expect((await rawGet(`${server.origin}/readyz`)).status).toBe(200);
  const stopped = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await eventually(async () => expect((await rawGet(`${server.origin}/readyz`)).status).toBe(500));
  expect((await rawGet(`${server.origin}/livez`)).status).toBe(200);
  const answer = await ask(server, { measures: ['orders.count'] });
  expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
  const again = setInterval(() => server.child.kill('SIGTERM'), 100);
  expect(await stopped).toEqual([1, null]);
  clearInterval(again);
});

it('a server whose outputs are no longer read goes on', async () => {
  const server = await start({ ORRERY_LOG_LEVEL: 'trace' });
  server.child.stdout.destroy();
  server.child.stderr.destroy();
  for (let asked = 0; asked < 100; asked += 1) {
    expect((await rawGet(`${server.origin}/cubejs-api/v1/meta`)).status).toBe(401);
  }
  expect((await ask(server, { measures: ['orders.count'] })).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
