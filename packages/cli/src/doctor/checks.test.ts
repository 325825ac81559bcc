import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import fs, {
  chmodSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from '@orrery/config';
import { Keyring } from '../../../store/src/keys/keyring.ts';
import { migrate } from '../../../store/src/database/migrate.ts';
import { migrations } from '../../../store/src/database/migrations/migrations.ts';
import { keySourceOf } from '@orrery/deployments';
import { notePort, removeTemporaryDirectory } from '@orrery/runtime';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { migratedPlace, storeKinds, type StorePlace, storePlace } from '../../../../tests/servers/store-place.ts';
import { withStore } from '../command/index.ts';
import { checkCertificate, checkDisk, checkPort, checkStore, type Diagnosis } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-doctor-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const settingsOf = (flags: Readonly<Record<string, string | true>>) =>
  readSettings({ flags: { data: join(folder, 'data'), ...flags }, environment: {}, directory: folder });
const told = (diagnoses: readonly Diagnosis[]) => diagnoses.map(({ level, says }) => `${level}: ${says}`);

describe('the port', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  async function listening(made: Server): Promise<number> {
    server = made;
    await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
    return (made.address() as AddressInfo).port; // it listens on TCP
  }

  const answering = (text: string) => createPlainServer((_, response) => response.end(text));
  const found = async (port: number) => told(await checkPort(settingsOf({ port: String(port) })));

  it('is free', async () => {
    const port = await listening(createServer());
    await new Promise((done) => server?.close(done));
    expect(await found(port)).toEqual([`ok: 127.0.0.1:${port} is free`]);
  });

  it('has a server that is ready, or is not', async () => {
    const port = await listening(answering('{"health":"HEALTH"}'));
    await notePort(join(folder, 'data'), port);
    expect(await found(port)).toEqual([`ok: a server answers on 127.0.0.1:${port}, and is ready`]);
    server?.close();
    const other = await listening(answering('{"health":"DOWN"}'));
    await notePort(join(folder, 'data'), other);
    expect(await found(other)).toEqual([`wrong: a server answers on 127.0.0.1:${other}, and is not ready`]);
    await removeTemporaryDirectory(join(folder, 'data'));
  });

  it('has a server of another data folder', async () => {
    const port = await listening(answering('{"health":"HEALTH"}'));
    await notePort(join(folder, 'of-another-project'), port);
    expect(await found(port)).toEqual([`wrong: a server of another data folder answers on 127.0.0.1:${port}`]);
  });

  it.each([
    ['of an earlier version, which notes no port', (used: string) => mkdirSync(join(used, `${process.ppid}-1`))],
    [
      'in another container, whose process is none of this one',
      (used: string, port: number) => {
        const { pid: ended } = spawnSync(process.execPath, ['--version']);
        mkdirSync(join(used, `${ended}-1`));
        writeFileSync(join(used, `${ended}-1`, 'port'), String(port));
      },
    ],
    [
      'of a user whose files cannot be read',
      (used: string) => {
        rmSync(used, { recursive: true });
        writeFileSync(used, ''); // root reads every folder
      },
    ],
  ])('has a server that may be that of the data folder: one %s', async (_, make) => {
    const port = await listening(answering('{"health":"HEALTH"}'));
    const used = join(folder, 'data/temporary');
    onTestFinished(() => rmSync(used, { recursive: true }));
    mkdirSync(used, { recursive: true });
    make(used, port);
    expect(await found(port)).toEqual([
      `note: a server answers on 127.0.0.1:${port}, and is ready; whether it has this data folder cannot be told`,
    ]);
  });

  it.each([
    ['another page', () => answering('{"health":"HEALTH"} and more')],
    ['an endless answer', () => createPlainServer((_, response) => void response.write('x'.repeat(100_000)))],
    ['no HTTP', () => createServer((socket) => socket.end('220 ready\r\n'))],
  ])('is taken by another program: %s', async (_, made) => {
    const port = await listening(made());
    expect(await checkPort(settingsOf({ port: String(port) }))).toEqual([
      {
        level: 'wrong',
        part: 'port',
        says: `Port ${port} is taken on 127.0.0.1`,
        wayOut: 'choose another one with --port',
      },
    ]);
  });

  it('cannot be opened on an address of another machine', async () => {
    const elsewhere = settingsOf({ host: '192.0.2.1', 'tls-self-signed': true });
    expect(told(await checkPort(elsewhere))).toEqual(["wrong: '192.0.2.1' is not an address of this machine"]);
  });
});

