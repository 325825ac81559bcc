import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatementService } from './statement-service.ts';

/*
 * `__user` in a statement: administrators of the account ask as one of its users, and nobody else does.
 */

const by = { via: 'app' } as const;
const notAllowed = (name: string) =>
  `You cannot change security context via __user from cube to ${name}, because it's not allowed.`;

let directory: string;
let service: StatementService;
const ids = new Map<string, number>();

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-users-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeFileSync(
    join(directory, 'model', 'people.yml'),
    `cubes:
  - name: people
    sql: SELECT * FROM (VALUES (1, 'eu', 10), (2, 'eu', 20), (3, 'us', 400)) AS t (id, region, pay)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: region, sql: region, type: string }
      - { name: pay, sql: pay, type: number }
    measures:
      - { name: count, type: count }
      - { name: paid, sql: pay, type: sum }
    access_policy:
      - group: eu
        member_level: { includes: [id, region, count, paid] }
        row_level: { filters: [{ member: region, operator: equals, values: [eu] }] }
      - group: us
        member_level: { includes: '*' }
        row_level: { filters: [{ member: region, operator: equals, values: [us] }] }
`,
  );
  service = await StatementService.open(directory);
  const { changes, accountId, users, groups } = service.service.served.composition.metadata;
  const people = [
    { username: 'root', role: 'admin' },
    { username: 'dev', role: 'developer' },
    { username: 'bob', role: 'viewer', email: 'bob@example.com' },
    { username: 'Ute', role: 'viewer' },
    { username: 'gone', role: 'viewer' },
  ] as const;
  for (const person of people) {
    const { id } = await changes.make({ accountId, by }, (change) => users.create(change, person));
    ids.set(person.username, id);
  }
  const idOf = (name: string) => ids.get(name) ?? 0;
  await changes.changeRights({ accountId, by }, async (change) => {
    await groups.create(change, { name: 'eu', members: { add: [idOf('bob'), idOf('gone')] } });
    await groups.create(change, { name: 'us', members: { add: [idOf('root'), idOf('Ute'), idOf('dev')] } });
  });
  await changes.changeRights({ accountId, by }, (change) =>
    users.update(change, idOf('gone'), { status: 'deactivated' }),
  );
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

function askAs(name: string, query: string) {
  return service.askWith({ cubeCloud: { user: ids.get(name) } }, query);
}

