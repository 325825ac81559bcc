import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuardedService, inGroups } from '../guarded-service.ts';
import { openPeople } from './people-project.ts';

let service: GuardedService;
beforeAll(async () => {
  const level = { excludes: ['secret', 'secret_day', 'secrets', 'secretive'] };
  service = await openPeople([{ group: 'staff', member_level: level }]);
});
afterAll(() => service?.[Symbol.asyncDispose]());

const staff = inGroups(['staff']);
const stranger = inGroups(['others']);
const count = { measures: ['people.count'] };

/** Every position in a query that can hold a member. */
const places: Readonly<Record<string, (member: string) => unknown>> = {
  measures: (member) => ({ measures: [member] }),
  dimensions: (member) => ({ dimensions: [member] }),
  'dimensions with a granularity': (member) => ({ dimensions: [`${member}.day`] }),
  segments: (member) => ({ ...count, segments: [member] }),
  'time dimensions': (member) => ({ timeDimensions: [{ dimension: member, granularity: 'day' }] }),
  'time dimensions of a range': (member) => ({
    ...count,
    timeDimensions: [{ dimension: member, dateRange: ['2024-01-01', '2024-12-31'] }],
  }),
  filters: (member) => ({ ...count, filters: [{ member, operator: 'gt', values: ['1'] }] }),
  'filters of a measure': (member) => ({ ...count, filters: [{ member, operator: 'measureFilter' }] }),
  'groups of filters': (member) => ({
    ...count,
    filters: [{ or: [{ and: [{ member, operator: 'set' }] }, { member: 'people.name', operator: 'set' }] }],
  }),
  total: (member) => ({ measures: [member], total: true, limit: 1 }),
  'ungrouped rows': (member) => ({ dimensions: [member], ungrouped: true }),
};

describe.each(Object.entries(places))('a denied member in %s', (_place, query) => {
  it.each(['secret', 'secret_day', 'secrets', 'secrets_over', 'secretive'])(
    '%s is answered like a missing member, and no statement runs',
    async (name) => {
      const before = service.statements;
      for (const route of ['load', 'sql', 'dry-run', 'explain']) {
        const answer = await service.ask(staff, query(`people.${name}`), route);
        const absent = await service.ask(staff, query('people.nothing_here'), route);
        expect([answer.status, comparable(answer.text)]).toEqual([
          400,
          comparable(absent.text).replaceAll('nothing_here', name),
        ]);
        for (const { hint = '' } of answer.body.problems ?? []) expect(hint).not.toMatch(/secret/);
      }
      expect(service.statements).toBe(before);
    },
  );

  it('is answered like a member of a missing cube when the caller is granted nothing of the cube', async () => {
    const before = service.statements;
    const text = JSON.stringify(query('people.name'));
    const mine = await service.ask(stranger, JSON.parse(text));
    const absent = await service.ask(stranger, JSON.parse(text.replaceAll('people.', 'nobody.')));
    expect([mine.status, comparable(mine.text)]).toEqual([400, comparable(absent.text).replaceAll('nobody', 'people')]);
    expect(service.statements).toBe(before);
  });
});

describe('a denied member', () => {
  it('does not order rows, and is not confirmed by a warning', async () => {
    const ask = async (member: string) =>
      comparable((await service.ask(staff, { ...count, order: [[member, 'desc']] })).text);
    expect(await ask('people.secret')).toBe((await ask('people.nothing_here')).replaceAll('nothing_here', 'secret'));
  });

  it('is missing in drill members and in annotations', async () => {
    const { text } = await service.ask(staff, { ...count, dimensions: ['people.region'] });
    expect(text).not.toContain('secret');
    const meta = await service.get(staff, 'meta');
    expect([meta.status, meta.text.includes('people.name'), meta.text.includes('secret')]).toEqual([200, true, false]);
    const extended = await service.get(staff, 'meta?extended=true');
    expect(extended.text).not.toContain('secret');
  });

  it('has no values to suggest', async () => {
    const own = await service.get(staff, 'values?member=people.name');
    const denied = await service.get(staff, 'values?member=people.secret');
    const absent = await service.get(staff, 'values?member=people.nothing_here');
    expect([own.status, denied.status]).toEqual([200, 400]);
    expect(comparable(denied.text)).toBe(comparable(absent.text).replaceAll('nothing_here', 'secret'));
  });

  it('hides its cube from metadata when no member of it is granted', async () => {
    const { text } = await service.get(stranger, 'meta');
    expect(text).not.toContain('people');
    expect(text).toContain('visits');
  });
});

/** Removes hints, which offer similar names, and fields that differ with each request. */
function comparable(text: string): string {
  return text
    .replaceAll(/,"(hint|requestId|lastRefreshTime)":"[^"]*"/g, '')
    .replaceAll(/"lastRefreshTime":"[^"]*",?/g, '');
}
