import { metaAnswerSchema } from '@orrery/contract';
import { compileModel } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedService, inGroups } from '../guarded-service.ts';
import { guardedModel, openGuarded } from './policies-service.ts';

type Context = Readonly<Record<string, unknown>>;

const ofRegion = (values: unknown) => ({ filters: [{ member: 'region', operator: 'equals', values }] });

const modelP = [
  { group: 'eu', row_level: ofRegion(['EU']), member_level: { includes: ['name', 'region', 'count', 'credit'] } },
  { group: 'us', row_level: ofRegion(['US']), member_level: { includes: ['name', 'region', 'count'] } },
  { group: 'admin' },
];
const modelQ = (values: unknown, more = {}) => [{ group: 'staff', row_level: ofRegion(values), ...more }];

let service: GuardedService | undefined;
const served = (): GuardedService => {
  if (!service) throw new Error('nothing is served');
  return service;
};

function serving(guard: Parameters<typeof openGuarded>[0]): void {
  beforeAll(async () => {
    service = await openGuarded(guard);
  });
  afterAll(() => service?.[Symbol.asyncDispose]());
}

function rowsFor(context: Context, query: unknown): Promise<readonly (readonly unknown[])[]> {
  return served().rows(context, query);
}

/** Expects the same refusal as for a missing member, before any statement runs. */
async function expectRefused(context: Context, query: unknown, member: string): Promise<void> {
  const before = served().statements;
  const [piece = ''] = member.split('.');
  for (const route of ['load', 'sql', 'dry-run', 'explain']) {
    const text = JSON.stringify(query);
    const answer = await served().ask(context, query, route);
    const absent = await served().ask(
      context,
      JSON.parse(text.replaceAll(`"${member}"`, `"${piece}.nothing_here"`)),
      route,
    );
    expect([route, answer.status]).toEqual([route, 400]);
    const without = (body: string) => body.replaceAll(/,"hint":"[^"]*"|,"requestId":"[^"]*"/g, '');
    expect(without(answer.text)).toBe(
      without(absent.text)
        .replaceAll(`${piece}.nothing_here`, member)
        .replaceAll('nothing_here', member.split('.')[1] ?? ''),
    );
  }
  expect(served().statements).toBe(before);
}

const count = { measures: ['customers.count'] };

