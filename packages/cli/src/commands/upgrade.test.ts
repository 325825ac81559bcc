import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import BetterSqlite from 'better-sqlite3';
import { historyMigrations } from '../../../server/src/history/history-migrations.ts';
import { migrate } from '../../../store/src/database/migrate.ts';
import { migrations } from '../../../store/src/database/migrations/migrations.ts';
import { runOrrery } from '../command/run-orrery.ts';
import { withStore } from '../command/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'orrery-upgrade-'));
const dataDirectory = join(directory, 'data');
const names = [...migrations.keys()];

beforeAll(async () => {
  await runOrrery(['init', 'shop'], { directory });
  mkdirSync(dataDirectory);
});

afterAll(() => rmSync(directory, { recursive: true }));

const upgrade = (environment: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
  runOrrery(['upgrade', '--check', '--project', 'shop', '--data', dataDirectory, ...args], { directory, environment });

it('says that nothing would change where there is no store yet', async () => {
  const { code, output, errors } = await upgrade();
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain('which is made by `orrery start`');
  expect(output).toMatch(/^ok {5}model +1 cube, 0 views, 5 members$/m);
  expect(readdirSync(dataDirectory)).toEqual([]);
});

it('names each step that a store of an earlier version lacks, and takes none', async () => {
  await withStore({ dataDirectory }, ({ database }) => migrate(database, new Map([...migrations].slice(0, -2))));
  const before = readdirSync(dataDirectory);
  for (let time = 0; time < 2; time += 1) {
    const { code, output } = await upgrade();
    expect(code).toBe(0);
    expect([...output.matchAll(/^note {3}step +(\S+) would be taken$/gm)].map(([, name]) => name)).toEqual(
      names.slice(-2),
    );
    expect(output).toContain('make a backup');
    expect(output).toContain('an earlier version reads the store no more after these steps');
  }
  expect(readdirSync(dataDirectory)).toEqual(before);
});

it('names the steps of the query history, and a history of a newer version', async () => {
  const own = join(directory, 'history');
  mkdirSync(own);
  await withStore({ dataDirectory: own }, ({ database }) => migrate(database));
  const historyAt = async (steps: readonly string[]) => {
    const file = new BetterSqlite(join(own, 'history.db'));
    file.exec('DROP TABLE IF EXISTS query_history_migration; CREATE TABLE query_history_migration (name TEXT)');
    for (const step of steps) file.prepare('INSERT INTO query_history_migration VALUES (?)').run(step);
    file.close();
    const { code, output } = await upgrade({}, '--data', own);
    return [code, output.match(/^\w+ +history +.*$/gm)];
  };
  const all = [...historyMigrations.keys()];
  expect(await historyAt(all)).toEqual([0, null]);
  expect(await historyAt(all.slice(0, -1))).toEqual([0, [expect.stringContaining(`${all.at(-1)} would be taken`)]]);
  const newer =
    'note   history           The query history cannot be brought up to date: a newer version of Orrery wrote it';
  expect(await historyAt([...all, '9999-newer'])).toEqual([0, [expect.stringContaining(newer)]]);
});

it('finds what keeps this version from starting: a newer store, settings that are gone, a project it cannot read', async () => {
  await withStore({ dataDirectory }, ({ database }) =>
    migrate(database, new Map([...migrations, ['9999-newer', { up: async () => undefined }]])),
  );
  const newer = await upgrade();
  expect([newer.code, newer.output]).toEqual([
    1,
    expect.stringMatching(/^wrong .* a newer version of Orrery wrote it/m),
  ]);
  const gone = await upgrade({ ORRERY_OF_BEFORE: '1' });
  expect([gone.code, gone.output]).toEqual([1, expect.stringMatching(/^wrong .*ORRERY_OF_BEFORE is not a setting/m)]);
  cpSync(join(directory, 'shop'), join(directory, 'broken'), { recursive: true });
  writeFileSync(join(directory, 'broken/orrery.yml'), 'sources: {}\n');
  const broken = await upgrade({}, '--project', 'broken');
  expect([broken.code, broken.output]).toEqual([1, expect.stringMatching(/^wrong +project /m)]);
});

it('finds a data folder that cannot be made, and a model that cannot be read', async () => {
  writeFileSync(join(directory, 'file'), '');
  const nowhere = await upgrade({}, '--data', join(directory, 'file/data'));
  expect([nowhere.code, nowhere.output]).toEqual([
    1,
    expect.stringMatching(/^wrong +data folder .*cannot be written/m),
  ]);
  cpSync(join(directory, 'shop'), join(directory, 'unread'), { recursive: true });
  symlinkSync('circle.yml', join(directory, 'unread/model/circle.yml')); // root reads every file
  const unread = await upgrade({}, '--project', 'unread', '--data', join(directory, 'fresh'));
  expect([unread.code, unread.errors]).toEqual([1, '']);
  expect(unread.output).toMatch(/^wrong +model +ELOOP/m);
});

it('a clock that is wrong is a note: a start works', async () => {
  const ahead = join(directory, 'ahead');
  mkdirSync(ahead);
  await withStore({ dataDirectory: ahead }, ({ database }) => migrate(database));
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(join(ahead, 'orrery.db'), later, later);
  const { code, output } = await upgrade({}, '--data', ahead);
  expect(output).toMatch(/^note +clock .* was last written at /m);
  expect(code).toBe(0);
});

it('does nothing without --check', async () => {
  const { code, errors } = await runOrrery(['upgrade'], { directory });
  expect([code, errors]).toEqual([1, expect.stringContaining('Only upgrade --check exists')]);
});
