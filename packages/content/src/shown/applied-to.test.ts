import { describe, expect, it } from 'vitest';
import { appliedTo, withoutFilters } from './applied-to.ts';

const country = { control: 'c', isOpen: true, value: { member: 'sales.country', value: ['Italy'] } };
const month = { control: 'g', isOpen: true, value: { member: 'sales.at', grain: 'month' } };
const widget = (controlsMapping: object = {}) => ({ id: 'w', type: 'CHART', config: { controlsMapping } }) as const;
const json = (query: object) => ({ kind: 'json', text: JSON.stringify(query) }) as const;
const sql = (text: string) => ({ kind: 'statement', text }) as const;
const byDay = json({ measures: ['sales.count'], timeDimensions: [{ dimension: 'sales.at', granularity: 'day' }] });
const bySeen = json({ measures: ['visits.count'], timeDimensions: [{ dimension: 'visits.seen', granularity: 'day' }] });
const both = { filters: [country], timeGrains: [month] };

describe('a chart', () => {
  it.each([
    ['of the same view', widget(), byDay, []],
    ['of another view', widget(), bySeen, ['c filter other-data', 'g grain other-data']],
    ['that does not group by time', widget(), json({ measures: ['visits.count'] }), ['c filter other-data']],
    [
      'of which they are switched off',
      widget({ c: { enabled: false }, g: { enabled: false } }),
      byDay,
      ['c filter off', 'g grain off'],
    ],
    [
      'that groups by another time of the view',
      widget(),
      json({ measures: ['sales.count'], timeDimensions: [{ dimension: 'sales.paid', granularity: 'day' }] }),
      ['g grain other-time'],
    ],
    ['with a granularity in a name', widget(), json({ dimensions: ['sales.at.day'] }), []],
    ['that is mapped by hand', widget({ c: { member: 'visits.land' }, g: { member: 'visits.seen' } }), bySeen, []],
    ['that is a statement', widget(), sql("SELECT DATE_TRUNC('day', at) FROM sales"), []],
    ['that cannot be read', widget(), { kind: 'json', text: '{"sales.' } as const, []],
  ])('%s says which controls it does not follow', (_, chart, query, expected) => {
    const { notFollowed } = appliedTo(chart, query, both);
    expect(notFollowed.map((one) => Object.values(one).join(' '))).toEqual(expected);
  });

  it('goes without filters that cannot be joined to its statement, where viewers may change all of them', () => {
    const applied = appliedTo(widget(), sql('SELECT * FROM sales'), both);
    const unfit = [{ code: 'sql.added-filter', message: 'cannot be joined' }];
    expect(withoutFilters(applied, unfit)).toMatchObject({
      filters: [],
      notFollowed: [{ control: 'c', kind: 'filter', reason: 'statement' }],
    });
    const locked = appliedTo(widget(), sql('SELECT * FROM sales'), {
      ...both,
      filters: [country, { ...country, control: 'l', isOpen: false }],
    });
    expect(withoutFilters(locked, unfit)).toBeUndefined();
    expect(withoutFilters(applied, [{ code: 'content.bad-filter', message: 'no number' }])).toBeUndefined();
    expect(withoutFilters(applied, [])).toBeUndefined();
  });
});
