import { filterOperators } from '@orrery/semantic';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, AttackedService } from './attacked-service.ts';
import { hostileTexts, impossibleTexts } from './hostile-texts.ts';
import { internalsIn } from './internals.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

/** After every attack the data and the runtime are unchanged. */
afterEach(async () => {
  const { body } = await service.ask({ measures: ['orders.count', 'orders.total_amount'] });
  expect(body?.data).toEqual([{ 'orders.count': '5', 'orders.total_amount': '61.75' }]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** Returns faults of the refusal of a text; empty when it is clear and reveals no internals. */
function faultsOf({ status, body, text }: Answer, sent: string): readonly unknown[] {
  const [problem] = body?.problems ?? [];
  const isClear = status === 400 && Boolean(body?.error) && Boolean(problem?.code) && Boolean(problem?.message);
  return isClear ? internalsIn(text, sent) : [sent, status, text];
}

describe.each(filterOperators)('the operator %s', (operator) => {
  it('binds every text it accepts and writes none into the statement', async () => {
    const ask = (text: string, route: string) =>
      service.ask(
        { measures: ['orders.count'], filters: [{ member: 'orders.status', operator, values: [text] }] },
        route,
      );
    const plain = await ask(operator.includes('Date') ? '2024-01-01' : '1', 'sql');
    for (const text of hostileTexts) {
      const compiled = await ask(text, 'sql');
      const loaded = await ask(text, 'load');
      expect([text, loaded.status]).toEqual([text, compiled.status]);
      if (compiled.status === 200) expect(compiled.body?.sql?.sql[0]).toBe(plain.body?.sql?.sql[0]);
      else expect(faultsOf(loaded, text)).toEqual([]);
    }
  });

  it.each(['orders.id', 'orders.created_at', 'orders.is_paid', 'orders.count', 'orders.last_created_at'])(
    'takes hostile values for %s as values or refuses them',
    async (member) => {
      for (const text of ["' OR 1=1 --", '__proto__', '1e309', '{CUBE}.margin', '😀', 'true']) {
        const query = { dimensions: ['orders.id'], filters: [{ member, operator, values: [text, text] }] };
        const answer = await service.ask(query);
        if (answer.status === 200) expect(answer.body?.data?.length, text).toBeLessThanOrEqual(5);
        else expect(faultsOf(answer, text)).toEqual([]);
      }
    },
  );

  it('refuses values of a wrong type, and invalid texts', async () => {
    const before = service.statements;
    for (const value of [{}, { $gt: '' }, [], ['new'], { toString: 'x' }]) {
      const answer = await service.ask({
        measures: ['orders.count'],
        filters: [{ member: 'orders.status', operator, values: [value] }],
      });
      expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, 'request.invalid-filter']);
    }
    for (const text of operator === 'set' || operator === 'notSet' || operator === 'measureFilter'
      ? []
      : impossibleTexts) {
      const filters = [{ member: 'orders.status', operator, values: [text, text] }];
      expect(faultsOf(await service.ask({ measures: ['orders.count'], filters }), text)).toEqual([]);
    }
    expect(service.statements).toBe(before);
  });
});

const aDay = { dimension: 'orders.created_at', granularity: 'day', dateRange: '2024-01-01' };

/** Every position in a query that holds a name or a word of a fixed vocabulary. */
const places: Readonly<Record<string, (text: string) => unknown>> = {
  'a measure': (text) => ({ measures: [text] }),
  'the cube of a measure': (text) => ({ measures: [`${text}.count`] }),
  'the member of a measure': (text) => ({ measures: [`orders.${text}`] }),
  'a dimension': (text) => ({ dimensions: [text] }),
  'the granularity of a dimension': (text) => ({ dimensions: [`orders.created_at.${text}`] }),
  'a segment': (text) => ({ measures: ['orders.count'], segments: [text] }),
  'a time dimension': (text) => ({ timeDimensions: [{ ...aDay, dimension: text }] }),
  'a granularity': (text) => ({ timeDimensions: [{ ...aDay, granularity: text }] }),
  'a date range in words': (text) => ({ timeDimensions: [{ ...aDay, dateRange: text }] }),
  'an end of a date range': (text) => ({ timeDimensions: [{ ...aDay, dateRange: ['2024-01-01', text] }] }),
  'the member of a filter': (text) => ({
    measures: ['orders.count'],
    filters: [{ member: text, operator: 'equals', values: ['1'] }],
  }),
  'an operator': (text) => ({
    measures: ['orders.count'],
    filters: [{ member: 'orders.status', operator: text, values: ['1'] }],
  }),
  'a group of filters': (text) => ({
    measures: ['orders.count'],
    filters: [Object.fromEntries([[text, []]])],
  }),
  'an order': (text) => ({ measures: ['orders.count'], order: [[text, 'asc']] }),
  'an order by key': (text) => ({ measures: ['orders.count'], order: Object.fromEntries([[text, 'asc']]) }),
  'a direction': (text) => ({ measures: ['orders.count'], order: [['orders.count', text]] }),
  'a time zone': (text) => ({ measures: ['orders.count'], timezone: text }),
  'a response format': (text) => ({ measures: ['orders.count'], responseFormat: text }),
  'a cache mode': (text) => ({ measures: ['orders.count'], cache: text }),
  'a join hint': (text) => ({ measures: ['orders.count'], joinHints: [['orders', text]] }),
  'a key': (text) => ({ measures: ['orders.count'], ...Object.fromEntries([[text, 1]]) }),
};

it.each(Object.entries(places))('%s that is hostile is refused and nothing runs', async (_place, query) => {
  const before = service.statements;
  for (const text of [...hostileTexts, ...impossibleTexts]) {
    for (const route of ['load', 'sql', 'dry-run', 'explain']) {
      expect(faultsOf(await service.ask(query(text), route), text)).toEqual([]);
    }
  }
  expect(service.statements).toBe(before);
});
