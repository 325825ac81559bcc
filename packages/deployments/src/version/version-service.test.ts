import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import type { ForeignInputs } from '../../../config/src/foreign-project.ts';
import { type ServedMetadata, serveMetadata } from '../open-metadata.ts';
import { temporaryDirectory } from '../../../runtime/src/source/temporary-directory.ts';
import { checkUploadedTests } from '../access-tests/check-uploaded-tests.ts';
import { StoredRights } from '../../../people/src/user/stored-rights.ts';
import { BrokenVersion } from './broken-version.ts';
import { changeVersions } from '../../../../tests/change-versions.ts';
import { openVersion } from './open-version.ts';
import { projectOf } from './project-for-test.ts';
import { VersionService, type VersionServiceDependencies } from './version-service.ts';
import { zipOfTexts } from './zip-for-test.ts';

const clock = { now: () => 1_770_000_000_000 };
const by = { via: 'command' } as const;
const all = { afterId: 0, limit: 100 };

describe.each(storeKinds)('versions of projects on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let versions: VersionService;
  let accountId: number;
  let inputs: ForeignInputs;
  let waitFor: Promise<void> | undefined;
  let asked: number;
  let serviceWith: (more: Partial<VersionServiceDependencies>) => VersionService;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    ({ accountId } = metadata);
    const rows = [2, 3].map((id) => ({ id, account_id: accountId, name: `deployment ${id}`, created_at: 1 }));
    await metadata.store.database.insertInto('deployment').values(rows).execute();
    inputs = { variables: new Map(), dataSources: new Map() };
    waitFor = undefined;
    const { store, deployments } = metadata;
    const { dataDirectory } = place.settings;
    const currentRights = new StoredRights(metadata);
    const served = { database: store.database, deployments, dataDirectory };
    asked = 0;
    serviceWith = (more) =>
      new VersionService({
        ...served,
        inputsOf: async () => {
          asked++;
          await waitFor;
          return inputs;
        },
        checkAccess: checkUploadedTests({ currentRights, clock }),
        ...more,
      });
    versions = serviceWith({});
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const changing = (projectVersions: VersionService) => changeVersions({ ...metadata, projectVersions });
  const upload = async (archive: Buffer, message?: string, deployment = 2) =>
    changing(versions).upload({ accountId, by }, deployment, { archive, message });
  const uploaded = async (archive = projectOf([1, 2])) => (await upload(archive)).version.id;
  const activate = (id: number) => changing(versions).activate({ accountId, by }, 2, id);
  const activeId = async () => (await versions.active(accountId, 2))?.id;
  const rollBack = async () => (await changing(versions).rollBack({ accountId, by }, 2)).id;
  const eventsOf = async () => {
    const rows = await metadata.store.database
      .selectFrom('audit_log')
      .select(['event', 'deployment_id'])
      .orderBy('id')
      .execute();
    return rows.filter((row) => row.deployment_id === 2).map(({ event }) => event);
  };
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    return error instanceof Error && 'code' in error ? error.code : error;
  };
  const open = async (versionId: number) =>
    openVersion({
      versions,
      accountId,
      deploymentId: 2,
      versionId,
      dataDirectory: place.settings.dataDirectory,
      ...inputs,
    });

  it('are stored unchanged, and serve once they are activated', async () => {
    const archive = projectOf([1, 2]);
    const { version, check } = await upload(archive, 'The first one');
    expect(check).toMatchObject({ problems: [], counts: { cubes: 1, members: 1 } });
    expect(version).toMatchObject({ deploymentId: 2, message: 'The first one', fileCount: 3, isActive: false });
    expect((await versions.archiveOf(accountId, 2, version.id)).equals(archive)).toBe(true);
    expect(await activeId()).toBeUndefined();
    expect(await activate(version.id)).toEqual({ ...version, isActive: true });
    expect(await activeId()).toBe(version.id);
    expect((await versions.list(accountId, 2, all)).map(({ id, isActive }) => [id, isActive])).toEqual([
      [version.id, true],
    ]);
    expect(await eventsOf()).toEqual(['Finished uploading files', 'Activated version']);
  });

  it('in many chunks are assembled in order', async () => {
    const noise = Array.from({ length: 400_000 }, (_, n) => (n * 2_654_435_761) % 1_000_003).join('\n');
    const archive = projectOf([1], { 'data/noise.csv': noise });
    expect(archive.length).toBeGreaterThan(33 * 64 * 1024 * 0.5);
    const id = await uploaded(archive);
    expect((await versions.archiveOf(accountId, 2, id)).equals(archive)).toBe(true);
  });

  it('that were changed in the store are not served', async () => {
    const id = await uploaded();
    const { database } = metadata.store;
    await database
      .updateTable('project_version_piece')
      .set({ content: projectOf([9]).toString('base64') })
      .execute();
    await expect(open(id)).rejects.toThrow('is not stored as it was uploaded');
    await expect(activate(id)).rejects.toThrow('is not stored as it was uploaded');
    expect(await activeId()).toBeUndefined();
  });

  it('open in their own folder, which is deleted with them', async () => {
    const id = await uploaded();
    const [first, second] = [await open(id), await open(id)];
    expect(first.project.directory).not.toBe(second.project.directory);
    expect(existsSync(join(first.project.directory, 'data/numbers.csv'))).toBe(true);
    await Promise.all([first.remove(), second.remove()]);
    const parent = join(temporaryDirectory(place.settings.dataDirectory), 'versions');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('that are broken are stored, and cannot be activated', async () => {
    const good = await uploaded();
    await activate(good);
    const broken = { 'model/more.yml': 'cubes:\n  - name: more\n    sql_tabel: x\n' };
    const { version, check } = await upload(projectOf([1], broken));
    expect(check.problems).toEqual([
      expect.objectContaining({ file: 'model/more.yml', line: 3, message: expect.stringContaining('sql_tabel') }),
    ]);
    await expect(activate(version.id)).rejects.toBeInstanceOf(BrokenVersion);
    expect(await codeOf(activate(version.id))).toBe('version.broken');
    expect([await activeId(), await eventsOf()]).toEqual([
      good,
      ['Finished uploading files', 'Activated version', 'Finished uploading files'],
    ]);
  });

  const folders = {
    'orrery.yml': 'data_sources: { default: { type: duckdb } }\nsql: { folders_as_schemas: true }',
    'model/v.yml':
      'views: [{ name: v, cubes: [{ join_path: numbers, includes: "*" }], folders: [{ name: public, includes: "*" }] }]',
  };

  it.each([
    ['a model without a folder', { 'orrery.yml': 'data_sources: { default: { type: duckdb } }' }, "no folder 'model'"],
    ['a program', { 'cube.py': 'import os' }, "'cube.py' is not read"],
    ['settings that are no YAML', { 'orrery.yml': 'data_sources: [' }, ''],
    ['a rule that nobody can follow', { 'orrery.yml': rule('numbers.nothing') }, 'This rule refuses every query'],
    ['a folder that cannot be a schema', folders, "The folder 'public' of view 'v' cannot be a schema"],
    ['a program in the model', { 'model/a.js': 'cube(`a`, {})' }, 'a.js'],
    ['a template that reads files', { 'model/a.yml': "{{ open('/etc/passwd') }}" }, ''],
    [
      'a template without an end',
      { 'model/a.yml': '{% for a in range(99999999) %}{% for b in range(99999999) %}x{% endfor %}{% endfor %}' },
      '',
    ],
  ])('%s is a problem', async (what, files, message) => {
    const archive =
      what === 'a model without a folder' ? zipOfTexts(files) : projectOf([1], files as Record<string, string>);
    const { version, check } = await upload(archive);
    expect(check.problems.map((problem) => problem.message).join('\n')).toContain(message);
    expect(check.problems.length).toBeGreaterThan(0);
    expect(JSON.stringify(check)).not.toContain(place.settings.dataDirectory);
    expect(await codeOf(activate(version.id))).toBe('version.broken');
  });

  it('do not serve while an access test fails, and say which one', async () => {
    const { id: ann } = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const policy = '    access_policy:\n      - { group: staff, member_level: { includes: "*" } }\n';
    const model =
      'cubes:\n  - name: numbers\n    sql_table: numbers\n    measures:\n      - { name: total, type: sum, sql: n }\n';
    const tests = (expected: string) => ({
      'model/numbers.yml': `${model}${policy}`,
      'access_tests/a.yml': [
        'tests:',
        '  - name: staff sees numbers',
        '    as: { cubeCloud: { groups: [staff] } }',
        '    sees: [numbers.total]',
        '  - name: a user',
        `    as: { cubeCloud: { user: ${ann} } }`,
        `    ${expected}: [numbers.total]`,
      ].join('\n'),
    });
    const wrong = await upload(projectOf([1], tests('sees')));
    expect(wrong.check.problems).toEqual([
      expect.objectContaining({ file: 'access_tests/a.yml', message: expect.stringContaining('numbers.total') }),
    ]);
    expect(await codeOf(activate(wrong.version.id))).toBe('version.broken');
    const right = await upload(projectOf([1], tests('must_not_see')));
    expect(right.check.problems).toEqual([]);
    expect((await activate(right.version.id)).isActive).toBe(true);
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.groups.create(change, { name: 'staff', members: { exactly: [ann] } }),
    );
    expect((await versions.check(accountId, 2, right.version.id)).problems).toHaveLength(1);
    const commands = await changing(metadata.projectVersions).upload({ accountId, by }, 2, {
      archive: projectOf([1], tests('sees')),
    });
    expect(commands.check.problems).toEqual([{ message: 'The access tests cannot be run here.' }]);
  });

  it('44: have a bounded number of access tests', async () => {
    const query = '{ query: { measures: [numbers.total] }, count: 1 }';
    const one = (queries: number) =>
      `  - { name: x, as: {}, queries: [${Array.from({ length: queries }, () => query)}] }`;
    const files = (tests: readonly string[]) => ({ 'access_tests/a.yml': `tests:\n${tests.join('\n')}\n` });
    const many = await upload(projectOf([1], files(Array.from({ length: 501 }, () => one(1)))));
    expect(many.check.problems).toEqual([{ message: 'There are more than 500 access tests.' }]);
    const long = await upload(projectOf([1], files([one(51)])));
    expect(long.check.problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('more than 50') }),
    ]);
    const fine = await upload(projectOf([1], files([one(50)])));
    expect(fine.check).toMatchObject({
      problems: [],
      notices: [{ message: '50 assertions about rows were not checked.' }],
    });
  });

  it('44: run access tests query by query, so that requests of others go on', async () => {
    let turns = 0;
    const check = checkUploadedTests({ currentRights: new StoredRights(metadata), clock });
    const counted = serviceWith({
      checkAccess: async (built) => {
        const before = turns;
        let isOver = false;
        const count = () => {
          turns += 1;
          if (!isOver) setImmediate(count);
        };
        setImmediate(count);
        const checked = await check(built).finally(() => (isOver = true));
        expect(turns - before).toBeGreaterThanOrEqual(50);
        return checked;
      },
    });
    const queries = Array.from({ length: 50 }, () => '{ query: { measures: [numbers.total] }, count: 1 }');
    const tests = `tests:\n  - { name: x, as: {}, queries: [${queries}] }\n`;
    const archive = projectOf([1], { 'access_tests/a.yml': tests });
    expect((await changing(counted).upload({ accountId, by }, 2, { archive })).check.problems).toEqual([]);
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  it('44: report a bounded number of problems', async () => {
    const lines = Array.from({ length: 700 }, (_, n) => `no_such_key_${n}: 1`);
    const { check } = await changing(versions).upload({ accountId, by }, 2, {
      archive: zipOfTexts({ 'orrery.yml': lines.join('\n'), 'model/a.yml': '' }),
    });
    expect([check.problems.length, check.problems.at(-1)?.message]).toEqual([
      501,
      expect.stringMatching(/^There are \d+ more/),
    ]);
  });

  it('45: of one account are checked while one of another is, however long that takes', async () => {
    const gate = Promise.withResolvers<void>();
    const other = await metadata.accounts.create('other');
    const row = { id: 4, account_id: other.id, name: 'deployment 4', created_at: 1 };
    await metadata.store.database.insertInto('deployment').values(row).execute();
    waitFor = gate.promise;
    const held = [upload(projectOf([1])), upload(projectOf([1]))];
    await eventually(() => expect(asked).toBe(1));
    waitFor = undefined;
    const others = await changing(versions).upload({ accountId: other.id, by }, 4, { archive: projectOf([1]) });
    expect([others.check.problems, asked]).toEqual([[], 2]);
    gate.resolve();
    await Promise.all(held);
  });

  it.each([
    ['processor', { cpuMs: 50, heapMb: 512 }, 'The model takes more than 0.05 seconds of a processor to compile.'],
    ['memory', { cpuMs: 600_000, heapMb: 24 }, 'The model takes more than 24 MB of memory to compile.'],
  ])(
    '44: that take too much of the %s are stored with that problem, and others are checked',
    async (_, limits, message) => {
      const bounded = serviceWith({ compileLimits: limits });
      const cubes = Array.from({ length: 30_000 }, (__, n) => `  - { name: c${n}, sql_table: t }`).join('\n');
      const archive = projectOf([1], { 'model/many.yml': `cubes:\n${cubes}` });
      const { check, version } = await changing(bounded).upload({ accountId, by }, 2, { archive });
      expect(check.problems).toEqual([expect.objectContaining({ message })]);
      await expect(changing(bounded).activate({ accountId, by }, 2, version.id)).rejects.toThrow(BrokenVersion);
      expect((await upload(projectOf([1]))).check.problems).toEqual([]);
    },
  );

  it('45: of one account leave slots of the queue to other accounts', async () => {
    const gate = Promise.withResolvers<void>();
    const other = await metadata.accounts.create('other');
    const row = { id: 4, account_id: other.id, name: 'deployment 4', created_at: 1 };
    await metadata.store.database.insertInto('deployment').values(row).execute();
    waitFor = gate.promise;
    const codes: unknown[] = [];
    const own = [1, 2, 3, 4, 5].map(() => codeOf(upload(projectOf([1]))).then((code) => codes.push(code)));
    await eventually(() => expect(codes).toEqual(['version.busy']));
    const others = changing(versions).upload({ accountId: other.id, by }, 4, { archive: projectOf([1]) });
    gate.resolve();
    expect((await others).check.problems).toEqual([]);
    await Promise.all(own);
    expect(codes).toHaveLength(5);
    expect(codes.filter((code) => code === 'version.busy')).toHaveLength(1);
    expect((await upload(projectOf([1]))).check.problems).toEqual([]);
  });

  it('are checked in all branches', async () => {
    const settings = 'data_sources: { default: { type: duckdb } }\nbranches: { next: next }\n';
    const files = { 'orrery.yml': settings, 'next/model/a.yml': 'cubes: 7' };
    const { check } = await upload(projectOf([1], files));
    expect(check.problems).toEqual([expect.objectContaining({ file: 'next/model/a.yml' })]);
  });

  it('43: do not reveal values of variables', async () => {
    const secret = 'postgres://u:hunter2@db/shop';
    inputs = { variables: new Map([['DB_URL', secret]]), dataSources: new Map() };
    const settings =
      'data_sources:\n  default:\n    type: duckdb\n    database: "${DB_URL}"\nbranches: { b: "${DB_URL}" }\n';
    const { version, check } = await upload(projectOf([1], { 'orrery.yml': settings }));
    expect(check.problems.length).toBe(2);
    const said = JSON.stringify(check);
    expect(said).toContain('[hidden]');
    expect(said).not.toContain('hunter2');
    const error = await activate(version.id).catch((caught: unknown) => caught);
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it('need the variables that they name at activation, not at upload', async () => {
    const settings = 'data_sources:\n  default:\n    type: duckdb\n    allow: ["${FOLDER}"]\n';
    const { version, check } = await upload(projectOf([1], { 'orrery.yml': settings }));
    expect(check.problems).toEqual([
      { file: 'orrery.yml', line: 4, column: 13, message: "The variable 'FOLDER' is not set." },
    ]);
    expect(await codeOf(activate(version.id))).toBe('version.broken');
    inputs = { variables: new Map([['FOLDER', 'data']]), dataSources: new Map() };
    expect((await versions.check(accountId, 2, version.id)).problems).toEqual([]);
    expect((await activate(version.id)).isActive).toBe(true);
  });

  it('are rolled back one by one', async () => {
    expect(await codeOf(rollBack())).toBe('version.no-earlier');
    const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
    for (const id of [a, b, c, c, b]) await activate(id);
    expect([await rollBack(), await rollBack(), await rollBack()]).toEqual([c, b, a]);
    expect(await codeOf(rollBack())).toBe('version.no-earlier');
    await activate(c);
    expect([await rollBack(), await activeId()]).toEqual([a, a]);
    expect((await eventsOf()).filter((event) => event === 'Rolled back version').length).toBe(4);
  });

  it('that are deleted are skipped by a rollback', async () => {
    const [a, b, c] = [await uploaded(), await uploaded(), await uploaded()];
    for (const id of [a, b, a, b, c]) await activate(id);
    await changing(versions).remove({ accountId, by }, 2, b);
    expect(await codeOf(versions.get(accountId, 2, b))).toBe('version.unknown');
    expect(await rollBack()).toBe(a);
    expect(await codeOf(rollBack())).toBe('version.no-earlier');
    expect(await codeOf(changing(versions).remove({ accountId, by }, 2, a))).toBe('version.active');
    const pieces = metadata.store.database.selectFrom('project_version_piece').select('version_id').distinct();
    expect((await pieces.execute()).map(({ version_id }) => version_id).sort()).toEqual([a, c].sort());
  });

  it('are activated one after the other when two callers do so at the same time', async () => {
    const [a, b] = [await uploaded(), await uploaded()];
    await Promise.all([activate(a), activate(b)]);
    const last = await activeId();
    expect([a, b]).toContain(last);
    expect(await rollBack()).toBe(last === a ? b : a);
  });

  it('raise the epoch of the account, so that every node notices them', async () => {
    const id = await uploaded();
    const before = metadata.epochs.of(accountId);
    await activate(id);
    expect(metadata.epochs.of(accountId)).toBeGreaterThan(before);
  });

  it('25: belong to one deployment of one account', async () => {
    const id = await uploaded();
    await activate(id);
    const other = await metadata.accounts.create('other');
    const wrong = [
      [accountId, 3],
      [other.id, 2],
      [accountId, 4],
    ] as const;
    for (const [account, deployment] of wrong) {
      const code = account === accountId && deployment === 3 ? 'version.unknown' : 'deployment.unknown';
      expect(await codeOf(versions.get(account, deployment, id))).toBe(code);
      expect(await codeOf(versions.check(account, deployment, id))).toBe(code);
      expect(await codeOf(changing(versions).activate({ accountId: account, by }, deployment, id))).toBe(code);
      expect(await codeOf(changing(versions).remove({ accountId: account, by }, deployment, id))).toBe(code);
      expect(await codeOf(versions.archiveOf(account, deployment, id))).toBe('version.unknown');
      expect(await versions.active(account, deployment)).toBeUndefined();
    }
    expect(await versions.list(accountId, 3, all)).toEqual([]);
    expect(await activeId()).toBe(id);
  });

  it('deployment 1 is read-only', async () => {
    const archive = projectOf([1]);
    expect(await codeOf(changing(versions).upload({ accountId, by }, 1, { archive }))).toBe('deployment.read-only');
    expect(await codeOf(changing(versions).activate({ accountId, by }, 1, 1))).toBe('deployment.read-only');
    expect(await codeOf(changing(versions).remove({ accountId, by }, 1, 1))).toBe('deployment.read-only');
    expect(await codeOf(changing(versions).rollBack({ accountId, by }, 1))).toBe('deployment.read-only');
  });

  it('are limited to twenty', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await uploaded(projectOf([n])));
    expect(await codeOf(uploaded())).toBe('version.too-many');
    await changing(versions).remove({ accountId, by }, 2, ids[0] ?? 0);
    const next = await uploaded();
    expect(ids).not.toContain(next);
  });

  it('are deleted with their deployment', async () => {
    await activate(await uploaded());
    const { database } = metadata.store;
    await database.deleteFrom('deployment').where('id', '=', 2).execute();
    for (const table of ['project_version', 'project_version_piece', 'project_activation'] as const) {
      expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});

function rule(member: string): string {
  return [
    'data_sources: { default: { type: duckdb } }',
    'query_rewrite:',
    `  - add: { filters: [{ member: ${member}, operator: equals, values: ["1"] }] }`,
  ].join('\n');
}
