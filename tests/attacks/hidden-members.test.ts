import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

/** Every position in a query that can hold a member. */
const places: Readonly<Record<string, (member: string) => unknown>> = {
  measures: (member) => ({ measures: [member] }),
  dimensions: (member) => ({ dimensions: [member] }),
  'dimensions with a granularity': (member) => ({ dimensions: [`${member}.day`] }),
  segments: (member) => ({ ...count, segments: [member] }),
  timeDimensions: (member) => ({ timeDimensions: [{ dimension: member, granularity: 'day' }] }),
  'timeDimensions without a granularity': (member) => ({ ...count, timeDimensions: [{ dimension: member }] }),
  filters: (member) => ({ ...count, filters: [{ member, operator: 'gt', values: ['1'] }] }),
  'filters by the old key': (member) => ({ ...count, filters: [{ dimension: member, operator: 'set' }] }),
  'filters of a measure': (member) => ({ ...count, filters: [{ member, operator: 'measureFilter' }] }),
  'groups of filters': (member) => ({
    ...count,
    filters: [{ or: [{ and: [{ member, operator: 'equals', values: ['1'] }] }] }],
  }),
  total: (member) => ({ measures: [member], total: true, limit: 0 }),
  ungrouped: (member) => ({ dimensions: [member], ungrouped: true }),
};

describe.each(Object.entries(places))('in %s', (_place, query) => {
  it.each([
    ['orders.margin_band', 'orders.nothing_here'],
    ['orders.total_margin', 'orders.nothing_here'],
    ['orders.profitable', 'orders.nothing_here'],
    ['salaries.pay', 'wages_of.pay'],
    ['salaries.total_pay', 'wages_of.total_pay'],
    ['sales.margin_band', 'sales.nothing_here'],
  ])('%s answers as if it did not exist, and nothing runs', async (hidden, absent) => {
    const before = service.statements;
    for (const route of ['load', 'sql', 'dry-run', 'explain']) {
      const answer = await service.ask(query(hidden), route);
      const asIfAbsent = await service.ask(query(absent), route);
      expect(answer.status).toBe(400);
      const [, name = ''] = hidden.split('.');
      const [absentCube = '', absentName = ''] = absent.split('.');
      const renamed = asIfAbsent.text.replaceAll(absentName, name).replaceAll(absentCube, hidden.split('.')[0] ?? '');
      const withoutHints = (text: string) => text.replaceAll(/,"hint":"[^"]*"/g, '');
      expect(withoutHints(answer.text)).toBe(withoutHints(renamed));
    }
    expect(service.statements).toBe(before);
  });

  it('a misspelling is never answered with the name of a hidden member', async () => {
    const misspelled = [
      'orders.margin_ban',
      'orders.total_margi',
      'orders.profitabl',
      'salarie.pay',
      'salaries.pa',
      'sales.margin_band',
      'stores.margin_band',
      'island.total_pay',
    ];
    for (const member of misspelled) {
      const { body, status } = await service.ask(query(member));
      expect(status).toBe(400);
      for (const { hint = '' } of body?.problems ?? []) {
        expect(hint).not.toMatch(/margin_band|total_margin|profitable|salaries|pay$/);
      }
    }
  });
});

describe('a hidden member', () => {
  it('does not order rows, and is not confirmed by the warning', async () => {
    const ask = async (member: string) => (await service.ask({ ...count, order: [[member, 'desc']] })).text;
    const stamped = /"lastRefreshTime":"[^"]*"/;
    const hidden = (await ask('orders.total_margin')).replace(stamped, '');
    expect(hidden).toBe(
      (await ask('orders.nothing_here')).replace(stamped, '').replaceAll('nothing_here', 'total_margin'),
    );
  });

  it('is missing in metadata', async () => {
    for (const path of ['/cubejs-api/v1/meta', '/cubejs-api/v1/meta?extended=true']) {
      const { text, status } = await service.get(path);
      expect([status, text.includes('"orders.count"')]).toEqual([200, true]);
      expect(text).not.toMatch(/"(orders\.)?(margin_band|total_margin|profitable)"|salaries|total_pay/);
    }
  });
});

describe('an explanation names nothing hidden', () => {
  it.each([
    { measures: ['orders.count', 'orders.total_amount'], dimensions: ['customers.city', 'orders.status'] },
    { measures: ['orders.margin_of_each'], dimensions: ['orders.status'] },
    { measures: ['orders.count'], filters: [{ member: 'orders.margin_of_each', operator: 'gt', values: ['1'] }] },
    { measures: ['sales.count'], dimensions: ['sales.status'] },
  ])('%j', async (query) => {
    const answer = await service.ask(query, 'explain');
    const { sql: _, ...told } = JSON.parse(answer.text);
    expect([answer.status, told.passes.length]).toEqual([200, expect.any(Number)]);
    expect(JSON.stringify(told)).not.toMatch(/margin_band|total_margin|profitable|salaries|total_pay/);
  });
});

describe('an unknown member is answered with the nearest visible name', () => {
  it.each([
    [{ measures: ['orders.cuont'] }, 'Did you mean orders.count?'],
    [{ measures: ['orderz.count'] }, 'Did you mean orders.count?'],
    [{ dimensions: ['orders.statuss'] }, 'Did you mean orders.status?'],
    [{ measures: ['orders.status'] }, 'orders.status is a dimension'],
    [{ ...count, segments: ['orders.payed'] }, 'Did you mean orders.paid?'],
    [{ timeDimensions: [{ dimension: 'orders.createdat', granularity: 'day' }] }, 'Did you mean orders.created_at?'],
    [{ dimensions: ['customers.cty'] }, 'Did you mean customers.city?'],
  ])('%j', async (query, hint) => {
    const answer = await service.ask(query);
    expect([answer.status, answer.body?.problems?.[0]?.hint]).toEqual([400, hint]);
  });

  it('every unknown member is answered so, when there are several', async () => {
    const answer = await service.ask({
      measures: ['orders.cuont', 'orders.total_amont'],
      dimensions: ['orders.statu'],
    });
    expect(answer.body?.problems?.map(({ hint }) => hint)).toEqual([
      'Did you mean orders.count?',
      'Did you mean orders.total_amount?',
      'Did you mean orders.status?',
    ]);
  });
});
