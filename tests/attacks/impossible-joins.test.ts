import { afterAll, beforeAll, expect, it } from 'vitest';
import { AttackedService } from './attacked-service.ts';
import { internalsIn } from './internals.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

it.each([
  ['of cubes without a path between them', { measures: ['orders.count', 'island.count'] }, ["'orders'", "'island'"]],
  [
    'of a filter nothing leads to',
    { measures: ['orders.count'], filters: [{ member: 'island.id', operator: 'set' }] },
    ["'island'"],
  ],
  [
    'against the direction of every path',
    { measures: ['island.count'], dimensions: ['regions.name'] },
    ["'island'", "'regions'"],
  ],
  [
    'by two paths, both of them named',
    { measures: ['orders.count'], dimensions: ['regions.name'] },
    ["'orders.customers.regions'", "'orders.stores.regions'"],
  ],
  [
    'by two paths for a filter',
    { measures: ['orders.count'], filters: [{ member: 'regions.name', operator: 'equals', values: ['Coast'] }] },
    ["'orders.customers.regions'", "'orders.stores.regions'"],
  ],
])('a join %s is refused in words, and nothing runs', async (_, query, named) => {
  const before = service.statements;
  for (const route of ['load', 'sql', 'dry-run', 'explain']) {
    const answer = await service.ask(query, route);
    expect([answer.status, answer.body?.problems?.[0]?.code]).toEqual([400, expect.stringMatching(/^plan\./)]);
    for (const name of named) expect(answer.body?.error).toContain(name);
    expect(internalsIn(answer.text)).toEqual([]);
  }
  expect(service.statements).toBe(before);
});
