import { explainPasses, planQuery } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readCases } from './read-cases.ts';
import { bindCase } from './compile-case.ts';

const planned = readCases().flatMap((folder) => {
  const bound = bindCase(folder);
  if (!bound.ok) return [];
  const plan = planQuery(bound.value.query, bound.value.model);
  return plan.ok ? [{ name: folder.name, query: bound.value.query, plan: plan.value }] : [];
});

it('an explanation of every case shows each cube that its plan scans, as often as the plan scans it', () => {
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
    // A choice without a branch has no rows of cubes.
    const aggregated = new Set(named(plan, /(?<!"when":\[\]\},)"measure":"([\w.]+)"/g));
    const shown = new Set(
      passes.flatMap(({ measures, stageOf = [] }) => [...measures.map(({ member }) => member), ...stageOf]),
    );
    const texts = [
      ...groupFilters,
      ...passes.flatMap(({ window = '', rowFilters, groupedBy = [] }) => [window, ...rowFilters, ...groupedBy]),
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

it('an explanation of every case shows the windows of its plan, including those over values added up along time', () => {
  const wrong = planned.flatMap(({ name, plan }) => {
    const windows = windowsOf(plan.root);
    const told = explainPasses(plan).passes.filter(({ window }) => window !== undefined).length;
    return windows === told ? [] : [{ name, windows, told }];
  });
  expect(wrong).toEqual([]);
});

it('says which measures of several stages a pass is made for', () => {
  const shift = planned.find(({ name }) => name === 'contract/earlier-rows-of-a-time-shift');
  const purposes = shift && explainPasses(shift.plan).passes.map(({ stageOf }) => stageOf);
  expect(purposes).toEqual([undefined, ['orders.prev']]);
});

/** Joins with windows, and with what was added up along time; the starts of a calendar add nothing up. */
function windowsOf(root: unknown): number {
  let found = 0;
  JSON.stringify(root, (_, part: { on?: { kind: string }; left?: { kind: string; take?: unknown[] } } | null) => {
    const { on, left } = part ?? {};
    const addsUp = on?.kind === 'reached' && left?.kind === 'accumulate' && left.take?.length !== 0;
    if (on?.kind === 'window' || addsUp) found++;
    return part;
  });
  return found;
}

function named(plan: unknown, form: RegExp): string[] {
  return [...JSON.stringify(plan).matchAll(form)].map((match) => match[1] ?? '').sort();
}
