import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedService, inGroups } from '../guarded-service.ts';
import { openPeople } from './people-project.ts';

let service: GuardedService;
beforeAll(async () => {
  service = await openPeople([
    {
      group: 'staff',
      member_level: { includes: ['id', 'name', 'region', 'count', 'total_pay', 'pay_band'] },
      member_masking: { includes: ['pay', 'highest_pay'] },
    },
    { group: 'owners' },
  ]);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const staff = inGroups(['staff']);
const byName = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };
const everybody = [['Ana'], ['Ben'], ['Cai'], ['Dee'], [null]];

describe('a masked value cannot be inferred', () => {
  it('by bisecting its possible values', async () => {
    for (const operator of ['gt', 'gte', 'lt', 'lte', 'equals', 'notEquals']) {
      for (const value of ['0', '75', '150', '200', '300']) {
        const filters = [{ member: 'people.pay', operator, values: [value] }];
        const rows = await service.rows(staff, { ...byName, filters });
        expect([[], everybody]).toContainEqual(rows);
      }
    }
  });

  it('by its order', async () => {
    const query = { dimensions: ['people.name', 'people.pay'], order: { 'people.pay': 'desc' } };
    const rows = await service.rows(staff, query);
    expect(rows.map(([name]) => [name])).toEqual(everybody);
    expect(new Set(rows.map(([, pay]) => pay))).toEqual(new Set(['-1']));
  });

  it('by members derived from it', async () => {
    const bands = { measures: ['people.count'], dimensions: ['people.pay_band'] };
    expect(await service.rows(staff, bands)).toEqual([['low', '5']]);
    expect(await service.rows(staff, { measures: ['people.total_pay'] })).toEqual([['-5']]);
    expect(await service.rows(inGroups(['owners']), { measures: ['people.total_pay'] })).toEqual([['820']]);
  });

  it('by groups that a measure keeps or drops', async () => {
    for (const operator of ['gt', 'lt', 'equals', 'set', 'notSet']) {
      const values = operator.endsWith('et') ? {} : { values: ['150'] };
      const filters = [{ member: 'people.highest_pay', operator, ...values }];
      const rows = await service.rows(staff, { ...byName, measures: ['people.count'], filters });
      expect([0, everybody.length]).toContain(rows.length);
    }
  });

  it('by the number of rows, by ungrouped rows, or by values to suggest', async () => {
    const filters = [{ member: 'people.pay', operator: 'gt', values: ['150'] }];
    const { body } = await service.ask(staff, { ...byName, filters, total: true, limit: 1 });
    expect([body.total, body.data]).toEqual([0, []]);
    const ungrouped = await service.rows(staff, { dimensions: ['people.pay'], ungrouped: true });
    expect(new Set(ungrouped.map(([pay]) => pay))).toEqual(new Set(['-1']));
    const values = await service.get(staff, 'values?member=people.pay');
    expect(values.text).not.toMatch(/200|400|100|70/);
  });

  it('by the statement or the explanation, which hold no column that is masked', async () => {
    const query = { ...byName, dimensions: ['people.name', 'people.pay'] };
    for (const route of ['sql', 'explain']) {
      const { status, text } = await service.ask(staff, query, route);
      expect([route, status]).toEqual([route, 200]);
      if (route === 'sql') expect(text).not.toMatch(/"people"\.pay\b|\bpay,/);
    }
  });
});
