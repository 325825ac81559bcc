import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { readProject } from '../../packages/config/src/project.ts';
import { readSettings } from '../../packages/config/src/settings.ts';
import { scramVerifierText } from '../../packages/config/src/sql-users/scram-verifier.ts';
import { atTheCommandLine as by } from '../../packages/kernel/src/caller/audit-actor.ts';
import { type Composition, compose } from '../../packages/server/src/composition/compose.ts';
import { passwordCost } from '../cheap-passwords.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { RawClient } from './raw-client.ts';

const run = promisify(execFile);
const accounts = {
  bi: { password: 'Grüße aus Wien', context: '{ region: eu }', may: '[west, ann]' },
  west: { password: 'pencil', context: '{ region: us }', may: '[]' },
  root: { password: 'all of it', context: '{ region: none }', may: 'all' },
  boss: { password: 'above', context: '{ region: none }', may: '[]' },
} as const;
const environment = {
  CUBEJS_SQL_USER: 'built_in',
  CUBEJS_SQL_PASSWORD: 'from the environment',
  CUBEJS_SQL_SUPER_USER: 'boss',
};

async function writeAccounts(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-accounts-'));
  mkdirSync(join(folder, 'model'));
  const users = await Promise.all(
    Object.entries(accounts).map(
      async ([name, { password, context, may }]) =>
        `    ${name}:\n      verifier: "${await scramVerifierText(password)}"\n      security_context: ${context}\n      may_switch_to: ${may}\n`,
    ),
  );
  writeFileSync(
    join(folder, 'orrery.yml'),
    `data_sources:\n  default:\n    type: duckdb\nsql:\n  users:\n${users.join('')}`,
  );
  writeFileSync(
    join(folder, 'model', 'people.yml'),
    `cubes:
  - name: people
    sql: SELECT * FROM (VALUES (1, 'eu'), (2, 'eu'), (3, 'us'), (4, 'no')) AS t (id, region)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: north
        row_level: { filters: [{ member: region, operator: equals, values: ['no'] }] }
      - group: '*'
        row_level: { filters: [{ member: region, operator: equals, values: ['{ securityContext.region }'] }] }
  - name: letters
    sql: SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t (id, letter)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: letter, sql: letter, type: string }
    access_policy:
      - { group: north, member_level: { includes: '*' } }
`,
  );
  return folder;
}

interface Credential {
  readonly user: string;
  readonly password: string;
  readonly database?: string;
}

