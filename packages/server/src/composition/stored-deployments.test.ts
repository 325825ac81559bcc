import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { mkdirSync, readdirSync, readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { postgresDatabase } from '../../../../tests/servers/postgres.ts';
import { type StorePlace, storyKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import type { DeploymentInput } from '../../../deployments/src/input/deployment-inputs.ts';
import { openStoredRuntime } from '../../../deployments/src/served/open-stored-runtime.ts';
import { Runtimes } from '../../../runtime/src/runtimes.ts';
import { SharedEngines, sharedEnginesLimits } from '../../../runtime/src/source/shared-engines.ts';
import { temporaryDirectory } from '../../../runtime/src/source/temporary-directory.ts';
import { openVersion } from '../../../deployments/src/version/open-version.ts';
import { projectOf } from '../../../deployments/src/version/project-for-test.ts';
import { zipOfTexts } from '../../../deployments/src/version/zip-for-test.ts';
import { type Composition, compose } from './compose.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { mintToken } from '../../../deployments/src/token/mint-token.ts';
import { atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { SecretTexts } from '../../../cli/src/log/secret-texts.ts';
import { changeVersions } from '../../../../tests/change-versions.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 }); // whole processes begin and end here

const clock = { now: () => 1_770_000_000_000 };
/** Headers that a proxy in front of the process sets. */
const https = { 'x-forwarded-proto': 'https' };
const canary = 'canary-91ce-password';
const basic = Buffer.from(`reader:${canary}`).toString('base64');

const { publicKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A process that serves, and what it has logged. */
interface Node extends Composition {
  readonly key: string;
  readonly logged: () => string;
  readonly hidden: SecretTexts;
}

let directory: string;
let place: StorePlace;
let nodes: Node[];

async function serveNode(name = 'node', more: Readonly<Record<string, string>> = {}): Promise<Node> {
  const folder = join(directory, name);
  mkdirSync(join(folder, 'model'), { recursive: true });
  writeFileSync(join(folder, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n    allow: []\n');
  const environment = { ...place.environment, ORRERY_DATA: join(directory, `${name}-data`), ...more };
  const settings = readSettings({ flags: { 'trust-proxy': '127.0.0.0/8' }, environment, directory });
  const lines: string[] = [];
  const hidden = new SecretTexts();
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(hidden.hideIn(line)) });
  const hide = (secret: string) => hidden.add(secret);
  const composition = await compose({ settings, project: readProject(folder, {}), log, clock, hide });
  const { changes, users, apiKeys, accountId } = composition.metadata;
  const user = await changes.make({ accountId, by }, (change) =>
    users.create(change, { username: `root-${name}`, role: 'admin' }),
  );
  const { text: key } = await changes.make({ accountId, by }, (change) =>
    apiKeys.create(change, { userId: user.id, name, deployments: 'all' }),
  );
  const node = { ...composition, key, logged: () => lines.join(''), hidden };
  nodes.push(node);
  return node;
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-stored-'));
  nodes = [];
});

afterEach(async () => {
  for (const node of nodes) await node.close();
  await place.remove();
  rmSync(directory, { recursive: true, force: true });
});

async function ask(node: Node, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  const answer = await node.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${node.key}`, ...https },
    ...(body ? { payload: body } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), text: answer.body };
}

async function create(node: Node, name = 'Sales'): Promise<number> {
  const { status, body } = await ask(node, 'POST', '/deployments', { name });
  expect(status).toBe(200);
  return body.id;
}

const tokenOf = async (node: Node, id: number) =>
  (await ask(node, 'POST', `/deployments/${id}/token`)).body.cubeApiToken as string;

/** Uploads and activates. */
async function activate(node: Node, id: number, archive: Buffer): Promise<number> {
  const { accountId } = node.metadata;
  const versions = changeVersions(node.metadata);
  const { version, check } = await versions.upload({ accountId, by }, id, { archive });
  expect(check.problems).toEqual([]);
  await versions.activate({ accountId, by }, id, version.id);
  return version.id;
}

async function load(node: Node, id: number, measure: string, token: string, branch = '') {
  const answer = await node.app.inject({
    method: 'POST',
    url: `/d/${id}${branch}/cubejs-api/v1/load`,
    headers: { authorization: token, ...https },
    payload: { query: { measures: [measure] } },
  });
  const { data, error } = answer.json();
  return { status: answer.statusCode, value: data?.[0]?.[measure], error, text: answer.body };
}

const variableModel = {
  'orrery.yml': 'data_sources:\n  default:\n    type: duckdb\n    allow: []\nmodel_variables: [AMOUNT]\n',
  'model/rows.yml': [
    'cubes:',
    '  - name: rows',
    `    sql: SELECT {{ env_var('AMOUNT') }} AS n`,
    '    measures:',
    '      - { name: total, type: sum, sql: n }',
  ].join('\n'),
};

describe.each(storyKinds)('a deployment made over the API, on %s', (kind) => {
  beforeEach(async () => {
    place = await migratedPlace(kind);
  });

  it('is served once a version is active, and until then answers that it has none', async () => {
    const node = await serveNode();
    const id = await create(node);
    const token = await tokenOf(node, id);
    const before = await load(node, id, 'numbers.total', token);
    expect([before.status, before.error]).toEqual([503, expect.stringContaining('has no model yet')]);
    expect((await load(node, id, 'numbers.total', 'nonsense')).status).toBe(401);
    expect((await ask(node, 'GET', `/deployments/${id}`)).body).toMatchObject({
      creationStep: 'upload',
      deploymentUrl: '',
    });
    await activate(node, id, projectOf([1, 2, 3]));
    expect(await load(node, id, 'numbers.total', token)).toMatchObject({ status: 200, value: '6' });
    const shown = { creationStep: 'ready', deploymentUrl: expect.stringMatching(/\/d\/2$/) };
    expect((await ask(node, 'GET', `/deployments/${id}`)).body).toMatchObject(shown);
    expect((await ask(node, 'GET', '/deployments')).body.items).toMatchObject([{ id: 1 }, shown]);
  });

  it('is served with its next version and its variables, until it is deleted', async () => {
    const node = await serveNode();
    const id = await create(node);
    const token = await tokenOf(node, id);
    await activate(node, id, projectOf([1, 2]));
    expect((await load(node, id, 'numbers.total', token)).value).toBe('3');
    const set = (value: string | null) =>
      ask(node, 'PUT', `/deployments/${id}/variables`, { variables: [{ name: 'AMOUNT', value }] });
    await set('40');
    await activate(node, id, zipOfTexts(variableModel));
    expect((await load(node, id, 'rows.total', token)).value).toBe('40');
    expect((await load(node, id, 'numbers.total', token)).status).toBe(400);
    await set('41');
    expect((await load(node, id, 'rows.total', token)).value).toBe('41');
    expect((await ask(node, 'DELETE', `/deployments/${id}`)).status).toBe(204);
    expect((await load(node, id, 'rows.total', token)).status).toBe(404);
  });

  it('accepts its own tokens, and no others', async () => {
    const node = await serveNode();
    const [one, two] = [await create(node, 'one'), await create(node, 'two')];
    for (const id of [one, two]) await activate(node, id, projectOf([id]));
    const tokens = { [one]: await tokenOf(node, one), [two]: await tokenOf(node, two), 1: await tokenOf(node, 1) };
    for (const id of [one, two]) {
      for (const [of, token] of Object.entries(tokens)) {
        const expected = Number(of) === id ? 200 : 401;
        expect([id, of, (await load(node, id, 'numbers.total', token)).status]).toEqual([id, of, expected]);
      }
    }
  });

  it.each([
    ['a secret', { ORRERY_API_SECRET: 'the-secret-an-operator-set-for-the-installation', ORRERY_JWT_AUDIENCE: 'shop' }],
    ['a public key', { ORRERY_JWT_KEY: publicKey, ORRERY_JWT_ALGS: 'ES256' }],
  ])('has tokens that the project folder refuses, where the installation has %s', async (_, settings) => {
    const node = await serveNode('node', settings);
    const id = await create(node);
    await activate(node, id, projectOf([4]));
    const environment = `/deployments/${id}/environments/${id}/tokens`;
    const made = await ask(node, 'POST', environment, { security_context: { cubeCloud: { groups: ['chiefs'] } } });
    const listed = await ask(node, 'GET', environment);
    const metaSync = await ask(node, 'POST', `${environment}-for-meta-sync`, { security_context: {} });
    expect([made.status, listed.status, metaSync.status]).toEqual([200, 200, 200]);
    const tokens = [await tokenOf(node, id), made.body.data.token, listed.body.data[0].token];
    for (const token of tokens) {
      expect(await load(node, id, 'numbers.total', token)).toMatchObject({ status: 200, value: '4' });
    }
    for (const token of [...tokens, metaSync.body.data.token]) {
      expect((await load(node, 1, 'numbers.total', token)).status).toBe(401);
    }
  });

  it('of another account knows only its own users', async () => {
    const node = await serveNode();
    const { changes, accounts, accountId, users, deployments } = node.metadata;
    const other = await accounts.create('other');
    const mine = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const theirs = await changes.make({ accountId: other.id, by }, (change) =>
      users.create(change, { username: 'bob', role: 'viewer' }),
    );
    const { id } = await changes.changeRights({ accountId: other.id, by }, (change) =>
      deployments.create(change, 'Theirs'),
    );
    const versions = changeVersions(node.metadata);
    const { version } = await versions.upload({ accountId: other.id, by }, id, { archive: projectOf([5]) });
    await versions.activate({ accountId: other.id, by }, id, version.id);
    const [apiSecret = ''] = await deployments.secretsOf(id);
    const named = async (user: number) => {
      const securityContext = { cubeCloud: { user } };
      const request = { deployment: { apiSecret }, securityContext, expiresInSeconds: 600, clock };
      return (await mintToken(request, { algorithms: ['HS256'], scopes: [] })) ?? '';
    };
    expect(await load(node, id, 'numbers.total', await named(theirs.id))).toMatchObject({ status: 200, value: '5' });
    expect((await load(node, id, 'numbers.total', await named(mine.id))).status).toBe(401);
    // The administrator of the first account does not find it.
    expect((await ask(node, 'GET', `/deployments/${id}`)).status).toBe(404);
    expect((await ask(node, 'POST', `/deployments/${id}/token`)).status).toBe(404);
    expect((await ask(node, 'DELETE', `/deployments/${id}`)).status).toBe(404);
  });

  it('that lost a requirement of its version is no longer served, and reveals nothing of it', async () => {
    const node = await serveNode();
    const id = await create(node);
    const token = await tokenOf(node, id);
    const project = {
      ...variableModel,
      'orrery.yml': 'data_sources:\n  default:\n    type: postgres\n    url: ${DB_URL}\n',
      'model/rows.yml':
        'cubes:\n  - name: rows\n    sql_table: rows\n    measures:\n      - { name: count, type: count }\n',
    };
    const set = (value: string | null) =>
      ask(node, 'PUT', `/deployments/${id}/variables`, { variables: [{ name: 'DB_URL', value }] });
    await set(`postgres://reader:${canary}@db.example.com/shop`);
    await activate(node, id, zipOfTexts(project));
    for (const value of [`nonsense ${canary}`, null, '']) {
      await set(value);
      const refused = await load(node, id, 'rows.count', token);
      expect([refused.status, refused.error]).toEqual([503, expect.stringContaining('cannot be served')]);
      expect(refused.text).not.toContain(canary);
    }
    await eventually(() => expect(node.logged()).toContain('cannot be served as it is stored'));
    expect(node.logged()).not.toContain(canary);
  });

  it('serves its branches', async () => {
    const node = await serveNode();
    const id = await create(node);
    const settings = 'data_sources:\n  default:\n    type: duckdb\n    allow: []\nbranches:\n  next: next\n';
    const cube = (n: number) =>
      `cubes:\n  - name: rows\n    sql: SELECT ${n} AS n\n    measures:\n      - { name: total, type: sum, sql: n }\n`;
    const files = { 'orrery.yml': settings, 'model/rows.yml': cube(1), 'next/model/rows.yml': cube(2) };
    await activate(node, id, zipOfTexts(files));
    const token = await tokenOf(node, id);
    expect((await load(node, id, 'rows.total', token)).value).toBe('1');
    expect((await load(node, id, 'rows.total', token, '/dev-mode/next')).value).toBe('2');
    expect((await load(node, id, 'rows.total', token, '/dev-mode/none')).status).toBe(404);
    await ask(node, 'DELETE', `/deployments/${id}`);
    expect((await load(node, id, 'rows.total', token, '/dev-mode/next')).status).toBe(404);
  });
});

