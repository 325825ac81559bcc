import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { GuardedService, inGroups } from '../guarded-service.ts';

const tables = {
  people: `SELECT * FROM (VALUES (1, 'Ana', 'EU', 'a'), (2, 'Dee', 'EU', 'b'), (3, 'Ben', 'US', 'a'), (4, 'Cai', 'US', 'b'))
    AS t (id, name, region, tenant)`,
  visits: 'SELECT * FROM (VALUES (1, 1), (2, 1), (3, 3), (4, 3), (5, 4), (6, NULL)) AS t (id, person)',
};

const us = { member: 'region', operator: 'equals', values: ['US'] };

const model = stringify({
  cubes: [
    {
      name: 'people',
      sql_table: 'people',
      dimensions: [
        { name: 'id', sql: 'id', type: 'number', primary_key: true },
        { name: 'name', sql: 'name', type: 'string' },
        { name: 'region', sql: 'region', type: 'string' },
        { name: 'tenant', sql: 'tenant', type: 'string' },
        { name: 'masked', sql: 'region', type: 'string' },
        { name: 'masked_number', sql: 'id', type: 'number' },
        { name: 'masked_time', sql: "TIMESTAMP '2024-01-01 00:00:00'", type: 'time' },
        { name: 'masked_boolean', sql: 'true', type: 'boolean' },
        { name: 'visits', sql: '{visits.count}', type: 'number', sub_query: true },
      ],
      measures: [
        { name: 'count', type: 'count' },
        { name: 'all', sql: '{count}', type: 'number', multi_stage: true, filter: { exclude: ['name', 'tenant'] } },
      ],
      segments: [{ name: 'short', sql: "{CUBE}.name <> 'Ben'" }],
      joins: [{ name: 'visits', relationship: 'one_to_many', sql: '{CUBE}.id = {visits}.person' }],
      access_policy: [
        {
          group: 'us',
          member_level: { includes: ['name', 'region', 'count', 'all', 'visits'] },
          row_level: { filters: [us] },
        },
        { group: 'all' },
        {
          group: 'masked',
          member_level: { includes: ['name', 'count'] },
          member_masking: { includes: ['masked', 'masked_number', 'masked_time', 'masked_boolean', 'tenant'] },
        },
      ],
    },
    {
      name: 'visits',
      sql_table: 'visits',
      dimensions: [
        { name: 'id', sql: 'id', type: 'number', primary_key: true },
        { name: 'number', sql: 'id', type: 'number' },
      ],
      measures: [{ name: 'count', type: 'count' }],
    },
  ],
  views: [{ name: 'faces', cubes: [{ join_path: 'people', includes: ['name', 'count', 'tenant'] }] }],
});

const settings = {
  query_rewrite: [
    {
      when: [{ if: "groups.includes('guest')" }],
      add: { filters: [{ member: 'people.tenant', operator: 'equals', values: ['{ securityContext.tenant }'] }] },
    },
    { when: [{ if: "groups.includes('short')" }], add: { segments: ['people.short'] } },
    { when: [{ if: "groups.includes('few')" }], touches: ['people'], limit: 1 },
    { when: [{ if: "groups.includes('late')" }], touches: ['visits'], refuse: 'Visits are not for you' },
  ],
};

let service: GuardedService;

beforeAll(async () => {
  const environment = {
    CUBEJS_ACCESS_POLICY_MASK_STRING: 'masked by default',
    ORRERY_ACCESS_POLICY_MASK_NUMBER: '-7',
    CUBEJS_ACCESS_POLICY_MASK_TIME: '1999-12-31',
  };
  service = await GuardedService.open({ model, tables, settings }, { environment });
});

afterAll(() => service?.[Symbol.asyncDispose]());

const guest = inGroups(['us', 'guest'], { tenant: 'a' });
const everyone = inGroups(['all', 'guest'], { tenant: 'a' });
const count = { measures: ['people.count'] };

describe('a masked member without a mask of its own', () => {
  it('shows the value that the settings give for its type', async () => {
    const dimensions = ['masked', 'masked_number', 'masked_time', 'masked_boolean'].map((name) => `people.${name}`);
    expect(await service.rows(inGroups(['masked']), { dimensions })).toEqual([
      ['masked by default', '-7', '1999-12-31T00:00:00.000', null],
    ]);
    const { text } = await service.ask(inGroups(['masked']), { dimensions }, 'explain');
    expect(text).not.toContain('EU');
  });
});

