import { describe, expect, it } from 'vitest';
import { exploredOf, isChanged, type SavedExploration } from './explored-report.ts';
import { bodyOf, changesOf, waitsForRows } from './report-of.ts';

const q = { measures: ['sales.amount'], dimensions: ['sales.channel'] };
const answered = {
  columns: [
    { name: 'sales.channel', title: 'Channel', type: 'string', role: 'dimension' },
    { name: 'sales.amount', title: 'Sales', type: 'number', role: 'measure' },
  ],
  rows: [
    ['Online', '1'],
    ['Store', '2'],
  ],
} as const;

/** A saved report, as it is read again. */
function again(explored: Parameters<typeof bodyOf>[0]) {
  const { jsonQuery = null, sqlQuery = null, meta = null } = bodyOf(explored, answered);
  return exploredOf({ jsonQuery, sqlQuery, meta } as Parameters<typeof exploredOf>[0]).explored;
}

describe('a saved exploration', () => {
  it.each([
    ['a query', { q }],
    ['a chosen chart and columns', { q, kind: 'arc', pivot: ['sales.channel'] }],
    ['numbers', { q, kind: 'kpi' }],
    ['numbers that were set', { q, kind: 'kpi', kpi: { blocks: [{ kind: 'text', text: 'x' }] } }],
    ['numbers beside a style that waits', { q, kind: 'kpi', style: { sort: 'label' } }],
    ['a map', { q, kind: 'map', map: { shapes: 'us-states', projection: 'globe' } }],
    ['a table beside numbers', { q, tab: 'table', kind: 'kpi', kpi: { layout: { gap: 4 } } }],
    ['a spec that was written', { q, kind: 'custom', spec: '{ "mark": "bar" }' }],
    ['a spec that is no JSON yet', { q, kind: 'custom', spec: '{ "mark": ' }],
    ['a chart that was styled', { q, style: { lines: [{ value: 5 }] } }],
    ['a table', { q, tab: 'table' }],
    ['a statement', { sql: 'SELECT 1 FROM sales' }],
  ] as const)('is the same again: %s', (_, explored) => {
    expect(again(explored)).toEqual(explored);
  });

  it('shows a spec that other programs made as one that somebody wrote', () => {
    const spec = { mark: 'bar', transform: [] };
    const report = { jsonQuery: JSON.stringify(q), sqlQuery: null, meta: { visualization: { kind: 'vega', spec } } };
    const { explored } = exploredOf(report as unknown as Parameters<typeof exploredOf>[0]);
    expect(explored).toEqual({ q, kind: 'custom', spec: JSON.stringify(spec, null, 2) });
  });

  it('goes on with a chart of ours that another program made, unless its spec was changed since', () => {
    const made = bodyOf({ q, kind: 'arc' }, answered).meta?.['visualization'] as { readonly spec: object };
    const { spec } = made;
    const openedAs = (visualization: object, explore: object = {}) => {
      const report = { jsonQuery: JSON.stringify(q), sqlQuery: null, meta: { visualization, explore } };
      return exploredOf(report as unknown as Parameters<typeof exploredOf>[0]).explored;
    };
    expect(openedAs({ kind: 'vega', spec })).toEqual({ q, kind: 'arc' });
    expect(openedAs({ kind: 'vega', spec: JSON.stringify(spec) })).toEqual({ q, kind: 'arc' });
    const changed = { kind: 'vega', spec: { ...spec, title: 'Mine' } };
    expect(openedAs(changed)).toMatchObject({ kind: 'custom' });
    expect(openedAs(changed, { kind: 'arc' })).toMatchObject({ kind: 'custom' });
  });

  it('has calculated fields as the statement of them, until somebody changes it', () => {
    const calculated = [{ name: 'Share', calculation: 'percent_of_total', of: 'sales.amount' }] as const;
    const explored = { q, calculated };
    const { jsonQuery = null, sqlQuery = null, meta = null } = bodyOf(explored, answered, 'SELECT 1 AS a');
    const report = { jsonQuery, sqlQuery, meta } as Parameters<typeof exploredOf>[0];
    expect([jsonQuery, sqlQuery]).toEqual([null, 'SELECT 1 AS a']);
    expect(exploredOf(report)).toEqual({ explored, isUnreadable: false });
    expect(exploredOf({ ...report, sqlQuery: 'SELECT 2 AS a' }).explored.sql).toBe('SELECT 2 AS a');
    expect(again(explored)).toEqual(explored); // none of them has a value
    const saved: SavedExploration = { report: report as SavedExploration['report'], explored };
    expect(isChanged(saved, explored)).toBe(false);
    expect(isChanged(saved, { q })).toBe(true);
  });

  it('has the chart as a spec of the columns by their names, where one was chosen', () => {
    expect(bodyOf({ q, kind: 'arc' }, answered).meta).toMatchObject({
      visualization: { kind: 'vega', spec: { encoding: { theta: { field: String.raw`sales\.amount` } } } },
    });
    expect(bodyOf({ q }, answered).meta).not.toHaveProperty('visualization');
    expect(bodyOf({ q, kind: 'heatmap' }, answered).meta).not.toHaveProperty('visualization');
    expect(bodyOf({ q, style: { y: { title: 'Money' } } }, answered).meta).toMatchObject({
      visualization: { spec: { encoding: { y: { title: 'Money' } }, usermeta: { orrery: { type: 'grouped_bar' } } } },
    });
  });

  it('keeps all digits of numbers', () => {
    const jsonQuery =
      '{"measures":["a.b"],"filters":[{"member":"a.b","operator":"equals","values":[12345678901234567]}]}';
    expect(exploredOf({ jsonQuery, sqlQuery: null, meta: null }).explored.q?.filters).toEqual([
      { member: 'a.b', operator: 'equals', values: ['12345678901234567'] },
    ]);
  });

  it('waits for its own rows where a chart was chosen', () => {
    expect(waitsForRows({ q, kind: 'arc' }, undefined)).toBe(true);
    expect(waitsForRows({ q, kind: 'arc' }, answered)).toBe(false);
    expect(waitsForRows({ q, kind: 'arc', tab: 'table' }, undefined)).toBe(false);
    expect(waitsForRows({ q, kind: 'kpi' }, undefined)).toBe(false);
    expect(waitsForRows({ q }, undefined)).toBe(false);
    expect(waitsForRows({ q, style: { sort: 'label' } }, undefined)).toBe(true);
  });

  it('of another program opens as far as it can be read', () => {
    const meta = { explore: 'x', visualization: [] };
    expect(exploredOf({ jsonQuery: 'null', sqlQuery: null, meta })).toEqual({ explored: {}, isUnreadable: true });
    expect(exploredOf({ jsonQuery: '{', sqlQuery: null, meta: null })).toEqual({ explored: {}, isUnreadable: true });
    expect(exploredOf({ jsonQuery: '{', sqlQuery: 'SELECT 1', meta: null })).toMatchObject({ isUnreadable: false });
    expect(exploredOf({ jsonQuery: null, sqlQuery: null, meta: { explore: { pivot: 7, kind: 'pie' } } })).toEqual({
      ...{ explored: {}, isUnreadable: false },
    });
  });
});

