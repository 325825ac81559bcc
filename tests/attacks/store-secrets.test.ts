import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { connect } from '../../packages/store/src/database/connect.ts';
import { type StorePlace, storyKinds, storePlace } from '../servers/store-place.ts';
import { tcpProxy } from '../servers/tcp-proxy.ts';
import { startProcess } from './server-process.ts';
import { eventually } from '../eventually.ts';

vi.setConfig({ testTimeout: 60_000 }); // uses several processes

const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
];

/** The secrets whose text occurs in any form. */
const leaks = (text: string, secrets: Readonly<Record<string, string>>) =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [name] : [],
  );

describe.each(storyKinds)('with its metadata on %s', (kind) => {
  let place: StorePlace;
  let directory: string;

  beforeEach(async () => {
    place = await storePlace(kind);
    directory = place.settings.dataDirectory;
    cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
  });

  afterEach(() => place.remove());

  /** The whole content of the store, as text. */
  async function stored(): Promise<string> {
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name));
    const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
    const { database, close } = await connect(place.settings);
    const tables = await database.introspection.getTables();
    for (const { name } of tables) {
      const rows = await database
        .selectFrom(name as 'account')
        .selectAll()
        .execute(); // any table will do
      contents.push(JSON.stringify(rows));
    }
    await close();
    return contents.join('\n');
  }

  it('keys, secrets, tokens and the address of the store appear in no log, no answer and no row', async () => {
    const url = new URL(place.environment['ORRERY_DATABASE_URL'] ?? 'postgres://none');
    const proxy = kind === 'postgres' ? await tcpProxy(Number(url.port)) : undefined;
    onTestFinished(() => proxy?.close());
    url.port = String(proxy?.port ?? '');
    const address = proxy ? { ORRERY_DATABASE_URL: url.href } : {};
    const environment = { ...place.environment, ...address, ORRERY_LOG_LEVEL: 'trace' };
    const server = await startProcess(['--project', 'project', '--dev'], { directory, environment });
    onTestFinished(async () => void (await server.stop('SIGKILL')));

    const answers: string[] = [];
    const ask = async (path: string, authorization: string, body?: object) => {
      const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
      const answer = await fetch(`${server.origin}${path}`, { ...sent, headers });
      const text = await answer.text();
      answers.push(text + JSON.stringify([...answer.headers]));
      return { status: answer.status, text };
    };
    const orrery = async (...args: string[]) =>
      (await runOrrery(args, { directory, environment: place.environment })).output.trim();

    const first = /\bsk-[\w-]+/.exec(server.output().printed)?.[0] ?? '';
    const made = await ask('/api/v1/api-keys', `Bearer ${first}`, { name: 'made' });
    answers.pop(); // the only answer that holds a key
    const second: string = JSON.parse(made.text).key;
    const third = await orrery('key', 'create', '--name', 'third');
    const secret = await orrery('secret', 'rotate');
    const token = await orrery('token', '--context', '{"who":"canary"}');
    await orrery('key', 'revoke', '3');
    const malformed = 'sk-canary-5d1b6c0e7f3a49d2-is-too-$trange';
    for (const key of [first, second, third, malformed, secret, token]) {
      for (const scheme of ['Bearer', 'Api-Key', 'Basic']) {
        await ask('/api/v1/users/me', `${scheme} ${key}`);
        await ask(`/api/v1/api-keys?after=${key}`, `${scheme} ${key}`);
        await ask('/api/v1/api-keys', `${scheme} ${key}`, { name: 7, key });
        await ask(`/cubejs-api/v1/meta?key=${key}`, `${scheme} ${key}`);
      }
    }
    if (proxy) {
      proxy.cut();
      expect((await ask('/api/v1/api-keys', `Bearer ${second}`)).status).toBe(503);
      await ask('/readyz', '');
      proxy.mend();
      await eventually(async () => expect((await ask('/api/v1/api-keys', `Bearer ${second}`)).status).toBe(200));
    }
    expect(await server.stop()).toBe(0);

    const masterKey = place.environment['ORRERY_SECRET_KEY'] ?? '';
    const secrets = {
      first,
      second,
      third,
      malformed,
      secret,
      token,
      masterKey,
      ...(proxy ? { password: url.password, address: url.href } : {}),
    };
    const { logged, printed } = server.output();
    expect(logged).toContain('/api/v1/api-keys');
    expect(leaks(logged, secrets)).toEqual([]);
    expect(leaks(answers.join('\n'), secrets)).toEqual([]);
    expect(leaks(printed.replace(first, ''), secrets)).toEqual([]);
    const { malformed: _, ...kept } = secrets;
    expect(leaks(await stored(), kept)).toEqual([]);
  });

  it('a store that does not open gives the reason without any secret', async () => {
    await runOrrery(['key', 'list'], { directory, environment: place.environment });
    const { ORRERY_DATABASE_URL: address } = place.environment;
    const changes: [string, Record<string, string>][] = [
      ['master key', { ORRERY_SECRET_KEY: 'canary-of-another-master-key-that-fits-not' }],
    ];
    if (address !== undefined) {
      const changed = (change: (url: URL) => void) => {
        const url = new URL(address);
        change(url);
        return { ORRERY_DATABASE_URL: url.href };
      };
      changes.push(
        ['password', changed((url) => (url.password = 'canary-password'))],
        ['user', changed((url) => (url.username = 'nobody'))],
        ['database', changed((url) => (url.pathname = '/nowhere'))],
        ['encryption', changed((url) => (url.search = 'sslmode=verify-full'))],
        ['port', changed((url) => (url.port = '1'))],
      );
    }
    for (const [name, change] of changes) {
      for (const args of [['token'], ['start', '--project', 'project', '--dev', '--port', '0']]) {
        const { code, output, errors } = await runOrrery(args, {
          directory,
          environment: { ...place.environment, ...change, ORRERY_LOG_LEVEL: 'trace' },
        });
        expect([name, code]).toEqual([name, 1]);
        expect(errors).toMatch(/The (metadata store does not answer|master key does not open)/);
        const secrets = {
          canary: 'canary',
          masterKey: place.environment['ORRERY_SECRET_KEY'] ?? '',
          ...(address === undefined ? {} : { password: new URL(address).password }),
        };
        expect([name, leaks(output + errors, secrets)]).toEqual([name, []]);
        expect(errors).not.toContain('    at ');
      }
    }
  });
});
