import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { type StorePlace, storePlace } from '../servers/store-place.ts';
import { type TcpProxy, tcpProxy } from '../servers/tcp-proxy.ts';
import { eventually } from '../eventually.ts';

let place: StorePlace;
let proxy: TcpProxy;
let served: ServedProject;
let key: string;

beforeAll(async () => {
  place = await storePlace('postgres');
  const url = new URL(place.environment['ORRERY_DATABASE_URL'] ?? '');
  proxy = await tcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const environment = { ...place.environment, ORRERY_DATABASE_URL: url.href };
  served = await serveProject(join(import.meta.dirname, 'project'), { environment });
  key = await makeKey();
});

afterAll(async () => {
  await served?.close();
  await proxy?.close();
  await place?.remove();
});

async function makeKey(): Promise<string> {
  const { changes, accountId, accounts, apiKeys } = served.composition.metadata;
  const admin = await accounts.ensureAdmin(accountId);
  return (
    await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, { userId: admin?.id ?? 0, name: 'test', deployments: 'all' }),
    )
  ).text;
}

async function ask(path: string, authorization: string) {
  const answer = await fetch(`${served.origin}${path}`, { headers: { authorization } });
  return { status: answer.status, text: await answer.text() };
}

const me = async (by: string) => (await ask('/api/v1/users/me', `Bearer ${by}`)).status;
const readiness = async () => (await ask('/readyz', '')).status;

it('a lost store only affects requests that need it, and everything works once it is back', async () => {
  const another = await makeKey();
  expect([await me(key), await readiness()]).toEqual([200, 200]);
  proxy.cut();

  const unknown = await ask('/api/v1/api-keys', `Bearer ${another}`);
  const text = 'The metadata store does not answer';
  expect([unknown.status, JSON.parse(unknown.text)]).toEqual([503, { error: text, message: text, statusCode: 503 }]);
  expect((await ask('/api/v1/api-keys', `Bearer ${key}`)).status).toBe(503);
  expect((await ask('/api/v1/api-keys', 'Bearer sk-none')).status).toBe(401);
  expect((await ask('/cubejs-api/v1/meta', served.token)).status).toBe(200);
  await eventually(async () => expect(await readiness()).toBe(500));

  proxy.mend();
  await eventually(async () => expect([await me(another), await readiness()]).toEqual([200, 200]));
  expect((await ask('/api/v1/api-keys', `Bearer ${another}`)).status).toBe(200);
});
