import { describe, expect, it } from 'vitest';
import type { QueryableView } from '../../model/views.ts';
import { faultsOf, valueFields, valueOfFields } from './control-settings.ts';
import { addWidget, type Draft, draftOf, setConfig, setPlaces } from '../../model/dashboard-draft.ts';
import { moveTile } from './move-tile.ts';
import { whatChanges } from './what-changes.ts';

// Elements of pages are classes of browsers; none is made here.
const place = globalThis as { HTMLElement?: unknown };
place.HTMLElement ??= class {};
const { controlsOf, membersFor, setWire, wireOf } = await import('./wiring.ts');
delete place.HTMLElement;

const empty: Draft = { widgets: [] };
const chart = (draft: Draft, id: string) => addWidget(draft, { id, type: 'CHART', config: { reportId: 7 } });
const filter = (draft: Draft, id: string, member = 'sales.channel') =>
  addWidget(draft, { id, type: 'FILTER', config: { semanticView: 'sales', member } });
const places = ({ widgets }: Draft) =>
  Object.fromEntries(widgets.map(({ id, position: { x, y, w, h } }) => [id, [x, y, w, h]]));

describe('a draft', () => {
  it('puts charts beside and below each other, and controls into a row above', () => {
    const three = chart(chart(chart(empty, 'a'), 'b'), 'c');
    expect(places(three)).toEqual({ a: [0, 0, 6, 8], b: [6, 0, 6, 8], c: [0, 8, 6, 8] });
    const controlled = filter(filter(three, 'f'), 'g');
    expect(places(controlled)).toEqual({
      f: [0, 0, 3, 2],
      g: [3, 0, 3, 2],
      a: [0, 2, 6, 8],
      b: [6, 2, 6, 8],
      c: [0, 10, 6, 8],
    });
  });

  it('is the same where nothing changes, and takes settings away', () => {
    const one = chart(empty, 'a');
    expect(setPlaces(one, new Map([['a', { x: 0, y: 0, w: 6, h: 8 }]]))).toBe(one);
    const hidden = setConfig(one, 'a', { hideTitle: true });
    expect(setConfig(hidden, 'a', { hideTitle: undefined }).widgets[0]?.config).toEqual({ reportId: 7 });
    expect(draftOf(null)).toEqual(empty);
  });
});

describe('a tile that is moved by keys', () => {
  const two = chart(chart(empty, 'a'), 'b');
  const moved = (draft: Draft, id: string, key: string, isSizing = false) => {
    const found = moveTile(draft, id, { key, isSizing });
    return found && places(setPlaces(draft, found));
  };

  it('stays on the grid, makes others give way, and passes what is higher than a row', () => {
    expect(moved(two, 'a', 'ArrowLeft')).toBeUndefined();
    expect(moved(two, 'b', 'ArrowRight')).toBeUndefined();
    expect(moved(chart(empty, 'a'), 'a', 'ArrowRight')).toEqual({ a: [1, 0, 6, 8] });
    const stacked = chart(two, 'c');
    expect(moved(stacked, 'a', 'ArrowDown')).toEqual({ c: [0, 0, 6, 8], a: [0, 8, 6, 8], b: [6, 0, 6, 8] });
    expect(moved(two, 'a', 'Enter')).toBeUndefined();
  });

  it('is sized within the grid', () => {
    expect(moved(chart(empty, 'a'), 'a', 'ArrowRight', true)).toEqual({ a: [0, 0, 7, 8] });
    expect(moved(chart(empty, 'a'), 'a', 'ArrowUp', true)).toEqual({ a: [0, 0, 6, 7] });
    const wide = setPlaces(chart(empty, 'a'), new Map([['a', { x: 0, y: 0, w: 12, h: 1 }]]));
    expect(moved(wide, 'a', 'ArrowRight', true)).toBeUndefined();
    expect(moved(wide, 'a', 'ArrowUp', true)).toBeUndefined();
  });
});

