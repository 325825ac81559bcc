import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedService, inGroups } from '../guarded-service.ts';
import { euRows, openPeople } from './people-project.ts';

let service: GuardedService;
beforeAll(async () => {
  service = await openPeople([{ group: 'eu', row_level: euRows }, { group: 'all' }]);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const eu = inGroups(['eu']);
const all = inGroups(['all']);
const names = { dimensions: ['people.name'], order: { 'people.name': 'asc' } };
const ofEu = [['Ana'], ['Dee']];

describe('an error about a hidden row', () => {
  it.each([
    ['a cast in a dimension', { dimensions: ['people.number'] }],
    ['a cast in a filter', { ...names, filters: [{ member: 'people.number', operator: 'gt', values: ['0'] }] }],
    [
      'a cast in one of several filters',
      {
        ...names,
        filters: [
          {
            or: [
              { member: 'people.number', operator: 'gt', values: ['0'] },
              { member: 'people.name', operator: 'set' },
            ],
          },
        ],
      },
    ],
    ['a cast in a segment', { measures: ['people.count'], segments: ['people.odd'] }],
    [
      'a pattern in a filter',
      { ...names, filters: [{ member: 'people.is_like', operator: 'equals', values: ['true'] }] },
    ],
    ['a pattern in a group', { measures: ['people.count'], dimensions: ['people.is_like'] }],
    ['a cast that orders', { dimensions: ['people.number', 'people.name'], order: { 'people.number': 'desc' } }],
    [
      'a cast beside a join',
      {
        measures: ['visits.count'],
        dimensions: ['people.name'],
        filters: [{ member: 'people.number', operator: 'gt', values: ['0'] }],
      },
    ],
    ['a cast of ungrouped rows', { dimensions: ['people.number'], ungrouped: true }],
  ])('does not come up: %s', async (_name, query) => {
    const { status, text } = await service.ask(eu, query);
    expect([status, text.includes('Ben')]).toEqual([200, false]);
  });

  it('contains no values where the caller may see the row', async () => {
    const { status, text } = await service.ask(all, { dimensions: ['people.number'] });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/987|123-45|xx|yy/);
  });
});

const us = { member: 'people.region', operator: 'equals', values: ['US'] };
const notUs = { member: 'people.region', operator: 'notEquals', values: ['US'] };
const deep = (depth: number): unknown => (depth === 0 ? us : { or: [{ and: [deep(depth - 1)] }, us] });

describe("a caller's filter never brings hidden rows back", () => {
  it.each<[string, readonly unknown[]]>([
    ['either of two that are opposite', [{ or: [us, notUs] }]],
    ['either of one and everything', [{ or: [us, { member: 'people.id', operator: 'set' }] }]],
    ['none of some', [{ member: 'people.region', operator: 'notEquals', values: ['EU'] }]],
    ['what is not set', [{ member: 'people.region', operator: 'notSet' }]],
    ['what is set', [{ member: 'people.region', operator: 'set' }]],
    ['NULL', [{ member: 'people.region', operator: 'equals', values: [null] }]],
    ['all but NULL', [{ member: 'people.region', operator: 'notEquals', values: [null] }]],
    ['the other region', [us]],
    ['deep inside', [deep(8)]],
    ['beside and', [{ and: [{ or: [us, notUs] }, { or: [notUs, us] }] }]],
    ['many', Array.from({ length: 50 }, () => ({ or: [us, notUs] }))],
  ])('%s', async (_name, filters) => {
    for (const query of [names, { ...names, ungrouped: true }, { ...names, measures: ['people.count'] }]) {
      const rows = await service.rows(eu, { ...query, filters });
      for (const [name] of rows) expect(['Ana', 'Dee']).toContain(name);
    }
    const [[count] = []] = await service.rows(eu, { measures: ['people.count'], filters });
    expect(Number(count)).toBeLessThanOrEqual(ofEu.length);
    const { body } = await service.ask(eu, { ...names, filters, total: true, limit: 1 });
    expect(body.total).toBeLessThanOrEqual(ofEu.length);
  });

  it.each([[[{ or: [] }]], [[{ and: [] }]], [[{ or: [{ and: [] }] }]]])('empty groups: %j', async (filters) => {
    const { status, body } = await service.ask(eu, { ...names, filters });
    if (status === 200) expect(body.data?.map((row) => Object.values(row))).toEqual(ofEu);
    else expect(status).toBe(400);
  });

  it('joins whose other side is missing bring no rows back either', async () => {
    const query = { measures: ['visits.count'], dimensions: ['people.region'] };
    expect(await service.rows(eu, query)).toEqual([['EU', '2']]);
    expect(await service.rows(eu, { ...query, filters: [{ member: 'people.region', operator: 'notSet' }] })).toEqual(
      [],
    );
  });
});