it('does not open branches of a version that was superseded, and its files are removed', async () => {
  place = await migratedPlace('sqlite');
  const node = await serveNode();
  const { deploymentInputs: inputs, projectVersions: versions, accountId } = node.metadata;
  const id = await create(node);
  const settings = 'data_sources:\n  default:\n    type: duckdb\n    allow: []\nbranches:\n  next: next\n';
  const files = { 'orrery.yml': settings, 'model/a.yml': 'cubes: []', 'next/model/a.yml': 'cubes: []' };
  const versionId = await activate(node, id, zipOfTexts(files));
  const dataDirectory = join(directory, 'opened-data');
  const runtimes = new Runtimes();
  const deployment = { id, accountId, revision: 0 };
  const engines = new SharedEngines(sharedEnginesLimits(128, 1));
  const given = { engines, network: { allowed: [] }, log: pino({ level: 'silent' }) };
  const dependencies = {
    ...{ ...given, runtimes, inputs, dataDirectory },
    openVersion: (_: object, wanted: number, input: DeploymentInput) =>
      openVersion({ versions, accountId, deploymentId: id, versionId: wanted, dataDirectory, ...input }),
  };
  const folders = () => readdirSync(join(temporaryDirectory(dataDirectory), 'versions'));
  const unwanted = await openStoredRuntime(dependencies, deployment, versionId, () => false);
  expect([await runtimes.get(id, 'next'), folders().length]).toEqual([undefined, 1]);
  await unwanted.close();
  expect(folders()).toEqual([]);
  const wanted = await openStoredRuntime(dependencies, deployment, versionId, () => true);
  expect(await runtimes.get(id, 'next')).toBeDefined();
  await wanted.close();
  expect(folders()).toHaveLength(1);
  await runtimes.close();
  expect(folders()).toEqual([]);
});