describe('the certificate', () => {
  const day = 24 * 60 * 60 * 1000;
  const { certificate, key } = makeCertificate(folder, 'data.example.com', 60);
  const now = Date.now(); // not before the certificate begins

  const found = async (flags: Readonly<Record<string, string>>, at = now) =>
    told(await checkCertificate(settingsOf({ 'tls-cert': certificate, 'tls-key': key, ...flags }), { now: () => at }));

  it('is right', async () => {
    const until = new Date(now + 60 * day).toISOString().slice(0, 10);
    const right = `ok: CN=data.example.com, until ${until}`;
    expect(await found({})).toEqual([right]);
    expect(await found({ 'public-url': 'https://data.example.com/analytics' })).toEqual([right]);
  });

  it.each([
    ['has not begun', {}, now - day, /^wrong: CN=data\.example\.com is valid only from /],
    ['ends soon', {}, now + 56.5 * day, /^note: CN=data\.example\.com ends on .*, in 3 days$/],
    ['has ended', {}, now + 61 * day, /^wrong: CN=data\.example\.com ended on /],
    ['is for another host', { 'public-url': 'https://example.org' }, now, /^wrong: .* is not for example\.org$/],
  ])('%s', async (_, flags, at, line) => {
    expect(await found(flags, at)).toEqual([expect.stringMatching(line)]);
  });

  it('is not in the files', async () => {
    const missing = { 'tls-cert': join(folder, 'nowhere.pem'), 'tls-key': join(folder, 'nowhere.pem') };
    expect(await found(missing)).toEqual([
      expect.stringMatching(/^wrong: .* cannot be used: there is no file '.*nowhere\.pem'$/),
    ]);
    const text = join(folder, 'text.pem');
    writeFileSync(text, 'no certificate');
    expect(await found({ 'tls-cert': text })).toEqual([
      expect.stringMatching(/^wrong: .* cannot be used: its file holds no certificate in PEM that can be read$/),
    ]);
    expect(await found({ 'tls-key': text })).toEqual([
      expect.stringMatching(/^wrong: .* cannot be used: its file holds no private key in PEM that can be read$/),
    ]);
  });

  it('is none: in development mode, behind a proxy, and where every request is refused', async () => {
    const plain = async (flags: Readonly<Record<string, string | true>>) => checkCertificate(settingsOf(flags), Date);
    expect(told(await plain({ dev: true }))).toEqual([
      'ok: none is needed in development mode: only this machine reaches the server',
    ]);
    for (const flags of [{}, { host: '0.0.0.0' }]) {
      expect(await plain(flags)).toEqual([
        {
          level: 'wrong',
          part: 'certificate',
          says: 'every request is refused: only HTTPS is answered, and nothing here ends TLS',
          wayOut: 'give --tls-cert and --tls-key, --tls-self-signed, --trust-proxy, or --dev',
        },
      ]);
    }
    expect(told(await plain({ host: '0.0.0.0', 'trust-proxy': '10.0.0.0/8' }))).toEqual([
      'ok: none here: a trusted proxy ends TLS',
    ]);
  });
});

