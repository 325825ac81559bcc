import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as plainGet } from 'node:http';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { orreryProcess, runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { freePort } from '../servers/free-port.ts';
import { postgresDatabase, type TestDatabase } from '../servers/postgres.ts';

const caddyfile = resolve(import.meta.dirname, '../../examples/compose/Caddyfile');
const directory = mkdtempSync(join(tmpdir(), 'orrery-proxy-'));
/** The authority by which Caddy makes certificates for this machine. */
const authority = join(directory, 'storage/pki/authorities/local/root.crt');

interface Node {
  readonly port: number;
  readonly child: ChildProcess;
}

let database: TestDatabase;
let nodes: readonly Node[];
let proxy: ChildProcess;
let origin: URL;
let settings: Readonly<Record<string, string>>;
let token: string;

/** Three nodes and Caddy, with the settings of `three-nodes.yml` and its Caddyfile. */
beforeAll(async () => {
  if (spawnSync('caddy', ['version']).status !== 0) throw new Error('this needs Caddy 2.8 or newer on the PATH');
  database = await postgresDatabase();
  await runOrrery(['init', 'shop'], { directory });
  origin = new URL(`https://localhost:${await freePort()}`);
  settings = {
    ORRERY_PROJECT: 'shop',
    ORRERY_PUBLIC_URL: origin.origin,
    ORRERY_TLS_SELF_SIGNED: 'false',
    ORRERY_TRUST_PROXY: '127.0.0.1',
    ORRERY_DATABASE_URL: database.url,
    ORRERY_SECRET_KEY: randomBytes(32).toString('hex'),
    ORRERY_STOP_DELAY_SECONDS: '5',
  };
  nodes = await Promise.all([1, 2, 3].map(startNode));
  proxy = startProxy();
  while (!existsSync(authority) || (await statusOf('/readyz').catch(() => 0)) !== 200) {
    if (proxy.exitCode !== null) throw new Error(`Caddy ended with ${proxy.exitCode}`);
    await pause(100);
  }
  const data = { ORRERY_DATA: join(directory, 'node1') };
  token = (await runOrrery(['token'], { directory, environment: { ...settings, ...data } })).output.trim();
});

afterAll(async () => {
  for (const child of [proxy, ...(nodes ?? []).map((node) => node.child)]) {
    if (child === undefined || child.exitCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await database.drop();
  rmSync(directory, { recursive: true });
});

async function startNode(number: number): Promise<Node> {
  const port = await freePort();
  const own = { ORRERY_DATA: join(directory, `node${number}`), ORRERY_PORT: String(port) };
  const child = orreryProcess(['start'], { directory, environment: { ...settings, ...own } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  while (!said.includes('is up')) {
    if (child.exitCode !== null) throw new Error(said);
    await pause(50);
  }
  return { port, child };
}

/** Runs the Caddyfile as it is; options in front of it keep what Caddy writes in a folder, and other ports free. */
function startProxy(): ChildProcess {
  const options = [
    'admin off',
    'auto_https disable_redirects',
    'skip_install_trust',
    `storage file_system ${join(directory, 'storage')}`,
  ];
  const file = join(directory, 'Caddyfile');
  writeFileSync(file, `{\n\t${options.join('\n\t')}\n}\n${readFileSync(caddyfile, 'utf8')}`);
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      DOMAIN: origin.host,
      NODES: nodes.map(({ port }) => `127.0.0.1:${port}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    secureRequest(new URL(path, origin), { headers, ca: readFileSync(authority), agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('error', fail).on('end', () => done({ status: response.statusCode ?? 0, text }));
    })
      .on('error', fail)
      .end();
  });
}

const statusOf = async (path: string) => (await ask(path)).status;
const query = encodeURIComponent(JSON.stringify({ measures: ['orders.count'] }));
const load = () => ask(`/cubejs-api/v1/load?query=${query}`, { authorization: token });

it('answers by HTTPS through the proxy, and not by plain HTTP beside it', async () => {
  expect(JSON.parse((await load()).text)).toMatchObject({ data: [{ 'orders.count': '4' }] });
  const [first] = nodes;
  const [response] = (await once(plainGet(`http://127.0.0.1:${first?.port}/cubejs-api/v1/meta`), 'response')) as [
    { readonly statusCode: number; resume(): void },
  ];
  response.resume();
  expect(response.statusCode).toBe(403);
});

it('passes sockets on', async () => {
  const socket = new WebSocket(`wss://${origin.host}/cubejs-api/v1/ws`, { ca: readFileSync(authority) });
  await once(socket, 'open');
  socket.send(JSON.stringify({ authorization: token }));
  const message = { messageId: '1', method: 'load', params: { query: { measures: ['orders.count'] } } };
  const answer = new Promise<string>((done) => {
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('handshake')) socket.send(JSON.stringify(message));
      else if (text.includes('"messageId":"1"')) done(text);
    });
  });
  expect(JSON.parse(await answer)).toMatchObject({ status: 200, message: { data: [{ 'orders.count': '4' }] } });
  socket.close();
});

it('answers every request while one node after the other stops', async () => {
  const statuses: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      statuses.push((await load()).status, await statusOf('/readyz'));
      await pause(20);
    }
  })();
  for (const { child } of nodes.slice(0, 2)) {
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(0);
    await pause(3_000); // longer than the proxy takes to look again
  }
  isOver = true;
  await asking;
  expect(statuses.length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