async function psql(port: number, { user, password, database = '1' }: Credential, statement: string, options = '') {
  const address = `host=127.0.0.1 port=${port} user=${user} dbname=${database} ${options}`;
  const env = { ...process.env, PGPASSWORD: password, PGCONNECT_TIMEOUT: '10', LC_ALL: 'C.UTF-8' };
  const { stdout, stderr } = await run('psql', ['-XAtd', address, '-c', statement], { env }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return stdout.trim() || stderr.trim();
}

const regions = "SELECT STRING_AGG(region, ',' ORDER BY region) FROM (SELECT region FROM people GROUP BY 1) AS t";
const credentialOf = (user: keyof typeof accounts) => ({ user, password: accounts[user].password });

describe('accounts of a server in development mode', () => {
  let folder: string;
  let served: ServedProject;
  let port: number;
  let north: number;
  beforeAll(async () => {
    folder = await writeAccounts();
    served = await serveProject(folder, { environment });
    port = await served.composition.listenForSql(0);
    const { changes, accountId, users, groups } = served.composition.metadata;
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' } as never),
    );
    await changes.changeRights({ accountId, by }, async (change) => {
      await users.update(change, id, { status: 'active' });
      north = (await groups.create(change, { name: 'north', members: { add: [id] } })).id;
    });
  });
  afterAll(async () => {
    await served?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = async (credential: Credential) => {
    const client = new Client({ host: '127.0.0.1', port, database: '1', ...credential });
    client.on('error', () => undefined);
    onTestFinished(() => client.end().catch(() => undefined));
    await client.connect();
    return client;
  };
  const valueOf = async (client: Client, statement: string) =>
    (await client.query({ text: statement, rowMode: 'array' })).rows[0]?.[0];

  it('lets psql and node-pg in with the password of an account, who sees what its claims allow', async () => {
    expect(await psql(port, credentialOf('bi'), regions)).toBe('eu');
    expect(await psql(port, credentialOf('west'), regions)).toBe('us');
    const client = await connect(credentialOf('bi'));
    expect(await valueOf(client, regions)).toBe('eu');
    expect(await valueOf(client, 'SELECT current_user')).toBe('bi');
  });

  it('refuses a wrong password, and a token in its place', async () => {
    for (const password of ['pencils', served.token]) {
      expect(await psql(port, { user: 'west', password }, regions)).toContain(
        'password authentication failed for user "west"',
      );
      await expect(connect({ user: 'west', password })).rejects.toMatchObject({ code: '28P01' });
    }
  });

  it('asks every other name for a credential in clear', async () => {
    expect(await psql(port, { user: 'anybody', password: served.token }, 'SELECT current_user')).toBe('anybody');
    await expect(connect({ user: 'anybody', password: accounts.bi.password })).rejects.toMatchObject({ code: '28P01' });
    for (const [user, kind] of [
      ['anybody', 3],
      ['bi', 10],
      ['BI', 3],
    ] as const) {
      const client = await RawClient.connect(port);
      onTestFinished(() => client.close());
      const text = Buffer.from(`user\0${user}\0database\u00001\0\0`);
      const head = Buffer.alloc(8);
      head.writeInt32BE(text.length + 8, 0);
      head.writeInt32BE(0x0003_0000, 4);
      client.send(head, text);
      expect((await client.until('R')).at(-1)?.body.readInt32BE(0)).toBe(kind);
    }
  });

  it('leads an account to the deployment that declares it, and names no other', async () => {
    const client = await connect({ ...credentialOf('west'), database: 'anything' }); // one deployment is served
    expect(await valueOf(client, regions)).toBe('us');
    await expect(connect({ ...credentialOf('west'), database: '1@none' })).rejects.toMatchObject({ code: '3D000' });
  });

  it('reads one more account from the environment, with no claims', async () => {
    const own = { user: 'built_in', password: environment.CUBEJS_SQL_PASSWORD };
    expect(await psql(port, own, "SET ROLE 'west'")).toContain("user 'built_in' is not allowed to switch to 'west'");
    expect(await psql(port, own, 'SELECT 1')).toBe('1');
    expect(await psql(port, { ...own, password: 'other' }, 'SELECT 1')).toContain('password authentication failed');
  });

  it('switches to the accounts and users that it may ask as, and to no others', async () => {
    const client = await connect(credentialOf('bi'));
    for (const [statement, seen] of [
      ["SET ROLE 'west'", 'us'],
      ["SET user = 'ann'", 'no'],
      ['SET ROLE NONE', 'eu'],
    ] as const) {
      await client.query(statement);
      expect(await valueOf(client, regions)).toBe(seen);
    }
    for (const name of ['root', 'nobody', 'boss']) {
      await expect(client.query(`SET ROLE '${name}'`)).rejects.toThrow(
        `user 'bi' is not allowed to switch to '${name}'`,
      );
    }
    expect(await valueOf(client, regions)).toBe('eu');
    expect(await valueOf(client, "SELECT MAX(region) FROM people WHERE __user = 'west'")).toBe('us');
    expect(await valueOf(client, "SELECT MAX(region) FROM people WHERE __user = 'ann'")).toBe('no');
    await expect(client.query("SELECT MAX(region) FROM people WHERE __user = 'root'")).rejects.toThrow(
      "You cannot change security context via __user from bi to root, because it's not allowed.",
    );
    const west = await connect(credentialOf('west'));
    await expect(west.query("SET ROLE 'bi'")).rejects.toThrow("user 'west' is not allowed to switch to 'bi'");
    await expect(west.query("SELECT MAX(region) FROM people WHERE __user = 'bi'")).rejects.toThrow('from west to bi');
  });

  it.each(['root', 'boss'] as const)('lets %s, who may ask as all, switch to any account and user', async (user) => {
    const client = await connect(credentialOf(user));
    expect(await valueOf(client, regions)).toBeNull();
    for (const [name, seen] of [
      ['bi', 'eu'],
      ['ann', 'no'],
    ] as const) {
      await client.query(`SET ROLE '${name}'`);
      expect(await valueOf(client, regions)).toBe(seen);
    }
    await expect(client.query("SET ROLE 'nobody'")).rejects.toThrow('is not allowed to switch to');
  });

  it('reads parameters with the rights of the user that a statement names', async () => {
    const client = await connect(credentialOf('bi'));
    const text = "SELECT id FROM letters WHERE __user = 'ann' AND letter = $1";
    expect((await client.query({ text, values: ['b'], rowMode: 'array' })).rows).toEqual([[2]]);
    const own = client.query({ text: 'SELECT id FROM letters WHERE letter = $1', values: ['b'] });
    await expect(own).rejects.toMatchObject({ code: '42P01' });
  });

  it.each([
    ['eve', 'switched to', "SET ROLE 'eve'", 'SELECT region FROM people'],
    ['fay', 'named', 'SET ROLE NONE', "SELECT region FROM people WHERE __user = 'fay'"],
  ])('ends a cursor once %s, whom it %s, has other rights, or none', async (username, _, role, text) => {
    const { changes, accountId, users, groups } = served.composition.metadata;
    const { id } = await changes.make({ accountId, by }, (change) =>
      users.create(change, { username, role: 'viewer' } as never),
    );
    await changes.changeRights({ accountId, by }, async (change) => {
      await users.update(change, id, { status: 'active' });
      await groups.update(change, north, { members: { add: [id] } });
    });
    const client = await connect(credentialOf('root'));
    await client.query(role);
    for (const name of ['kept', 'left', 'over']) {
      await client.query(`DECLARE "${name}" CURSOR WITH HOLD FOR ${text}`);
      await client.query(`FETCH 0 FROM "${name}"`);
    }
    await client.query(`CREATE TEMP TABLE made AS ${text}`);
    await client.query('SET ROLE NONE');
    expect((await client.query('SELECT * FROM made')).rows).toEqual([{ region: 'no' }]);
    expect((await client.query('FETCH 1 FROM "kept"')).rows).toEqual([{ region: 'no' }]);
    await changes.changeRights({ accountId, by }, (change) =>
      groups.create(change, { name: `with ${username}`, members: { add: [id] } }),
    );
    await expect(client.query('FETCH 1 FROM "left"')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('SELECT * FROM made')).rejects.toMatchObject({ code: '42501' });
    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { status: 'deactivated' }));
    await expect(client.query('FETCH 1 FROM "over"')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query('SELECT * FROM made')).rejects.toMatchObject({ code: '42501' });
  });

  it('asks for the rows of a cursor as the user that declared it', async () => {
    const client = await connect(credentialOf('bi'));
    await client.query("SET ROLE 'west'");
    await client.query('DECLARE c CURSOR WITH HOLD FOR SELECT region FROM people');
    await client.query('SET ROLE NONE');
    expect((await client.query('FETCH 2 FROM c')).rows).toEqual([{ region: 'us' }]);
  });

  it('gives nothing of an account to whoever takes its name with another credential', async () => {
    const client = await connect({ user: 'Boss', password: served.token });
    await expect(client.query("SET ROLE 'bi'")).rejects.toThrow("user 'Boss' is not allowed to switch to 'bi'");
  });
});

