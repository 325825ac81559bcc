import { dashboardConfigInputSchema } from '@orrery/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { misspeltFields } from './misspelt-fields.ts';

const schema = z.object({
  deploymentIds: z.array(z.int()).nullish(),
  timezone: z.string().optional(),
  filters: z.unknown(),
  name: z.string().optional(),
});

const meant = (given: object) => misspeltFields(schema, given).map(({ message }) => /'(.*)'/.exec(message)?.[1]);

it.each([
  ['deploymentIDs', 'deploymentIds'],
  ['deploymentId', 'deploymentIds'],
  ['deploymetnIds', 'deploymentIds'],
  ['timeZone', 'timezone'],
  ['filter', 'filters'],
  ['filtres', 'filters'],
  ['ffilters', 'filters'],
  ['filterz', 'filters'],
  ['NAME', 'name'],
])('%s is a typo of %s', (given, name) => {
  expect(meant({ [given]: 1 })).toEqual([name]);
});

it.each(['tenantId', 'tenantName', 'names', 'type', 'deployments', 'zone', '__proto__', ''])(
  '%s is not a typo, and is dropped',
  (given) => {
    expect(meant({ [given]: 1 })).toEqual([]);
  },
);

it('a field next to the one it resembles is dropped', () => {
  expect(meant({ timeZone: 'x', timezone: 'UTC' })).toEqual([]);
  expect([misspeltFields(schema, null), misspeltFields(z.unknown(), { timeZone: 1 })]).toEqual([[], []]);
});

it('a schema that handles unknown fields itself is left alone', () => {
  const shape = { timezone: z.string().optional() };
  expect(misspeltFields(z.strictObject(shape), { timeZone: 1 })).toEqual([]);
  expect(misspeltFields(z.looseObject(shape), { timeZone: 1 })).toEqual([]);
});

it('a typo within lists and objects is reported with its path', () => {
  const within = z.object({
    many: z.array(schema).nullish(),
    one: schema.optional(),
    free: z.record(z.string(), z.unknown()),
  });
  const given = { many: [{}, { timeZone: 1 }], one: { filter: 1, other: 2 }, free: { timeZone: 1 } };
  expect(misspeltFields(within, given).map(({ path }) => path)).toEqual(['many.1.timeZone', 'one.filter']);
  const forms = z.union([z.object({ timezone: z.string() }), z.object({ timeZone: z.string() })]);
  expect(misspeltFields(z.object({ forms }), { forms: { timeZone: 'x' } })).toEqual([]);
});

it('looks into twenty unknown names of a body, each of them once', () => {
  const unknown = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`other${index}`, 1]));
  expect(meant({ ...unknown(19), timeZone: 1 })).toEqual(['timezone']);
  expect(meant({ ...unknown(20), timeZone: 1 })).toEqual([]);
  const list = z.object({ items: z.array(schema) });
  const items = Array.from({ length: 30 }, () => ({ other: 1, timeZone: 1 }));
  expect(misspeltFields(list, { items }).length).toBe(30);
});

it('tabs of a dashboard and of a widget are refused where they have no effect', () => {
  const widget = { id: 'a', type: 'TABS_CONTAINER', position: { x: 0, y: 0, w: 1, h: 1 }, config: {} };
  const config = {
    widgets: [
      { ...widget, tabs: [] },
      { ...widget, tabs: null },
    ],
    tabs: [{}],
  };
  const found = misspeltFields(z.object({ draft: dashboardConfigInputSchema.nullish() }), { draft: config });
  expect(found.map(({ path }) => path)).toEqual(['draft.tabs', 'draft.widgets.0.tabs']);
  expect(found[0]?.message).toContain('TABS_CONTAINER');
});