describe('saving in place', () => {
  const theirs = { kind: 'vega', spec: { mark: 'tick' } };
  const meta = { visualization: theirs, theme: { dark: true }, explore: { pivot: ['sales.channel'] } };
  const report = { jsonQuery: JSON.stringify(q), sqlQuery: null, meta } as Partial<
    SavedExploration['report']
  > as SavedExploration['report'];
  const saved: SavedExploration = { report, explored: exploredOf(report).explored };
  const metaOf = (explored: SavedExploration['explored'], of = saved) => changesOf(of, explored, answered).meta;

  it('keeps what other programs keep with a report, and their chart until another is chosen', () => {
    const more = { measures: ['sales.amount', 'sales.count'] };
    const { explored } = saved;
    expect(explored).toMatchObject({ kind: 'custom', spec: JSON.stringify(theirs.spec, null, 2) });
    expect(metaOf({ ...explored, q: more })).toMatchObject({ visualization: theirs, theme: { dark: true } });
    expect(metaOf({ q: more })).toEqual({ theme: { dark: true }, explore: {} });
    expect(changesOf(saved, { q: more }, answered).jsonQuery).toBe(JSON.stringify(more));
    expect(metaOf({ q, kind: 'arc' })).toMatchObject({
      ...{ theme: { dark: true }, explore: { kind: 'arc' } },
      visualization: { kind: 'vega', spec: { encoding: { theta: {} } } },
    });
    expect(metaOf({ q, tab: 'table' })).toMatchObject({ visualization: { kind: 'table' }, theme: { dark: true } });
  });

  it('draws a chart that was chosen here again for another query', () => {
    const own = { ...report, meta: { ...meta, explore: { kind: 'arc' } } };
    const of: SavedExploration = { report: own, explored: exploredOf(own).explored };
    expect(metaOf({ q, kind: 'arc' }, of)).toMatchObject({ visualization: theirs });
    expect(metaOf({ q: { ...q, limit: 5 }, kind: 'arc' }, of)).toMatchObject({
      visualization: { spec: { encoding: { theta: {} } } },
    });
  });

  it('is for what was changed', () => {
    expect(isChanged(saved, { ...saved.explored, tab: 'why' })).toBe(false);
    expect(isChanged(saved, { q, kind: 'arc', pivot: ['sales.channel'] })).toBe(true);
    expect(isChanged(saved, { q })).toBe(true);
    expect(isChanged(saved, { ...saved.explored, q: { ...q, limit: 5 } })).toBe(true);
  });
});