describe('accounts of a server with TLS', () => {
  let folder: string;
  let data: string;
  let server: Composition;
  let port: number;
  beforeAll(async () => {
    folder = await writeAccounts();
    data = mkdtempSync(join(tmpdir(), 'orrery-accounts-data-'));
    const own = { ORRERY_LOG_LEVEL: 'silent', ORRERY_JOBS: '0' };
    const flags = { project: folder, data, 'tls-self-signed': true };
    const settings = readSettings({ flags, environment: own, directory: folder });
    const { log } = createLog(settings.log);
    server = await compose({ settings, project: readProject(folder, own), log, clock: Date, passwordCost });
    port = await server.listenForSql(0);
  });
  afterAll(async () => {
    await server?.close();
    for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
  });

  it('binds the sign-in to the certificate, and takes none in clear', async () => {
    const required = 'sslmode=require channel_binding=require';
    expect(await psql(port, credentialOf('bi'), regions, required)).toBe('eu');
    expect(await psql(port, credentialOf('bi'), regions, 'sslmode=require channel_binding=disable')).toBe('eu');
    expect(await psql(port, credentialOf('bi'), regions, 'sslmode=disable')).toContain('only over TLS');
    expect(await psql(port, { user: 'bi', password: 'x' }, regions, required)).toContain('authentication failed');
  });

  it('ends a session at the next statement once its account is gone', async () => {
    const client = new Client({
      ...{ host: '127.0.0.1', port, database: '1', ssl: { rejectUnauthorized: false } },
      ...credentialOf('west'),
    });
    client.on('error', () => undefined);
    await client.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    expect((await client.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
    await server.closeDeployment(1);
    await expect(client.query('SELECT 1 AS a')).rejects.toMatchObject({ code: '57P01' });
    await ended;
  });
});
