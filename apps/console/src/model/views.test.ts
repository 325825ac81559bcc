import type { Meta } from '@orrery/client/data';
import { expect, it } from 'vitest';
import { viewsOf } from './views.ts';

const face = (name: string) => ({ name, title: `Of ${name}`, shortTitle: name, isVisible: true, public: true });
const drill = { drillMembers: [], drillMembersGrouped: { measures: [], dimensions: [] } };

const cube = (name: string, more: object = {}): Meta['cubes'][number] => ({
  ...{
    name,
    title: name,
    type: 'view',
    isVisible: true,
    public: true,
    hierarchies: [],
    folders: [],
    nestedFolders: [],
  },
  measures: [
    { ...face(`${name}.amount`), ...drill, type: 'number', aggType: 'sum', cumulative: false, cumulativeTotal: false },
  ],
  dimensions: [
    {
      ...face(`${name}.at`),
      type: 'time',
      suggestFilterValues: false,
      primaryKey: false,
      granularities: [{ name: 'fiscal', title: 'Fiscal year' }],
    },
    { ...face(`${name}.secret`), public: false, type: 'string', suggestFilterValues: true, primaryKey: false },
  ],
  segments: [face(`${name}.paid`)],
  ...more,
});

it('has views before cubes, and what is not public in none of them', () => {
  const views = viewsOf({
    cubes: [cube('orders', { type: 'cube' }), cube('hidden', { public: false }), cube('sales')],
  });
  expect(views.map(({ name, isCube }) => [name, isCube])).toEqual([
    ['sales', false],
    ['orders', true],
  ]);
  expect(views[0]?.members.map(({ name, kind }) => [name, kind])).toEqual([
    ['sales.amount', 'measure'],
    ['sales.at', 'time'],
    ['sales.paid', 'segment'],
  ]);
  expect(views[0]?.members[1]?.granularities.at(-1)).toEqual({ name: 'fiscal', title: 'Fiscal year' });
});

it('has folders after what is in none', () => {
  const folders = [{ name: 'money', title: 'Money', members: ['sales.amount'] }];
  expect(viewsOf({ cubes: [cube('sales', { folders })] })[0]?.groups).toEqual([
    { title: '', members: ['sales.at', 'sales.secret', 'sales.paid'] },
    { title: 'Money', members: ['sales.amount'] },
  ]);
});

it('reads filters that a view begins with, whatever its author wrote', () => {
  const filters = [
    { member: 'channel', operator: 'equals', values: ['Store'] },
    { dimension: 'sales.paid_at', operator: 'set' },
    'nothing',
    { member: 7, operator: 'equals' },
  ];
  const view = (meta: unknown) => viewsOf({ cubes: [cube('sales', { meta })] })[0];
  expect(view({ default_ui_filters: filters, auto_run: false })).toMatchObject({
    runsItself: false,
    defaultFilters: [
      { member: 'sales.channel', operator: 'equals', values: ['Store'] },
      { member: 'sales.paid_at', operator: 'set' },
    ],
  });
  expect(view({ default_ui_filters: 'x' })).toMatchObject({ runsItself: true, defaultFilters: [] });
  expect(view(null)).toMatchObject({ runsItself: true, defaultFilters: [] });
});

it('tells members with the same title apart by their names', () => {
  const named = (name: string, shortTitle: string) => ({ ...face(`sales.${name}`), shortTitle });
  const [view] = viewsOf({
    cubes: [
      cube('sales', { segments: [named('own_paid', 'Paid'), named('stores_paid', 'Paid'), named('new', 'New')] }),
    ],
  });
  expect(view?.members.slice(-3).map(({ title }) => title)).toEqual(['Paid (own_paid)', 'Paid (stores_paid)', 'New']);
});