describe('members and rows by policies', () => {
  serving({ policies: modelP });

  it('AP-01, 02: a caller without an applicable policy sees nothing of the cube, in any mode', async () => {
    await expectRefused({}, count, 'customers.count');
    await expectRefused(inGroups([]), count, 'customers.count');
  });

  it('AP-03: a policy leaves its rows', async () => {
    expect(await rowsFor(inGroups(['eu']), count)).toEqual([['2']]);
  });

  it('AP-04, 05: two policies leave the rows of either', async () => {
    const query = { ...count, dimensions: ['customers.region'], order: { 'customers.region': 'asc' } };
    expect(await rowsFor(inGroups(['us']), query)).toEqual([['US', '2']]);
    expect(await rowsFor(inGroups(['eu', 'us']), query)).toEqual([
      ['EU', '2'],
      ['US', '2'],
    ]);
  });

  it('AP-06, 07: a member that one of them grants has the rows of that policy, and so have the members selected with it', async () => {
    const both = inGroups(['eu', 'us']);
    expect(await rowsFor(both, { measures: ['customers.credit'] })).toEqual([['500']]);
    expect(await rowsFor(both, { measures: ['customers.count', 'customers.credit'] })).toEqual([['2', '500']]);
    expect(await rowsFor(both, count)).toEqual([['4']]);
  });

  it('AP-08: a member that none grants does not exist', async () => {
    await expectRefused(inGroups(['us']), { measures: ['customers.credit'] }, 'customers.credit');
  });

  it('AP-09: a policy without rows opens all of them', async () => {
    const query = { measures: ['customers.count', 'customers.credit'] };
    expect(await rowsFor(inGroups(['us', 'admin']), query)).toEqual([['4', '750']]);
  });

  it('AP-10: a denied member cannot be used in a filter', async () => {
    const filters = [{ member: 'customers.credit_value', operator: 'gt', values: ['100'] }];
    await expectRefused(inGroups(['us']), { ...count, filters }, 'customers.credit_value');
  });

  it('AP-11: metadata lists granted members', async () => {
    const { body, text } = await served().get(inGroups(['us']), 'meta');
    const { cubes } = metaAnswerSchema.parse(body);
    const customers = cubes.find(({ name }) => name === 'customers');
    const named = (key: 'dimensions' | 'measures') => customers?.[key].map(({ name }) => name);
    expect([named('dimensions'), named('measures')]).toEqual([
      ['customers.name', 'customers.region'],
      ['customers.count'],
    ]);
    expect(text).not.toMatch(/customers\.(id|city|credit|credit_value|cities)"/);
  });

  it('AP-12, 13: policies of a joined cube restrict its rows as soon as one of its members is selected', async () => {
    const us = inGroups(['us']);
    const byRegion = { measures: ['orders.count'], dimensions: ['customers.region'] };
    expect(await rowsFor(us, byRegion)).toEqual([['US', '3']]);
    expect(await rowsFor(us, { measures: ['orders.count'] })).toEqual([['7']]);
  });

  it('AP-14: a policy reveals no key that is not public', async () => {
    await expectRefused(inGroups(['admin']), { dimensions: ['customers.id'] }, 'customers.id');
  });

  it('AP-15: policies restrict queries of dimensions alone, too', async () => {
    const query = { dimensions: ['customers.name'], order: { 'customers.name': 'asc' } };
    expect(await rowsFor(inGroups(['eu']), query)).toEqual([['Ana'], ['Dee']]);
  });
});

describe('values of the caller', () => {
  describe('as an item of a list', () => {
    serving({ policies: modelQ(['{ securityContext.region }']) });

    it('AP-16: an attribute is a value', async () => {
      expect(await rowsFor(inGroups(['staff'], { region: 'US' }), count)).toEqual([['2']]);
    });

    it('AP-17: one that is missing grants nothing', async () => {
      await expectRefused(inGroups(['staff']), count, 'customers.count');
    });

    it('AP-18: a list gives all its values', async () => {
      expect(await rowsFor(inGroups(['staff'], { region: ['EU', 'US'] }), count)).toEqual([['4']]);
    });

    it('AP-21: other groups see nothing', async () => {
      await expectRefused(inGroups(['other'], { region: 'US' }), count, 'customers.count');
    });
  });

  describe('as the list', () => {
    serving({ policies: modelQ('securityContext.regions') });

    it('AP-19: gives all its values', async () => {
      expect(await rowsFor(inGroups(['staff'], { regions: ['EU', 'US'] }), count)).toEqual([['4']]);
    });
  });

  describe('under a condition', () => {
    serving({
      policies: modelQ(['{ securityContext.region }'], { conditions: [{ if: '{ securityContext.region }' }] }),
    });

    it('AP-20: that does not hold, the policy does not apply', async () => {
      await expectRefused(inGroups(['staff']), count, 'customers.count');
      expect(await rowsFor(inGroups(['staff'], { region: 'EU' }), count)).toEqual([['2']]);
    });
  });
});

describe('views over a cube with policies', () => {
  const rich = { filters: [{ member: 'credit_value', operator: 'gt', values: [60] }] };
  serving({
    policies: modelP,
    viewPolicies: [{ group: '*', row_level: rich, member_level: { excludes: ['credit'] } }],
  });
  const viewCount = { measures: ['v.count'] };

  it('AP-22, 24: have the rows that both allow', async () => {
    expect(await rowsFor(inGroups(['us']), viewCount)).toEqual([['1']]);
    expect(await rowsFor(inGroups(['admin']), viewCount)).toEqual([['3']]);
  });

  it('AP-23: decide about members themselves', async () => {
    expect(await rowsFor(inGroups(['us']), { measures: ['v.cities'] })).toEqual([['1']]);
  });

  it('AP-25: hide members of their own', async () => {
    await expectRefused(inGroups(['admin']), { measures: ['v.credit'] }, 'v.credit');
  });

  it('AP-26: are closed to callers for whom the cube is closed', async () => {
    await expectRefused(inGroups([]), viewCount, 'v.count');
  });
});

describe('rules for queries', () => {
  serving({
    policies: modelP,
    settings: {
      query_rewrite: [{ add: { filters: [{ member: 'customers.name', operator: 'notEquals', values: ['Ben'] }] } }],
    },
  });

  it('AP-36: apply to rows that policies leave, and not to denied ones', async () => {
    expect(await rowsFor(inGroups(['us']), count)).toEqual([['1']]);
    expect(await rowsFor(inGroups(['eu', 'us']), count)).toEqual([['3']]);
    await expectRefused(inGroups([]), count, 'customers.count');
  });
});
describe('masks', () => {
  serving({
    masks: { credit_value: -1 },
    policies: [
      { group: 'full', member_level: { includes: '*' }, row_level: ofRegion(['US']) },
      {
        group: '*',
        member_level: { includes: ['name', 'region', 'count'] },
        member_masking: { includes: ['credit_value', 'credit'] },
      },
    ],
  });
  const nobody = inGroups([]);
  const full = inGroups(['full']);
  const byName = {
    dimensions: ['customers.name', 'customers.credit_value'],
    order: { 'customers.name': 'asc' },
  };
  const credit = { measures: ['customers.credit'] };

  it('AP-27: replace the value on every row where no row grants it', async () => {
    expect(await rowsFor(nobody, byName)).toEqual([
      ['Ana', '-1'],
      ['Ben', '-1'],
      ['Cai', '-1'],
      ['Dee', '-1'],
    ]);
  });

  it('AP-28: replace the value on the rows that do not grant it', async () => {
    expect(await rowsFor(full, byName)).toEqual([
      ['Ana', '-1'],
      ['Ben', '200'],
      ['Cai', '50'],
      ['Dee', '-1'],
    ]);
  });

  it('AP-29, 30: replace a measure except in groups whose rows all grant it', async () => {
    expect(await rowsFor(full, credit)).toEqual([[null]]);
    const order = { 'customers.region': 'asc' };
    expect(await rowsFor(full, { ...credit, dimensions: ['customers.region'], order })).toEqual([
      ['EU', null],
      ['US', '250'],
    ]);
  });

  it('AP-31: a filter that leaves such rows alone leaves the measure its value', async () => {
    const filters = [{ member: 'customers.region', operator: 'equals', values: ['US'] }];
    expect(await rowsFor(full, { ...credit, filters })).toEqual([['250']]);
  });

  it('AP-32: a filter compares with the mask', async () => {
    const filters = [{ member: 'customers.credit_value', operator: 'equals', values: ['200'] }];
    expect(await rowsFor(nobody, { dimensions: ['customers.name'], filters })).toEqual([]);
  });

  it('AP-33: masked rows are one group', async () => {
    expect(await rowsFor(nobody, { ...count, dimensions: ['customers.credit_value'] })).toEqual([['-1', '4']]);
  });

  it('AP-34: cannot be set by a client', async () => {
    const answer = await served().ask(full, { ...credit, maskedMembers: [] });
    expect([answer.status, answer.body.error]).toEqual([400, 'maskedMembers cannot be provided in the query']);
  });

  it('AP-35: masking needs members beside it', () => {
    const policies = [{ group: '*', member_masking: { includes: ['credit'] } }];
    const { build } = compileModel([{ path: 'model.yml', text: guardedModel({ policies }) }]);
    expect(build.problems.map(({ message }) => message)).toContain(
      'access_policy for customers defines member_masking without member_level. member_level is required when member_masking is used',
    );
  });
});
