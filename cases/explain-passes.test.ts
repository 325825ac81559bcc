import { explainPasses, planQuery } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readCases } from './case-folder.ts';
import { bindCase } from './compile-case.ts';

const planned = readCases().flatMap((folder) => {
  const bound = bindCase(folder);
  if (!bound.ok) return [];
  const plan = planQuery(bound.value.query, bound.value.model);
  return plan.ok ? [{ name: folder.name, query: bound.value.query, plan: plan.value }] : [];
});

it('an explanation of every case shows each cube its plan scans, as often as it does', () => {
  const wrong = planned.flatMap(({ name, plan }) => {
    const scanned = named(plan, /"kind":"scan","cube":"(\w+)"/g);
    const shown = explainPasses(plan).passes.flatMap(({ root, joins }) => [
      ...(root === undefined ? [] : [root]),
      ...joins.map(({ to }) => to),
    ]);
    return scanned.join() === shown.sort().join() ? [] : [{ name, scanned, shown }];
  });
  expect(wrong).toEqual([]);
});

it('an explanation of every case shows each measure its plan aggregates, and no number of a column', () => {
  const wrong = planned.flatMap(({ name, plan }) => {
    const { passes, groupFilters } = explainPasses(plan);
    const aggregated = new Set(named(plan, /"measure":"([\w.]+)"/g));
    const shown = new Set(passes.flatMap(({ measures }) => measures.map(({ member }) => member)));
    const texts = [
      ...groupFilters,
      ...passes.flatMap(({ rowFilters, groupedBy = [] }) => [...rowFilters, ...groupedBy]),
    ];
    const unnamed = texts.filter((text) => /#\d/.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')));
    const missing = [...aggregated].filter((measure) => !shown.has(measure as never));
    return missing.length + unnamed.length === 0 ? [] : [{ name, missing, unnamed }];
  });
  expect(wrong).toEqual([]);
});

it('an explanation of every case shows the filters of its groups', () => {
  const filtered = planned.filter(({ query }) => query.groupFilters.length > 0);
  const wrong = filtered.filter(({ plan }) => explainPasses(plan).groupFilters.length === 0).map(({ name }) => name);
  expect(filtered.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

function named(plan: unknown, form: RegExp): string[] {
  return [...JSON.stringify(plan).matchAll(form)].map((match) => match[1] ?? '').sort();
}