describe('several nodes', () => {
  it('serve the stored state of a deployment, whichever node changed it', async () => {
    place = await migratedPlace('postgres');
    const [first, second] = [await serveNode('first'), await serveNode('second')];
    const id = await create(first);
    const token = await tokenOf(second, id);
    await activate(first, id, projectOf([1, 2]));
    await eventually(async () => expect((await load(second, id, 'numbers.total', token)).value).toBe('3'));
    const { accountId } = second.metadata;
    await activate(second, id, projectOf([10]));
    await eventually(async () => expect((await load(first, id, 'numbers.total', token)).value).toBe('10'));
    await changeVersions(second.metadata).rollBack({ accountId, by }, id);
    await eventually(async () => expect((await load(first, id, 'numbers.total', token)).value).toBe('3'));
    await ask(second, 'DELETE', `/deployments/${id}`);
    await eventually(async () => expect((await load(first, id, 'numbers.total', token)).status).toBe(404));
    const versions = join(temporaryDirectory(join(directory, 'first-data')), 'versions');
    await eventually(() => expect(readdirSync(versions)).toEqual([]));
  });
});

describe('attack 39: the servers of a deployment', () => {
  const cube =
    'cubes:\n  - name: rows\n    sql: SELECT 7 AS n\n    measures:\n      - { name: total, type: sum, sql: n }\n';

  /** A server on this machine that an attacker would like to reach. */
  async function listening() {
    let knocks = 0;
    const server = createServer((socket) => {
      knocks += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    return { port: typeof address === 'object' && address ? address.port : 0, knocks: () => knocks };
  }

  beforeEach(async () => {
    place = await migratedPlace('sqlite');
  });

  it.each(['postgres', 'mysql', 'trino', 'clickhouse'])(
    'may not be on this machine, under any name: %s',
    async (type) => {
      const node = await serveNode();
      const { port, knocks } = await listening();
      const id = await create(node);
      const token = await tokenOf(node, id);
      const settings = `data_sources:\n  default:\n    type: ${type}\n    url: \${DB_URL}\n    ssl: { mode: require }\n`;
      const set = (host: string) => {
        const value = `${type}://reader:${canary}@${host}:${port}/shop`;
        return ask(node, 'PUT', `/deployments/${id}/variables`, { variables: [{ name: 'DB_URL', value }] });
      };
      await set('db.example.com');
      await activate(node, id, zipOfTexts({ 'orrery.yml': settings, 'model/rows.yml': cube }));
      const answers = [];
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
        await set(host);
        const { status, text } = await load(node, id, 'rows.total', token);
        answers.push([status, text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')]);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toEqual([400, expect.stringContaining('connection error')]);
      expect(answers[0]?.[1]).not.toMatch(/127\.0\.0\.1|localhost|7f|canary|ORRERY_SOURCE/);
      expect(knocks()).toBe(0);
      expect(node.logged()).not.toContain(canary);
    },
  );

  it.each([
    { type: 'postgres', database: 'shop', password: canary },
    { type: 'trino', catalog: 'shop', token: canary, ssl: { mode: 'require' } },
    { type: 'clickhouse', database: 'shop', password: canary, ssl: { mode: 'require' } },
  ])('of the API are refused in the same way when they are made and when they are queried: $type', async (server) => {
    const node = await serveNode();
    const { port, knocks } = await listening();
    const id = await create(node);
    const path = `/deployments/${id}/data-sources`;
    const source = { name: 'default', port, user: 'reader', ...server };
    for (const host of ['127.0.0.1', '::1', '169.254.169.254']) {
      const literal = await ask(node, 'POST', path, { ...source, host });
      expect([literal.status, literal.body.details[0].path]).toEqual([400, 'host']);
    }
    expect((await ask(node, 'POST', path, { ...source, host: 'localhost' })).status).toBe(200);
    await activate(node, id, zipOfTexts({ 'orrery.yml': '{}', 'model/rows.yml': cube }));
    const answer = await load(node, id, 'rows.total', await tokenOf(node, id));
    expect([answer.status, answer.error]).toEqual([400, expect.stringContaining('connection error')]);
    const statement = { dataSource: 'default', sql: 'SELECT 1 AS one' };
    const own = await ask(node, 'POST', `/deployments/${id}/source-sql`, statement);
    const tables = await ask(node, 'GET', `/deployments/${id}/source-sql/default/tables`);
    expect([own.status, tables.status]).toEqual([503, 503]);
    for (const { text } of [answer, own, tables]) expect(text).not.toMatch(/localhost|127|canary/);
    expect(knocks()).toBe(0);
    expect(node.logged()).not.toContain(canary);
  });

  it.each([
    { type: 'trino', catalog: 'shop', login: { token: canary }, sent: `Bearer ${canary}` },
    { type: 'clickhouse', database: 'shop', login: { password: canary }, sent: `Basic ${basic}` },
  ])('lead to no other one by a redirect: $type', async ({ login, sent, ...server }) => {
    const other = await listening();
    const received: unknown[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'orrery-redirect-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { key, certificate } = makeCertificate(folder, 'localhost');
    const redirecting = createSecureServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      ({ headers }, response) => {
        received.push(headers.authorization);
        response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end();
      },
    );
    await new Promise<void>((done) => redirecting.listen(0, '127.0.0.1', done));
    onTestFinished(() => void redirecting.close());
    const { port } = redirecting.address() as AddressInfo; // it listens on a port
    const node = await serveNode('node', { ORRERY_SOURCE_NETWORKS: '127.0.0.0/8' });
    const id = await create(node);
    const source = { name: 'default', host: '127.0.0.1', port, user: 'reader', ssl: { mode: 'require' } };
    const made = await ask(node, 'POST', `/deployments/${id}/data-sources`, { ...source, ...server, ...login });
    expect([made.status, made.text.includes(canary)]).toEqual([200, false]);
    await activate(node, id, zipOfTexts({ 'orrery.yml': '{}', 'model/rows.yml': cube }));
    const answer = await load(node, id, 'rows.total', await tokenOf(node, id));
    expect([answer.status, answer.error]).toEqual([400, expect.stringContaining('connection error')]);
    expect([new Set(received), other.knocks()]).toEqual([new Set([sent]), 0]);
    expect(answer.text + node.logged()).not.toContain(canary);
  });

  it('may be there when the operator allows them', async () => {
    const database = await postgresDatabase();
    onTestFinished(() => database.drop());
    const node = await serveNode('node', { ORRERY_SOURCE_NETWORKS: '127.0.0.1,::1' });
    const id = await create(node);
    const { port, username, password, pathname } = new URL(database.url);
    const source = {
      name: 'default',
      type: 'postgres',
      host: '127.0.0.1',
      port: Number(port),
      ssl: { mode: 'disable' },
    };
    const made = await ask(node, 'POST', `/deployments/${id}/data-sources`, {
      ...source,
      database: pathname.slice(1),
      user: username,
      password,
    });
    expect(made.status).toBe(200);
    await activate(node, id, zipOfTexts({ 'orrery.yml': '{}', 'model/rows.yml': cube }));
    expect(await load(node, id, 'rows.total', await tokenOf(node, id))).toMatchObject({ status: 200, value: '7' });
  });
});
