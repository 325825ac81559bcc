import { expect, it } from 'vitest';
import type { QueryableMember, MemberKind, QueryableView } from '../../model/views.ts';
import { countMembers, obstacleOf, rowsOf } from './find-members.ts';

const member = (name: string, kind: MemberKind, more: Partial<QueryableMember> = {}): QueryableMember => ({
  ...{ name: `sales.${name}`, title: name, description: undefined, kind, aggType: undefined, isPublic: true },
  ...{ synonyms: [], granularities: [], hasSuggestions: false, ...more },
});

const view: QueryableView = {
  ...{ name: 'sales', title: 'Sales', description: undefined, isCube: false, defaultFilters: [], runsItself: true },
  members: [
    member('amount', 'measure', { description: 'What was paid', synonyms: ['turnover'] }),
    member('visits', 'measure'),
    member('channel', 'text'),
    member('tag', 'text'),
    member('paid', 'segment'),
  ],
  groups: [
    { title: '', members: ['sales.amount', 'sales.channel', 'sales.paid'] },
    { title: 'Web', members: ['sales.visits', 'sales.tag'] },
  ],
  queryable: [
    { measures: ['sales.amount'], by: [{ name: 'sales' }] },
    { measures: ['sales.visits'], by: [{ name: 'sales', except: ['sales.tag'] }] },
  ],
};
const titles = {
  measures: 'Measures',
  dimensions: 'Dimensions',
  segments: 'Segments',
  inFolder: (kind: string, folder: string) => `${kind}: ${folder}`,
};
const shown = (search: string) =>
  rowsOf(view, search, titles).map((row) => (row.kind === 'group' ? `${row.title} ${row.count}` : row.member.title));

it('lists measures, dimensions and segments below their folders', () => {
  expect(shown('')).toEqual([
    ...['Measures 1', 'amount', 'Measures: Web 1', 'visits'],
    ...['Dimensions 1', 'channel', 'Dimensions: Web 1', 'tag'],
    ...['Segments 1', 'paid'],
  ]);
});

it('finds by titles, names, descriptions and other words, each in any letter case', () => {
  expect(shown('TURN')).toEqual(['Measures 1', 'amount']);
  expect(shown('paid what')).toEqual(['Measures 1', 'amount']);
  expect(shown('sales.tag')).toEqual(['Dimensions: Web 1', 'tag']);
  expect(shown('nothing')).toEqual([]);
});

it('counts a member that is in two folders once', () => {
  const groups = [...view.groups, { title: 'Shop', members: ['sales.amount'] }];
  const rows = rowsOf({ ...view, groups }, 'amount', titles);
  expect([rows.filter(({ kind }) => kind === 'member').length, countMembers(rows)]).toEqual([2, 1]);
});

it('names what a member does not go with', () => {
  const of = (name: string) => view.members.find((each) => each.title === name) ?? member('missing', 'text');
  expect(obstacleOf(view, { measures: ['sales.visits'] }, of('tag'))?.title).toBe('visits');
  expect(obstacleOf(view, { dimensions: ['sales.tag'] }, of('visits'))?.title).toBe('tag');
  expect(obstacleOf(view, { measures: ['sales.amount'] }, of('tag'))).toBeUndefined();
  expect(obstacleOf(view, { measures: ['sales.visits'] }, of('paid'))).toBeUndefined();
});