it('the disk: folders that exist, that would be made, and that nothing can be made in', async () => {
  expect(told(await checkDisk(settingsOf({ data: join(folder, 'not/yet/there') })))).toEqual([
    expect.stringMatching(/^(ok|note): .*there has [\d,]+ MiB of room$/),
    expect.stringMatching(/^(ok|note): /),
  ]);
  writeFileSync(join(folder, 'file'), '');
  expect(told(await checkDisk(settingsOf({ data: join(folder, 'file/data') })))[0]).toMatch(
    /^wrong: .*cannot be written: .*file is a file, and no folder$/,
  );
  chmodSync(join(folder, 'file'), 0o755);
  expect(told(await checkDisk(settingsOf({ data: join(folder, 'file') })))[0]).toMatch(/ is a file, and no folder$/);
});

it('a store in a folder that is a file, or that cannot be read, is not one that a start makes', async () => {
  writeFileSync(join(folder, 'text'), '');
  symlinkSync('circle', join(folder, 'circle'));
  const found = async (data: string) => told(await checkStore(settingsOf({ data: join(folder, data) }), Date));
  for (const data of ['text', 'text/data'])
    expect(await found(data)).toEqual([expect.stringMatching(/^wrong: .*text is a file, and no folder$/)]);
  expect(await found('circle')).toEqual([expect.stringMatching(/^wrong: SQLite in .*: ELOOP/)]);
});

describe.each(storeKinds)('the store on %s', (kind) => {
  const places: StorePlace[] = [];
  afterAll(() => Promise.all(places.map((place) => place.remove())));

  async function at(make: (kind: StorePlace['kind']) => Promise<StorePlace>): Promise<StorePlace['settings']> {
    const place = await make(kind);
    places.push(place);
    return place.settings;
  }

  it('is up to date, with the key of its secrets and a clock like ours', async () => {
    const settings = await at(migratedPlace);
    expect(told(await checkStore(settings, Date))).toEqual([
      expect.stringMatching(/^ok: .*, whole and up to date$/),
      'ok: the store has no secrets yet',
      expect.stringMatching(/^ok: \d{4}-/),
    ]);
    const { id } = await withStore(settings, async ({ database }) =>
      Keyring.open(database, keySourceOf(settings), Date).then(({ current }) => current),
    );
    expect(told(await checkStore(settings, Date))[1]).toBe(
      `ok: the environment opens the secrets of the store (key ${id})`,
    );
    const [, other] = told(await checkStore({ ...settings, masterKey: 'k'.repeat(44) }, Date));
    expect(other).toMatch(/^wrong: The master key does not open the secrets in the metadata store/);
    const { masterKey: _, ...without } = settings;
    mkdirSync(settings.dataDirectory, { recursive: true });
    expect(told(await checkStore(without, Date))[1]).toMatch(
      /^wrong: The master key is missing: .*, and the file .*master\.key is not there\.$/,
    );
  });

  it('has a clock that is far from ours', async () => {
    const settings = await at(migratedPlace);
    const far = { now: () => Date.now() - 60_000 };
    expect(told(await checkStore(settings, far)).at(-1)).toMatch(
      kind === 'postgres' ? /^wrong: .* s behind that of the store$/ : /^wrong: .* was last written at /,
    );
  });

  it('is behind this version, and stays so', async () => {
    const settings = await at(storePlace);
    await withStore(settings, async ({ database }) => database.introspection.getTables());
    for (let time = 0; time < 2; time += 1) {
      expect(told(await checkStore(settings, Date))[0]).toMatch(/^note: .*, whole, \d+ steps behind this version$/);
    }
  });

  it('is behind this version, and sealed by a key that is not there', async () => {
    const settings = await at(storePlace);
    await withStore(settings, async ({ database }) => {
      await migrate(database, new Map([...migrations].slice(0, -1)));
      await Keyring.open(database, keySourceOf(settings), Date);
    });
    expect(told(await checkStore(settings, Date)).slice(0, 2)).toEqual([
      expect.stringMatching(/^note: .*, whole, 1 step behind this version$/),
      expect.stringMatching(/^ok: the environment opens the secrets of the store/),
    ]);
    const [, key] = told(await checkStore({ ...settings, masterKey: 'k'.repeat(44) }, Date));
    expect(key).toMatch(/^wrong: The master key does not open the secrets in the metadata store/);
  });

  it('was written by a newer version', async () => {
    const settings = await at(migratedPlace);
    const newer = new Map([...migrations, ['9999-newer', { up: async () => undefined }]]);
    await withStore(settings, ({ database }) => migrate(database, newer));
    expect(told(await checkStore(settings, Date))[0]).toMatch(
      /^wrong: .*a newer version of Orrery wrote it .*Use that version, or restore a backup/,
    );
  });
});

