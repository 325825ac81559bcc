import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { type RawAnswer, rawGet, startProcess } from './server-process.ts';

/** Long and unlikely values: wherever one of these appears, it came from here. */
const canaries = {
  apiSecret: 'canary-api-secret-5d1b6c0e7f3a49d2',
  masterKey: 'canary-master-key-91c7be02d4f6a835',
  claim: 'canary-claim-of-the-caller-77aa01',
  filterValue: 'canary-value-of-a-filter-c0ffee',
  password: 'canary-password-in-the-address-1234',
};

const encodings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
];

it('secrets, tokens and values of callers appear in no log, no answer and no readable file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-secrets-'));
  cpSync(join(import.meta.dirname, 'project'), join(directory, 'project'), { recursive: true });
  const environment = {
    ORRERY_API_SECRET: canaries.apiSecret,
    ORRERY_SECRET_KEY: canaries.masterKey,
    ORRERY_LOG_LEVEL: 'trace',
  };
  const server = await startProcess(['--project', 'project', '--dev'], { directory, environment });
  try {
    const token = await new SignJWT({ who: canaries.claim })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(canaries.apiSecret));
    const forged = `${token.slice(0, -4)}AAAA`;
    const expired = await new SignJWT({ who: canaries.claim })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(1)
      .sign(new TextEncoder().encode(canaries.apiSecret));
    const answers: RawAnswer[] = [];
    const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
      answers.push(await rawGet(`${server.origin}${path}`, headers));
    };
    const queries = [
      {
        measures: ['orders.count'],
        filters: [{ member: 'orders.status', operator: 'equals', values: [canaries.filterValue] }],
      },
      { measures: ['orders.nothing'] },
      { dimensions: ['unconvertible.word'] },
      { dimensions: ['reads_a_file.content'] },
    ];
    for (const authorization of [token, `Bearer ${token}`, forged, expired, canaries.apiSecret]) {
      for (const query of queries) {
        const text = encodeURIComponent(JSON.stringify(query));
        await ask(`/cubejs-api/v1/load?query=${text}&password=${canaries.password}`, { authorization });
      }
      for (const path of ['meta', 'nothing', 'load?query={']) {
        await ask(`/cubejs-api/v1/${path}`, { authorization, 'x-request-id': 'a', cookie: `session=${token}` });
      }
    }
    await ask(`/cubejs-api/v1/meta?token=${token}`, {});
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    expect(await server.stop()).toBe(0);

    const { logged, printed } = server.output();
    expect(logged).toContain('/cubejs-api/v1/load');
    const secrets = [canaries.apiSecret, canaries.masterKey, token, forged, expired, server.token];
    const inLog = [...secrets, canaries.claim, canaries.filterValue, canaries.password, token.split('.')[2] ?? ''];
    expect(inLog.flatMap(encodings).filter((secret) => logged.includes(secret))).toEqual([]);
    expect([canaries.apiSecret, canaries.masterKey].flatMap(encodings).filter((one) => printed.includes(one))).toEqual(
      [],
    );
    const said = answers.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n');
    expect(
      [...secrets, canaries.claim, canaries.password].flatMap(encodings).filter((one) => said.includes(one)),
    ).toEqual([]);

    const data = join(directory, '.orrery');
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const file = join(data, name);
      if (!statSync(file).isFile()) continue;
      const content = readFileSync(file, 'latin1');
      expect([name, secrets.flatMap(encodings).filter((one) => content.includes(one))]).toEqual([name, []]);
      expect([name, statSync(data).mode & 0o077]).toEqual([name, 0]);
    }
  } finally {
    await server.stop('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
});