describe('a rule of the project', () => {
  it('tests real values where its caller sees masks', async () => {
    const masked = inGroups(['masked', 'guest'], { tenant: 'a' });
    const query = { dimensions: ['people.name', 'people.tenant'] };
    expect(await service.rows(masked, query)).toEqual([
      ['Ana', 'masked by default'],
      ['Ben', 'masked by default'],
    ]);
  });

  it('leaves at most the rows that policies leave', async () => {
    expect(await service.rows(inGroups(['us']), count)).toEqual([['2']]);
    expect(await service.rows(guest, count)).toEqual([['1']]);
    expect(await service.rows(everyone, count)).toEqual([['2']]);
    expect(await service.rows(inGroups(['us', 'short']), count)).toEqual([['1']]);
    expect(await service.rows(inGroups(['us', 'short', 'guest'], { tenant: 'a' }), count)).toEqual([['0']]);
  });

  it('applies to members that its caller may not name', async () => {
    const { status } = await service.ask(guest, { dimensions: ['people.tenant'] });
    expect(status).toBe(400);
    expect(await service.rows(guest, { dimensions: ['people.name'] })).toEqual([['Ben']]);
  });

  it.each([
    { dimensions: ['faces.name'] },
    {
      dimensions: ['people.name'],
      filters: [
        {
          or: [
            { member: 'people.name', operator: 'set' },
            { member: 'people.name', operator: 'notSet' },
          ],
        },
      ],
    },
    { dimensions: ['people.name'], ungrouped: true },
    { dimensions: ['people.name'], total: true, order: { 'people.name': 'asc' } },
  ])('cannot be reached around: %j', async (query) => {
    const { text } = await service.ask(everyone, query);
    expect(text).toContain('Ana');
    expect(text).not.toMatch(/Dee|Cai/);
  });

  it('holds inside of sub queries and stages', async () => {
    expect(await service.rows(everyone, { measures: ['people.all'] })).toEqual([['2']]);
    const query = {
      measures: ['people.all'],
      filters: [{ member: 'people.name', operator: 'equals', values: ['Dee'] }],
    };
    expect(JSON.stringify(await service.rows(everyone, query))).not.toContain('4');
  });

  it('holds for values, statements and explanations', async () => {
    const values = await service.post(everyone, 'values', { member: 'people.name' });
    expect(values.text).toContain('Ana');
    expect(values.text).not.toContain('Dee');
    for (const route of ['sql', 'explain']) {
      const { text } = await service.ask(everyone, count, route);
      expect(text).toContain('tenant');
    }
  });

  it('lowers limits, and reports it', async () => {
    const few = inGroups(['all', 'few']);
    const { body, text } = await service.ask(few, { dimensions: ['people.name'], order: { 'people.name': 'asc' } });
    expect(body.data).toEqual([{ 'people.name': 'Ana' }]);
    expect(text).toContain('query.limit-lowered');
    expect(await service.rows(few, { dimensions: ['visits.number'] })).toHaveLength(6);
    const values = await service.post(few, 'values', { member: 'people.name' });
    expect(values.text).toContain('"complete":false');
  });

  it.each(['load', 'sql', 'dry-run', 'explain'])(
    'refuses with its own message, before anything runs: /v1/%s',
    async (route) => {
      const before = service.statements;
      const { status, body } = await service.ask(inGroups(['late']), { measures: ['visits.count'] }, route);
      expect([status, body.error]).toEqual([400, 'Visits are not for you']);
      const several = [{ measures: ['visits.count'] }].concat({ measures: ['visits.count'] });
      expect((await service.ask(inGroups(['late']), several, route)).status).toBe(400);
      expect(service.statements).toBe(before);
      expect((await service.ask(inGroups(['all', 'late']), count, route)).status).toBe(200);
    },
  );

  it('is not evaluated for a query that policies refuse', async () => {
    const { body } = await service.ask(inGroups(['late', 'few']), { measures: ['people.count', 'visits.count'] });
    expect(body.error).toBe("Cube 'people' not found for path 'people.count'");
  });

  it('refuses what it cannot decide, without naming the attribute', async () => {
    const undecided = 'A rule of the project cannot be decided for this caller, so the query is not answered';
    for (const caller of [inGroups(['all', 'guest']), {}, inGroups(['all', 'guest'], { tenant: { a: 1 } })]) {
      const { status, body, text } = await service.ask(caller, { measures: ['visits.count'] });
      expect([status, body.error]).toEqual([400, undecided]);
      expect(text).not.toContain('tenant');
    }
  });

  it('keeps the answers of callers apart', async () => {
    const asked = ['a', 'b', 'a', 'b'].map((tenant) =>
      service.rows(inGroups(['all', 'guest'], { tenant }), { dimensions: ['people.name'] }),
    );
    const [a, b, again, other] = await Promise.all(asked);
    expect(a).toEqual([['Ana'], ['Ben']]);
    expect(b).toEqual([['Cai'], ['Dee']]);
    expect([again, other]).toEqual([a, b]);
  });
});