describe('an administrator', () => {
  it.each([
    "SELECT MEASURE(count), SUM(paid) FROM people WHERE __user = 'bob'",
    "SELECT COUNT(*), SUM(paid) FROM people WHERE 'bob' = __user",
    "SELECT COUNT(*), SUM(paid) FROM people p WHERE p.__user IN ('bob')",
    "SELECT COUNT(*), SUM(paid) FROM people WHERE LOWER(__user) = 'bob' AND __user IS NOT NULL",
    `SELECT COUNT(*), SUM(paid) FROM people WHERE CAST("people"."__user" AS TEXT) = 'BOB'::varchar`,
    "SELECT COUNT(*), SUM(paid) FROM people WHERE __user = 'bob@example.com'",
    "SELECT COUNT(*), SUM(paid) FROM (SELECT *, __user AS u FROM people) t WHERE u = 'bob'",
    "WITH p AS (SELECT * FROM people WHERE __user = 'bob') SELECT COUNT(*), SUM(paid) FROM p",
    "SELECT COUNT(*), SUM(paid) FROM people WHERE (__user = 'bob' AND region IS NOT NULL) LIMIT 5",
  ])('asks as one of its users, with their rows: %s', async (query) => {
    expect(await askAs('root', query)).toMatchObject({ error: undefined, rows: [['2', '30']] });
  });

  it('sees the members of that user, and no others', async () => {
    const [asUte, asBob] = [
      await askAs('root', "SELECT id, pay FROM people WHERE __user = 'ute'"),
      await askAs('root', "SELECT id, pay FROM people WHERE __user = 'bob'"),
    ];
    expect(asUte.rows).toEqual([['3', '400']]);
    expect(asBob.error).toContain("Invalid identifier '#pay'");
  });

  it('gets each time the rows of the user that the statement names, however often it is repeated', async () => {
    const countAs = (name: string) => `SELECT SUM(paid) AS p FROM people WHERE __user = '${name}'`;
    for (let round = 0; round < 3; round += 1) {
      expect((await askAs('root', countAs('bob'))).rows).toEqual([['30']]);
      expect((await askAs('root', countAs('Ute'))).rows).toEqual([['400']]);
    }
  });

  it('asks in several parts as the same user', async () => {
    const { rows } = await askAs(
      'root',
      `SELECT SUM(paid) FROM people WHERE __user = 'bob'
       UNION ALL SELECT COUNT(*) FROM people WHERE __user = 'bob' AND region = 'eu'`,
    );
    expect(rows).toEqual([['30'], ['2']]);
  });

  it.each([
    ["SELECT id FROM people WHERE __user = 'bob' UNION ALL SELECT id FROM people", 'same condition on __user'],
    [
      "SELECT id FROM people WHERE __user = 'bob' UNION ALL SELECT id FROM people WHERE __user = 'Ute'",
      'same condition on __user',
    ],
    ["SELECT id FROM people WHERE __user = 'bob' AND __user = 'Ute'", 'Unable to use multiple __user'],
    ["SELECT id FROM people WHERE __user IN ('bob', 'Ute')", 'Unable to use multiple __user'],
    ["SELECT id FROM people WHERE __user = 'bob' OR id = 1", "Can't use OR operator with __user column"],
    ["SELECT id FROM people WHERE NOT __user = 'bob'", '__user is compared with a user name by = only'],
    ["SELECT id FROM people WHERE __user <> 'bob'", '__user is compared with a user name by = only'],
    ['SELECT id FROM people WHERE __user IS NOT NULL', '__user is compared with a user name by = only'],
    ["SELECT id FROM people WHERE __user = ''", '__user is compared with a user name by = only'],
    ["SELECT id FROM people WHERE __user LIKE 'bob'", '__user is compared with a user name by = only'],
    ["SELECT id FROM people WHERE CASE WHEN __user = 'bob' THEN TRUE ELSE FALSE END", 'by = only'],
    ["SELECT id FROM people WHERE __user = 'nobody'", notAllowed('nobody')],
    ["SELECT id FROM people WHERE __user = 'gone'", notAllowed('gone')],
    ["SELECT id FROM people WHERE __user = '%'", notAllowed('%')],
  ])('is refused for %s', async (query, message) => {
    const { error, rows } = await askAs('root', query);
    expect(error).toContain(message);
    expect(rows).toEqual([]);
  });

  it('asks as a user whose rights have changed with the rights of now', async () => {
    const { changes, accountId, groups } = service.service.served.composition.metadata;
    const query = "SELECT COUNT(*) FROM people WHERE __user = 'bob'";
    const move = async (from: string, to: string) => {
      const all = await groups.list(accountId, {});
      const idOf = (name: string) => all.find((group) => group.name === name)?.id ?? 0;
      const members = [ids.get('bob') ?? 0];
      await changes.changeRights({ accountId, by }, async (change) => {
        await groups.update(change, idOf(from), { members: { remove: members } });
        await groups.update(change, idOf(to), { members: { add: members } });
      });
    };
    expect((await askAs('root', query)).rows).toEqual([['2']]);
    await move('eu', 'us');
    expect((await askAs('root', query)).rows).toEqual([['1']]);
    await move('us', 'eu');
    expect((await askAs('root', query)).rows).toEqual([['2']]);
  });

  it('explains a statement as that user', async () => {
    expect((await askAs('root', "EXPLAIN SELECT COUNT(*) FROM people WHERE __user = 'bob'")).error).toBeUndefined();
    expect((await askAs('root', "EXPLAIN SELECT pay FROM people WHERE __user = 'bob'")).error).toContain("'#pay'");
  });
});

describe('whoever is no administrator', () => {
  it.each(['bob', 'Ute', 'root', 'dev', 'nobody', 'gone'])(
    'is refused, and does not learn whether there is a user %s',
    async (name) => {
      for (const asker of ['dev', 'bob']) {
        const { error, rows } = await askAs(asker, `SELECT id FROM people WHERE __user = '${name}'`);
        expect(error?.replaceAll(name, 'NAME')).toContain(notAllowed('NAME'));
        expect(rows).toEqual([]);
      }
    },
  );

  it.each([
    [{ cubeCloud: { groups: ['eu'], roles: ['admin'] } }],
    [{ cubeCloud: { roles: ['admin'] } }],
    [{ role: 'admin', cubeCloud: {} }],
    [{}],
  ])('is one whose token only says so: %j', async (context) => {
    const { error } = await service.askWith(context, "SELECT COUNT(*) FROM people WHERE __user = 'bob'");
    expect(error).toMatch(/not allowed|Invalid identifier|not found/);
  });
});
