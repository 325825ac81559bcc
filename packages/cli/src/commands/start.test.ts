import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orreryProcess, type RunOptions, runOrrery } from '../command/run-orrery.ts';

let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-start-'));
  await runOrrery(['init', 'shop'], { directory });
});

afterAll(() => rmSync(directory, { recursive: true }));

const started = (...args: string[]) => startedWith({}, ...args);

/** Waits for the banner. */
async function startedWith(options: Omit<RunOptions, 'directory'>, ...args: string[]) {
  const child = orreryProcess(['start', '--project', 'shop', '--port', '0', ...args], { directory, ...options });
  let output = '';
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('is up') && output.endsWith('\n\n')) resolve();
    });
    child.on('exit', () => reject(new Error(`it ended: ${errors}`)));
  });
  return { child, output, log: () => errors, origin: /(https?:\/\/[^/\s]+)\/readyz/.exec(output)?.[1] ?? '' };
}

async function stopped({ child }: { readonly child: ReturnType<typeof orreryProcess> }): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Ignores the certificate, like curl -k: these servers have self-signed ones. */
function statusOf(url: string, headers: RequestOptions['headers'] = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, rejectUnauthorized: false, agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    );
  });
}

describe('orrery start', () => {
  it('prints a curl command that works when pasted, and closes cleanly', async () => {
    const server = await started('--dev');
    const line = server.output.slice(server.output.indexOf('curl'));
    const curl = spawn('bash', ['-c', line]);
    let answer = '';
    curl.stdout.on('data', (text: Buffer) => (answer += text.toString()));
    await once(curl, 'close');
    expect(JSON.parse(answer)).toMatchObject({
      data: expect.arrayContaining([{ 'orders.status': 'paid', 'orders.count': '2', 'orders.total_amount': '200.5' }]),
    });
    expect(server.output).toContain('1 cube, 0 views, 5 members');
    expect(await stopped(server)).toBe(0);
  });

  it('prints a psql command that works when pasted, where the port of SQL is open', async () => {
    const server = await started('--dev', '--sql-port', '0');
    const [line = ''] = /PGPASSWORD=.*/.exec(server.output) ?? [];
    const psql = spawn('bash', ['-c', `${line} -XAtc 'SELECT MEASURE(count) FROM orders'`]);
    let answer = '';
    psql.stdout.on('data', (text: Buffer) => (answer += text.toString()));
    await once(psql, 'close');
    expect(Number(answer)).toBeGreaterThan(0);
    expect(server.output).toMatch(/ SQL {8}port \d+ of 127\.0\.0\.1, by PostgreSQL's protocol/);
    expect(await stopped(server)).toBe(0);
  });

  it('prints first the address that signs in the person at this machine, whose key is in no log', async () => {
    const server = await startedWith({ environment: { ORRERY_LOG_LEVEL: 'trace' } }, '--dev');
    const [, origin, key] =
      /^ {2}Open {7}(http:\/\/127\.0\.0\.1:\d+)\/start#key=([\w-]{43}) /.exec(server.output) ?? [];
    const redeem = (given: string | undefined) =>
      fetch(`${origin}/api/v1/start-key/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: given }),
      });
    expect((await redeem(`${key?.slice(0, -1)}!`)).status).toBe(401);
    const signedIn = await redeem(key);
    expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { user: { isAdmin: true } }]);
    await stopped(server);
    expect(server.log()).toContain('/api/v1/start-key/redeem');
    expect(server.log()).not.toContain(key);
  });

  it('stores passwords at the cost of production', async () => {
    const data = join(directory, 'passwords');
    const server = await started('--dev', '--data', data);
    const [, origin, startKey] =
      /^ {2}Open {7}(http:\/\/127\.0\.0\.1:\d+)\/start#key=([\w-]{43}) /.exec(server.output) ?? [];
    const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${origin}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: `${origin}`, ...headers },
        body: JSON.stringify(body),
      });
    const cookie = (await post('start-key/redeem', { key: startKey })).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const made = await post('users', { username: 'ann', role: 'explorer' }, { cookie });
    const { invitation } = (await made.json()) as { readonly invitation: { readonly token: string } };
    const password = 'correct horse battery';
    expect((await post('sign-in-links/redeem', { token: invitation.token, password })).status).toBe(200);
    await stopped(server);
    const stored = new DatabaseSync(join(data, 'orrery.db'), { readOnly: true });
    const [row] = stored.prepare('SELECT hash FROM user_password').all();
    stored.close();
    expect(row?.['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('serves HTTPS with a certificate it made, and keeps it for the next start', async () => {
    const server = await started('--tls-self-signed');
    expect(server.origin).toMatch(/^https:/);
    expect(await statusOf(`${server.origin}/readyz`)).toBe(200);
    expect(await statusOf(`${server.origin}/cubejs-api/v1/meta`)).toBe(401);
    const token = /Authorization: ([^']+)/.exec(server.output)?.[1];
    expect(await statusOf(`${server.origin}/d/1/cubejs-api/v1/meta`, { authorization: token })).toBe(200);
    expect(await stopped(server)).toBe(0);
    const key = join(directory, '.orrery', 'self-signed.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const madeAt = statSync(key).mtimeMs;
    await stopped(await started('--tls-self-signed'));
    expect(statSync(key).mtimeMs).toBe(madeAt);
  });

  it('answers plain HTTP with 403 outside development mode, except for probes', async () => {
    const server = await started();
    expect(server.output).toContain('Attention  only HTTPS is answered');
    expect(server.output).not.toContain('curl');
    expect((await fetch(`${server.origin}/cubejs-api/v1/meta`)).status).toBe(403);
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect(await stopped(server)).toBe(0);
  });

  it('writes no token and no query string to the log at any level', async () => {
    const server = await startedWith({ environment: { ORRERY_LOG_LEVEL: 'trace' } }, '--dev');
    const token = /Authorization: ([^']+)/.exec(server.output)?.[1] ?? '';
    const secrets = [token, 'not-a-token', 'very-private-value'];
    const ask = (authorization: string) =>
      fetch(`${server.origin}/cubejs-api/v1/meta?token=${token}&x=very-private-value`, { headers: { authorization } });
    expect((await ask(token)).status).toBe(200);
    expect((await ask('not-a-token')).status).toBe(401);
    await stopped(server);
    expect(server.log()).toContain('/cubejs-api/v1/meta');
    expect(secrets.filter((secret) => server.log().includes(secret))).toEqual([]);
  });

  it.each([
    [
      'a certificate there is not',
      ['--tls-cert', 'no.crt', '--tls-key', 'no.key'],
      {},
      "The certificate 'no.crt' with the key 'no.key' cannot be used",
    ],
    ['a data folder that is a file', ['--data', 'shop/orrery.yml', '--dev'], {}, 'cannot be written'],
    [
      'a public key that is none',
      ['--dev'],
      { ORRERY_JWT_KEY: '-----BEGIN PUBLIC KEY-----\nx', ORRERY_JWT_ALGS: 'RS256' },
      'ORRERY_JWT_KEY is no public key in PEM.',
    ],
    ['an empty secret', ['--dev'], { CUBEJS_API_SECRET: '' }, 'CUBEJS_API_SECRET is empty.'],
  ])('refuses %s with one sentence', async (_, args, environment, message) => {
    const run = await runOrrery(['start', '--project', 'shop', ...args], { directory, environment });
    expect(run.code).toBe(1);
    expect(run.errors).toContain(message);
    expect(run.errors).not.toContain('    at ');
  });

  it('reports the problem instead of starting', async () => {
    writeFileSync(join(directory, 'broken.yml'), '');
    const run = await runOrrery(['start', '--project', 'nowhere', '--dev', '--host', '0.0.0.0'], { directory });
    expect([run.code, run.errors]).toEqual([
      1,
      "--dev listens on this machine only, and '0.0.0.0' is not a loopback address.\n",
    ]);
    const nowhere = await runOrrery(['start', '--project', 'nowhere'], { directory });
    expect(nowhere.errors).toMatch(/^There is no orrery\.yml in '.*nowhere'\. Name the project with --project/);
  });

  it('reports that the port is in use', async () => {
    const server = await started('--dev');
    const port = new URL(server.origin).port;
    const run = await runOrrery(['start', '--project', 'shop', '--dev', '--port', port], { directory });
    expect([run.code, run.errors]).toEqual([
      1,
      expect.stringContaining(`Port ${port} is taken on 127.0.0.1; choose another one with --port.`),
    ]);
    await stopped(server);
  });

  it.each([
    ['a port that is taken', (port: string) => ['--project', 'shop', '--dev', '--port', port]],
    ['a project that is not there', () => ['--project', 'nowhere', '--dev']],
    ['a certificate that is not there', () => ['--project', 'shop', '--tls-cert', 'no.crt', '--tls-key', 'no.key']],
  ])('leaves no data folder after %s', async (_, argsFor) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // it listens on TCP
    const data = join(directory, 'not-made');
    const run = await runOrrery(['start', '--port', '0', '--data', data, ...argsFor(String(port))], { directory });
    other.close();
    expect(run.code).toBe(1);
    expect(existsSync(data)).toBe(false);
  });
});

it('doctor tells a server of its data folder from one of another', async () => {
  const data = join(directory, 'served');
  const server = await started('--dev', '--data', data);
  const { port } = new URL(server.origin);
  const portLine = async (...args: string[]) => {
    const run = await runOrrery(['doctor', '--project', 'shop', '--dev', '--port', port, ...args], { directory });
    return run.output.split('\n').find((line) => / port /.test(line));
  };
  expect(await portLine('--data', data)).toMatch(/^ok .* a server answers on .*, and is ready$/);
  expect(await portLine('--data', `${data}-too`)).toMatch(/^wrong .* a server of another data folder answers on /);
  expect(await stopped(server)).toBe(0);
  expect(readdirSync(join(data, 'temporary'))).toEqual([]);
});

it('a command that does not exist is refused with the nearest one', async () => {
  expect(await runOrrery(['strat'], { directory })).toEqual({
    code: 1,
    output: '',
    errors: "There is no command 'strat'. Did you mean orrery start?\n",
  });
  expect((await runOrrery(['account'], { directory })).errors).toBe(
    "'account' is an incomplete command: orrery account create, orrery account list, orrery account allow-passwords.\n",
  );
});
