import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/index.ts';
import { signDeployToken } from '../../packages/people/src/index.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

type Files = Readonly<Record<string, string>>;

const settings = 'data_sources:\n  default:\n    type: duckdb\n';
const numbers = (...values: readonly number[]) =>
  `cubes:\n  - name: numbers\n    sql: SELECT * FROM (VALUES ${values.map((one) => `(${one})`).join(', ')}) AS t(n)\n    measures:\n      - { name: total, sql: n, type: sum }\n`;
const project = (...values: readonly number[]): Files => ({
  'orrery.yml': settings,
  'model/numbers.yml': numbers(...values),
});
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const hashesOf = (files: Files) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { hash: sha1(text) }]));

describe.each(storyKinds)('projects that are uploaded file by file, on %s', (kind) => {
  let service: ScimService;
  let deploymentId: number;
  let token: string;
  let made = 0;

  beforeAll(async () => {
    service = await ScimService.open(kind);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  beforeEach(async () => {
    const { json } = await ask('POST', '/api/v1/deployments', { name: `deploy ${++made}` }, `Bearer ${service.key}`);
    deploymentId = json.id;
    token = await tokenFor(deploymentId);
  });

  async function tokenFor(id: number, deployments: 'all' | readonly number[] = [id]): Promise<string> {
    const { accountId, apiKeys, accounts, changes } = service.metadata;
    const admin = await accounts.ensureAdmin(accountId);
    const wanted = { userId: admin?.id ?? 0, name: 'deploy', deployments, purpose: 'deploy' } as const;
    const { text } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      apiKeys.create(change, wanted),
    );
    return signDeployToken({ url: service.served.origin, deploymentId: id, key: text }, Date);
  }

  async function ask(method: string, path: string, body?: object | FormData, authorization = token) {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.served.origin}${path}`, {
      method,
      headers: { authorization, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, text, json: text === '' ? undefined : JSON.parse(text) };
  }

  const call = (method: string, what: string, body?: object | FormData, authorization = token) =>
    ask(method, `/build/deploy/${deploymentId}/${what}`, body, authorization);

  const send = (id: number, path: string, text: string) => {
    const form = new FormData();
    form.append('transaction', JSON.stringify({ id }));
    form.append('fileName', path);
    form.append('file', new Blob([text]), path.split('/').at(-1) ?? '');
    return call('POST', 'upload-file', form);
  };

  /** What the command does: asks what is there, sends what differs, and finishes. */
  async function deploy(files: Files) {
    const { json: served } = await call('GET', 'files');
    const { id } = (await call('POST', 'start-upload')).json.transaction;
    const sent: string[] = [];
    for (const [path, text] of Object.entries(files)) {
      if (served[path]?.hash === sha1(text)) continue;
      const { status, text: why } = await send(id, path, text);
      if (status !== 200) throw new Error(`${path} was refused: ${why}`);
      sent.push(path);
    }
    return { ...(await call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(files) })), sent };
  }

  async function total(): Promise<unknown> {
    const { json } = await ask('POST', `/api/v1/deployments/${deploymentId}/token`, undefined, `Bearer ${service.key}`);
    const query = { query: { measures: ['numbers.total'] } };
    const answer = await ask('POST', `/d/${deploymentId}/cubejs-api/v1/load`, query, json.cubeApiToken);
    return answer.json.data?.[0]?.['numbers.total'] ?? answer.status;
  }

  it('serve when they are finished; the next time only what changed is sent', async () => {
    const first = await deploy({ ...project(1, 2), '.gitignore': 'node_modules\n' });
    expect([first.status, first.text]).toEqual([200, first.text]);
    expect(first.json.version).toMatchObject({ deploymentId, fileCount: 2, isActive: true });
    expect(String(await total())).toBe('3');
    expect((await call('GET', 'files')).json).toEqual(hashesOf(project(1, 2)));
    const second = await deploy(project(1, 2, 3));
    expect([second.status, second.sent]).toEqual([200, ['model/numbers.yml']]);
    expect(String(await total())).toBe('6');
    expect((await call('GET', 'files')).json).toEqual(hashesOf(project(1, 2, 3)));
  });

  it('serve nothing before they are finished', async () => {
    await deploy(project(1));
    const { id } = (await call('POST', 'start-upload')).json.transaction;
    await send(id, 'model/numbers.yml', numbers(50));
    expect(String(await total())).toBe('1');
    await call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(project(50)) });
    expect(String(await total())).toBe('50');
    const again = await call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(project(1)) });
    expect([again.status, again.json.message]).toEqual([404, expect.stringContaining('no upload')]);
  });

  it('become one version when they are finished twice at the same time', async () => {
    await deploy(project(1));
    const { id } = (await call('POST', 'start-upload')).json.transaction;
    await send(id, 'model/numbers.yml', numbers(50));
    const finish = () => call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(project(50)) });
    const answers = await Promise.all([finish(), finish()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(String(await total())).toBe('50');
  });

  it('are refused with their problems, and what served goes on', async () => {
    await deploy(project(1));
    const refused = await deploy({ ...project(1), 'model/more.yml': 'cubes:\n  - name: more\n    sql_tabel: x\n' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('model/more.yml');
    expect(String(await total())).toBe('1');
    const { json } = await ask(
      'GET',
      `/api/v1/deployments/${deploymentId}/versions`,
      undefined,
      `Bearer ${service.key}`,
    );
    expect(json.items).toHaveLength(1);
  });

  it('are told of all files that no project here has, in one answer', async () => {
    const { id } = (await call('POST', 'start-upload')).json.transaction;
    const files = { 'model/a.js': 'cube()', 'schema/b.js': 'cube()', 'model/numbers.yml': numbers(1) };
    const refused = await call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(files) });
    expect([refused.status, refused.json.details.map((one: { path: string }) => one.path)]).toEqual([
      400,
      ['orrery.yml', '"model/a.js"', '"schema/b.js"'],
    ]);
    const missing = await call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(project(1)) });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('was not uploaded')]);
    const out = await send(id, '../x.yml', 'x');
    expect([out.status, out.text]).toEqual([400, expect.stringContaining('leads out')]);
  });

  it('take no file whose content is not the one that was announced', async () => {
    const { id } = (await call('POST', 'start-upload')).json.transaction;
    for (const [path, text] of Object.entries(project(1))) await send(id, path, `${text}\n# changed on the way`);
    const refused = await call('POST', 'finish-upload', { transaction: { id }, files: hashesOf(project(1)) });
    expect(refused.status).toBe(400);
  });

  it('are uploaded by tokens of their deployment alone', async () => {
    const [head, claims, signature] = token.split('.');
    const told = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString());
    expect(told).toMatchObject({ url: service.served.origin, deploymentId });
    const forged = Buffer.from(JSON.stringify({ ...told, deploymentId: 1 })).toString('base64url');
    const statuses: unknown[] = [];
    for (const one of [`${head}.${forged}.${signature}`, 'a.b.c', '', await tokenFor(deploymentId, [1])])
      statuses.push((await call('POST', 'start-upload', undefined, one)).status);
    expect(statuses).toEqual([401, 401, 401, 403]);
    // The key in a token is good for nothing else.
    for (const path of ['/api/v1/deployments', '/api/v1/users', `/api/v1/deployments/${deploymentId}/versions`])
      expect([path, (await ask('GET', path, undefined, `Bearer ${told.key}`)).status]).toEqual([path, 401]);
    const list = await ask('GET', '/build/deploy/deployments');
    expect(list.json).toEqual([{ id: deploymentId, name: `deploy ${made}` }]);
    const other = await ask('POST', '/build/deploy/1/start-upload');
    expect(other.status).toBe(403);
    const { id } = (await call('POST', 'start-upload')).json.transaction;
    const before = deploymentId;
    const { json } = await ask('POST', '/api/v1/deployments', { name: `deploy ${++made}` }, `Bearer ${service.key}`);
    deploymentId = json.id;
    token = await tokenFor(deploymentId);
    expect([before, (await send(id, 'orrery.yml', settings)).status]).toEqual([before, 404]);
  });

  it('set variables, those that are there only where it is said', async () => {
    const set = (values: object, query = '') =>
      call('POST', `set-env${query}`, { envVariables: JSON.stringify(values) });
    expect((await set({ REGION: 'north' }, '?replaceEnv=false')).json).toEqual({ set: ['REGION'] });
    expect((await set({ REGION: 'south', CITY: 'Oslo' })).json).toEqual({ set: ['CITY'] });
    expect((await set({ REGION: 'south' }, '?replaceEnv=true')).json).toEqual({ set: ['REGION'] });
    const refused = await set({ CUBEJS_DB_TYPE: 'postgres' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('setting of the server')]);
    expect((await call('POST', 'set-env', { envVariables: '[1]' })).status).toBe(400);
  });

  it.runIf(kind === 'sqlite')('make room for themselves among the versions of a deployment', async () => {
    await deploy(project(1));
    for (let count = 2; count <= 22; count += 1) expect((await deploy(project(count))).status).toBe(200);
    expect(String(await total())).toBe('22');
  });
});
