import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedService, inGroups } from '../guarded-service.ts';
import { euRows, failingQueries, openPeople, wideningFilters } from './people-project.ts';

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
  it.each(failingQueries)('does not come up: %s', async (_name, query) => {
    const { status, text } = await service.ask(eu, query);
    expect([status, text.includes('Ben')]).toEqual([200, false]);
  });

  it('contains no values where the caller may see the row', async () => {
    const { status, text } = await service.ask(all, { dimensions: ['people.number'] });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/xx-987|yy-123/);
  });
});

describe("a caller's filter never brings hidden rows back", () => {
  it.each(wideningFilters)('%s', async (_name, filters) => {
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
