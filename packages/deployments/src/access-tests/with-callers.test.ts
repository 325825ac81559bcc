import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StorePlace, storyKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { openMetadata } from '../open-metadata.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { runOrrery } from '../../../cli/src/command/run-orrery.ts';

const model = `
cubes:
  - name: people
    sql: SELECT * FROM (VALUES (1, 'EU'), (2, 'EU'), (3, 'US')) AS t (id, region)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
    access_policy:
      - group: sales
        row_level: { filters: [{ member: region, operator: equals, values: [EU] }] }
`;

const tests = (user: number) => `
tests:
  - name: Ann
    as: { cubeCloud: { user: ${user} } }
    sees: [people.count]
    queries:
      - query: { measures: [people.count] }
        rows: [{ people.count: 2 }]
`;

describe.each(storyKinds)('a security context that names a user of a store on %s', (kind) => {
  let directory: string;
  let place: StorePlace;
  let ann: number;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'orrery-callers-'));
    for (const folder of ['model', 'access_tests']) mkdirSync(join(directory, folder));
    writeFileSync(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }');
    writeFileSync(join(directory, 'model', 'people.yml'), model);
    place = await migratedPlace(kind);
    const { changes, accountId, users, groups, close } = await openMetadata(place.settings, Date);
    const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    ann = user.id;
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      groups.create(change, { name: 'sales', members: { exactly: [ann] } }),
    );
    await close();
  });

  afterAll(async () => {
    await place.remove();
    rmSync(directory, { recursive: true });
  });

  const run = (...args: readonly string[]) =>
    runOrrery([...args, '--project', '.'], { directory, environment: place.environment });
  const context = (user: unknown) => JSON.stringify({ cubeCloud: { user } });
  const count = '{"measures":["people.count"]}';

  it("has that user's rights, as on a server, in queries, explanations and access tests", async () => {
    expect((await run('query', '--format', 'csv', '--context', context(ann), count)).output).toContain('\n2');
    const { output } = await run('explain', '--as', context(ann));
    expect(output).toContain('groups: sales');
    expect(output).toContain('of rows where people.region equals "EU"');
    writeFileSync(join(directory, 'access_tests', 'all.yml'), tests(ann));
    expect((await run('check', '--connect')).output).toContain('2 of 2 assertions of the access tests pass.');
  });

  it('is refused when the user does not exist', async () => {
    const unknown = 'cubeCloud.user: there is no active user 9999';
    for (const args of [
      ['query', '--context'],
      ['sql', '--context'],
      ['explain', '--as'],
    ] as const) {
      const { code, errors } = await run(...args, context(9999), count);
      expect([code, errors]).toEqual([1, expect.stringContaining(unknown)]);
    }
    expect((await run('explain', '--as', '{}', '--compare', context('x'))).errors).toContain(
      'cubeCloud.user is no number',
    );
    writeFileSync(join(directory, 'access_tests', 'all.yml'), tests(9999));
    const { code, output } = await run('check');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`Ann: no caller can have this security context: ${unknown}`),
    ]);
  });
});