it('a store on SQLite that another user owns, or whose files cannot be written, is not one that a start opens', async () => {
  const { settings, remove } = await migratedPlace('sqlite');
  onTestFinished(remove);
  const file = join(settings.dataDirectory, 'orrery.db');
  const owner = statSync(file).uid;
  const user = vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(owner + 1);
  onTestFinished(() => user.mockRestore());
  expect(told(await checkStore(settings, Date))).toEqual([
    `wrong: SQLite in ${settings.dataDirectory}: ${file} belongs to the user ${owner}, and this is ${owner + 1}`,
  ]);
  user.mockRestore();
  for (const part of ['-wal', '']) {
    writeFileSync(`${file}${part}`, '', { flag: 'a' });
    const access = vi.spyOn(fs, 'accessSync').mockImplementation((path, mode = 0) => {
      if (path === `${file}${part}` && (mode & constants.W_OK) !== 0) throw new Error(`EACCES: ${part}`); // root may write
    });
    syncBuiltinESMExports();
    const found = told(await checkStore(settings, Date));
    access.mockRestore();
    syncBuiltinESMExports();
    expect(found).toEqual([`wrong: SQLite in ${settings.dataDirectory}: EACCES: ${part}`]);
  }
});

it('makes no file next to a store on SQLite that no server has open', async () => {
  const { settings, remove } = await migratedPlace('sqlite');
  try {
    const names = () => readdirSync(settings.dataDirectory).toSorted();
    const before = names();
    expect(before).not.toContain('orrery.db-wal');
    expect(told(await checkStore(settings, Date))[0]).toMatch(/^ok: .*, whole and up to date$/);
    expect(names()).toEqual(before);
  } finally {
    await remove();
  }
});

it('leaves a store on SQLite as a server left it that was killed', async () => {
  const { settings, remove } = await migratedPlace('sqlite');
  const data = join(folder, 'killed');
  mkdirSync(data);
  try {
    await withStore(settings, async ({ database }) => {
      await database.updateTable('account').set({ created_at: 1 }).execute();
      for (const name of ['orrery.db', 'orrery.db-wal']) cpSync(join(settings.dataDirectory, name), join(data, name));
    });
    for (const name of ['orrery.db', 'orrery.db-wal']) chmodSync(join(data, name), 0o640);
    const state = () =>
      ['orrery.db', 'orrery.db-wal'].map((name) => [
        statSync(join(data, name)).mode & 0o777,
        hash('sha256', readFileSync(join(data, name))),
      ]);
    const before = state();
    expect(told(await checkStore({ ...settings, dataDirectory: data }, Date))[0]).toMatch(/^ok: .*up to date$/);
    expect(state()).toEqual(before);
  } finally {
    await remove();
  }
});

it('a store on SQLite that is damaged, is no store, or is not there', async () => {
  const { settings, remove } = await migratedPlace('sqlite');
  try {
    const file = join(settings.dataDirectory, 'orrery.db');
    writeFileSync(file, 'this is no database, however one looks at it'.repeat(200));
    for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    const [damaged] = await checkStore(settings, Date);
    expect(damaged?.says).toMatch(/^SQLite in .* is damaged: file is not a database$/);
    expect(damaged?.wayOut).toMatch(/`orrery restore FILE --replace`, which keeps the damaged file$/);
    rmSync(file);
    expect(told(await checkStore(settings, Date))).toEqual([
      `ok: SQLite in ${settings.dataDirectory}, which is made by \`orrery start\``,
    ]);
  } finally {
    await remove();
  }
});