describe('the wiring of a chart', () => {
  const draft = filter(filter(chart(empty, 'a'), 'f'), 'g', 'stores.city');
  const report = { jsonQuery: '{"measures":["sales.amount"]}', sqlQuery: null };
  const kinds = (of: Draft) => {
    const [widget] = of.widgets.filter(({ id }) => id === 'a');
    return widget && controlsOf(of).map((control) => wireOf(widget, report, control));
  };

  it('follows the view that the query reads, unless it was set by hand', () => {
    const automatic = { kind: 'automatic' };
    expect(kinds(draft)).toEqual([automatic, { kind: 'cannot' }]);
    expect(kinds(setWire(draft, 'a', 'f', { kind: 'off' }))?.[0]).toEqual({ kind: 'off' });
    const by = setWire(draft, 'a', 'f', { kind: 'by', member: 'sales.city' });
    expect(kinds(by)?.[0]).toEqual({ kind: 'by', member: 'sales.city' });
    expect(kinds(setWire(by, 'a', 'f', { kind: 'automatic' }))?.[0]).toEqual(automatic);
  });

  it('is offered by dimensions of the type that the control has', () => {
    const member = (name: string, kind: string) => ({ name, kind });
    const sales = [member('sales.channel', 'text'), member('sales.day', 'time'), member('sales.amount', 'measure')];
    const stores = [member('stores.city', 'text'), member('stores.since', 'time'), member('stores.size', 'number')];
    const views = [{ members: sales }, { members: stores }] as unknown as readonly QueryableView[];
    const offered = (of: Draft) => {
      const [control] = controlsOf(of);
      return control && membersFor(control, views.slice(1), views).map(({ name }) => name);
    };
    const time = filter(empty, 'f', 'sales.day');
    expect([offered(filter(empty, 'f')), offered(time)]).toEqual([['stores.city'], ['stores.since']]);
    expect(offered(addWidget(empty, { id: 'g', type: 'TIME_GRAIN', config: { member: 'x.y' } }))).toEqual([
      'stores.since',
    ]);
    expect(offered(filter(empty, 'f', 'gone.member'))).toEqual(['stores.city', 'stores.since', 'stores.size']);
    expect(offered(setConfig(filter(empty, 'f', 'gone.member'), 'f', { dimensionType: 'number' }))).toEqual([
      'stores.size',
    ]);
  });
});

describe('the values that a filter starts with', () => {
  it('are one a field, with an empty field after a list', () => {
    expect(valueFields('equals', ['Acme, Inc.', '', 'Bolt', ''])).toEqual(['Acme, Inc.', '', 'Bolt', '']);
    expect(valueFields('between', ['1'])).toEqual(['1', '']);
    expect(valueFields('greater_than', [1, 2])).toEqual([1]);
    expect(valueFields('is_null', ['1'])).toEqual([]);
    expect(valueOfFields('text', ['Acme, Inc.', '', ' Bolt', ''])).toEqual(['Acme, Inc.', ' Bolt']);
    expect(valueOfFields('number', [' 12 ', ''])).toEqual(['12']);
    expect(valueOfFields('time', ['', ''])).toBeUndefined();
  });

  it('are both ends of a range or none, and numbers where numbers are compared', () => {
    expect(faultsOf('time', 'between', ['2026-01-01', ''])).toEqual([undefined, 'none']);
    expect(faultsOf('time', 'between', ['', ''])).toEqual([undefined, undefined]);
    expect(faultsOf('number', 'equals', ['12.5', 'twelve', ''])).toEqual([undefined, 'number', undefined]);
  });
});

it('what changes for viewers is said by name, and nothing else', () => {
  const draft = chart(empty, 'a');
  const report = { id: 7, name: 'Sales', title: null, jsonQuery: '{}', sqlQuery: null, meta: null };
  const snapshot = {
    reportId: 7,
    name: 'Sales',
    title: null,
    meta: { jsonQuery: '{}' },
    sqlQuery: null,
    kind: null,
    spec: null,
    preferences: null,
  };
  type Input = Parameters<typeof whatChanges>;
  const published = { config: draft, reportSnapshots: [snapshot] } as unknown as Input[2];
  const said = (next: Draft, reports: object[] = [report], look: unknown = undefined) =>
    whatChanges(next, reports as Input[1], published, look);
  expect(said(draft)).toEqual([]);
  expect(said(draft, [report], { themeId: '7' })).toEqual([]);
  const look = { themeId: '7', widgets: { padding: '4px' } };
  expect(said(draft, [report], look)).toEqual(['The dashboard looks different']);
  expect(said(draft, [{ ...report, jsonQuery: '{"limit":1}' }])).toEqual(['Sales is changed']);
  const preferences = { columnFormats: { 'sales.amount': { format: 'percent' } } };
  expect(said(draft, [{ ...report, meta: { preferences } }])).toEqual(['Sales is changed']);
  expect(said(empty)).toEqual(['Sales is taken off']);
  expect(said(setPlaces(draft, new Map([['a', { x: 1, y: 0, w: 6, h: 8 }]])))).toEqual([
    'Sales has another place or size',
  ]);
});
