import { expect, it } from 'vitest';
import { totalsObstacle } from './totals.ts';

const cube = { name: 'sales', dimensions: [{ name: 'sales.channel' }], measures: [{ name: 'sales.count' }] };
const meta = { cubes: [cube] } as unknown as Parameters<typeof totalsObstacle>[1]; // the parts that are read
const above = (member: string) => ({ member, operator: 'gt' as const, values: ['100'] });

it.each([
  ['a dimension', [above('sales.channel')], false],
  ['a value that is spelled like a measure', [{ ...above('sales.channel'), values: ['sales.amount'] }], false],
  ['a measure that is shown', [above('sales.amount')], true],
  ['a measure that is not shown', [above('sales.count')], true],
  ['a measure among others', [{ or: [above('sales.channel'), { and: [above('sales.count')] }] }], true],
])('totals below a condition on %s', (_, filters, isRefused) => {
  const obstacle = totalsObstacle({ measures: ['sales.amount'], dimensions: ['sales.channel'], filters }, meta);
  expect(obstacle !== undefined).toBe(isRefused);
});
