import { describe, expect, it } from 'vitest';
import type { Column } from '../column.ts';
import { comparedTable, rangeColumn } from './compared-table.ts';

const month = { name: 's.at.month', title: 'Month', type: 'time', granularity: 'month', role: 'dimension' } as const;
const city = { name: 's.city', title: 'City', type: 'string', role: 'dimension' } as const;
const sales = { name: 's.sales', title: 'Sales', type: 'number', role: 'measure' } as const;
const orders = { name: 's.orders', title: 'Orders', type: 'number', role: 'measure' } as const;
const range = { name: rangeColumn, type: 'string', role: 'dimension' } as const;
const rangeOf = (from: string, to: string) => `${from}T00:00:00.000 - ${to}T23:59:59.999`;
const [now, before] = [rangeOf('2026-03-01', '2026-04-30'), rangeOf('2026-01-01', '2026-02-28')];
const at = (day: string) => `${day}T00:00:00.000`;

describe('a comparison', () => {
  it('has each measure once for each range, by the place of buckets in their range', () => {
    const { columns, rows } = comparedTable({
      columns: [month, city, sales, orders, range],
      rows: [
        [at('2026-03-01'), 'Oslo', '1', '10', now],
        [at('2026-04-01'), 'Oslo', '2', '20', now],
        [at('2026-01-01'), 'Oslo', '3', '30', before],
        [at('2026-02-01'), 'Rome', '4', null, before],
      ],
    });
    expect(columns.map(({ name, title, comparedTo }) => [name, title, comparedTo])).toEqual([
      ['s.at.month', 'Month', undefined],
      ['s.city', 'City', undefined],
      ['s.sales', 'Sales, 2026-03-01 to 2026-04-30', undefined],
      ['s.sales~1', 'Sales, 2026-01-01 to 2026-02-28', 's.sales'],
      ['s.orders', 'Orders, 2026-03-01 to 2026-04-30', undefined],
      ['s.orders~1', 'Orders, 2026-01-01 to 2026-02-28', 's.orders'],
    ]);
    expect(rows).toEqual([
      [at('2026-03-01'), 'Oslo', '1', '3', '10', '30'],
      [at('2026-04-01'), 'Oslo', '2', null, '20', null],
      [at('2026-04-01'), 'Rome', null, '4', null, null],
    ]);
  });

  it('loses no row where days of a year, weeks or zones have no like', () => {
    const days = ['2024-02-28', '2024-02-29', '2024-03-01'];
    const table = comparedTable({
      columns: [{ ...month, name: 's.at.day', granularity: 'day' }, sales, range],
      rows: [
        [at('2025-02-28'), '1', rangeOf('2025-02-28', '2025-03-02')],
        ...days.map((day, index) => [at(day), String(index + 2), rangeOf('2024-02-28', '2024-03-01')]),
      ],
    });
    expect(table.rows).toEqual([
      [at('2025-02-28'), '1', '2'],
      [at('2025-03-01'), null, '3'],
      [at('2025-03-02'), null, '4'],
    ]);
    const weeks = comparedTable({
      columns: [{ ...month, granularity: 'week' }, sales, range],
      rows: [
        [at('2025-12-29'), '1', rangeOf('2026-01-01', '2026-01-31')],
        [at('2025-01-06'), '2', rangeOf('2025-01-01', '2025-01-31')],
      ],
    });
    expect(weeks.rows).toEqual([
      [at('2025-12-29'), '1', null],
      [at('2026-01-05'), null, '2'],
    ]);
  });

  it('says which range is which, also where one of them has no rows', () => {
    const rows = [['7', rangeOf('2025-01-01', '2025-12-31')]];
    const columns = [sales, range];
    const both = [rangeOf('2026-01-01', '2026-12-31'), rangeOf('2025-01-01', '2025-12-31')];
    const all = comparedTable({ columns, rows }, { ranges: both.map((text) => ({ text })) });
    expect([all.columns.map(({ title }) => title), all.rows]).toEqual([['Sales, 2026', 'Sales, 2025'], [[null, '7']]]);
    const alone = comparedTable({ columns, rows });
    expect([alone.columns.map(({ title }) => title), alone.rows]).toEqual([['Sales, 2025'], [['7']]]);
  });

  it('keeps the order of the query, and puts groups that only a later range has where their time is', () => {
    const [may, year] = [rangeOf('2026-01-01', '2026-12-31'), rangeOf('2025-01-01', '2025-12-31')];
    const ordered = (...days: readonly string[]) =>
      comparedTable({
        columns: [month, sales, range],
        rows: [...days.map((day) => [at(day), '1', may]), [at('2025-04-01'), '4', year], [at('2025-02-01'), '2', year]],
      }).rows.map(([day]) => String(day).slice(5, 7));
    expect(ordered('2026-05-01', '2026-03-01')).toEqual(['05', '04', '03', '02']);
    expect(ordered('2026-03-01', '2026-05-01')).toEqual(['02', '03', '04', '05']);
    expect(ordered('2026-03-01', '2026-05-01', '2026-01-01')).toEqual(['03', '05', '01', '04', '02']);
    expect(ordered('2026-03-01')).toEqual(['04', '03', '02']);
  });

  it('a year apart, has the same dates beside each other across the 29th of February', () => {
    const day = { ...month, name: 's.at.day', granularity: 'day' };
    const [then, later] = [rangeOf('2024-02-01', '2024-03-31'), rangeOf('2025-02-01', '2025-03-31')];
    const { rows } = comparedTable({
      columns: [day, sales, range],
      rows: [
        ...['2025-02-28', '2025-03-01'].map((each) => [at(each), each, later]),
        ...['2024-02-28', '2024-02-29', '2024-03-01'].map((each) => [at(each), each, then]),
      ],
    });
    expect(rows).toEqual([
      [at('2025-02-28'), '2025-02-28', '2024-02-28'],
      [at('2025-02-29'), null, '2024-02-29'],
      [at('2025-03-01'), '2025-03-01', '2024-03-01'],
    ]);
  });

  it('names buckets of which one range has another part than the other', () => {
    const week = { ...month, name: 's.at.week', granularity: 'week' };
    const [june, earlier] = [rangeOf('2026-06-01', '2026-06-30'), rangeOf('2025-06-01', '2025-06-30')];
    const { columns, rows } = comparedTable({
      columns: [week, sales, range],
      rows: [
        ...['2026-06-01', '2026-06-29'].map((each) => [at(each), '1', june]),
        ...['2025-05-26', '2025-06-02', '2025-06-30'].map((each) => [at(each), '1', earlier]),
      ],
    });
    expect(rows.map(([each]) => each)).toEqual(['2026-05-25', '2026-06-01', '2026-06-29'].map(at));
    expect(columns.map(({ unlike }) => unlike)).toEqual([undefined, undefined, [at('2026-05-25'), at('2026-06-29')]]);
    const months = comparedTable({
      columns: [month, sales, range],
      rows: [
        [at('2026-03-01'), '1', now],
        [at('2026-01-01'), '1', before],
      ],
    });
    expect(months.columns.some(({ unlike }) => unlike)).toBe(false);
  });

  it('moves the compared time alone, in all of its granularities', () => {
    const named = (name: string, granularity: string) => ({ ...month, name: `${name}.${granularity}`, granularity });
    const ranges = [now, before].map((text) => ({ text }));
    const of = (columns: readonly Column[], rows: readonly string[][]) =>
      comparedTable({ columns: [...columns, sales, range], rows }, { member: 's.at', ranges }).rows;
    const shipped = [named('s.shipped', 'month')];
    const same = [
      [at('2026-04-01'), '1', now],
      [at('2026-04-01'), '2', before],
    ];
    expect(of(shipped, same)).toEqual([[at('2026-04-01'), '1', '2']]);
    const both = [
      [at('2026-01-01'), at('2026-03-01'), '1', now],
      [at('2026-01-01'), at('2026-01-01'), '2', before],
    ];
    expect(of([named('s.at', 'year'), month], both)).toEqual([[at('2026-01-01'), at('2026-03-01'), '1', '2']]);
    const [winter, spring] = [rangeOf('2025-12-01', '2026-01-31'), rangeOf('2026-03-01', '2026-04-30')];
    const across = comparedTable({
      columns: [named('s.at', 'year'), month, sales, range],
      rows: [
        [at('2026-01-01'), at('2026-04-01'), '1', spring],
        [at('2026-01-01'), at('2026-01-01'), '2', winter],
        [at('2025-01-01'), at('2025-12-01'), '3', winter],
      ],
    });
    expect(across.rows).toEqual([
      [at('2026-01-01'), at('2026-03-01'), null, '3'],
      [at('2026-01-01'), at('2026-04-01'), '1', '2'],
    ]);
  });

  it('says of groups that a limit may have left out that they are not known', () => {
    const rows = [
      ['Oslo', '1', now],
      ['Rome', '2', before],
    ];
    const cut = (isCut: boolean) =>
      comparedTable({ columns: [city, sales, range], rows }, { ranges: [{ text: now }, { text: before, isCut }] });
    expect(cut(false).rows).toEqual([
      ['Oslo', '1', null],
      ['Rome', null, '2'],
    ]);
    expect(cut(true).rows).toEqual([
      ['Oslo', '1', '?'],
      ['Rome', null, '2'],
    ]);
    expect(cut(true).columns.map(({ title }) => title)).toEqual([
      'City',
      'Sales, 2026-03-01 to 2026-04-30',
      'Sales, 2026-01-01 to 2026-02-28 (not all rows)',
    ]);
  });

  it('stays as it came where a row is of no range', () => {
    const table = { columns: [sales, range], rows: [['1', before]] };
    expect(comparedTable(table, { ranges: [{ text: now }] })).toEqual(table);
  });

  it('stays as it came where its buckets cannot be counted, or nothing is compared', () => {
    const own = { columns: [{ ...month, granularity: 'fiscal' }, sales, range], rows: [[at('2026-03-01'), '1', now]] };
    expect(comparedTable(own)).toEqual(own);
    const plain = { columns: [city, sales], rows: [['Oslo', '1']] };
    expect(comparedTable(plain)).toEqual(plain);
    const odd = { columns: [sales, range], rows: [['1', 'never']] };
    expect(comparedTable(odd)).toEqual(odd);
  });
});

describe('a comparison of a range that is not over', () => {
  const part = (from: string, to: string) => `${from}T00:00:00.000 - ${to}T10:20:59.999`;
  const asOf = '2026-03-19 10:20:30';
  const labels = (columns: readonly Column[]) => columns.map((column) => column.title);

  it('says how much of it there is, and of the range before', () => {
    const ranges = [
      { text: part('2026-03-01', '2026-03-19'), wholeText: rangeOf('2026-03-01', '2026-03-31') },
      { text: part('2026-02-01', '2026-02-19'), wholeText: rangeOf('2026-02-01', '2026-02-28') },
    ];
    const rows = ranges.map(({ text }, index) => [String(index), text]);
    const { columns } = comparedTable({ columns: [sales, range], rows }, { ranges, asOf });
    expect(labels(columns)).toEqual(['Sales, 2026-03 so far, 19 of 31 days', 'Sales, 2026-02, 19 of 28 days']);
    expect(columns.some(({ isOtherPart }) => isOtherPart)).toBe(false);
  });

  it('counts hours of a day', () => {
    const of = (text: string, wholeText?: string) => ({ text, wholeText });
    const ranges = [
      of(part('2026-03-19', '2026-03-19'), rangeOf('2026-03-19', '2026-03-19')),
      of(part('2026-03-18', '2026-03-18'), rangeOf('2026-03-18', '2026-03-18')),
    ];
    const rows = ranges.map(({ text }, index) => [String(index), text]);
    expect(labels(comparedTable({ columns: [sales, range], rows }, { ranges, asOf }).columns)).toEqual([
      'Sales, 2026-03-19 so far, 11 of 24 hours',
      'Sales, 2026-03-18, 11 of 24 hours',
    ]);
  });

  it('with a range that was not cut is marked as one of other parts', () => {
    const ranges = [{ text: rangeOf('2026-03-01', '2026-03-31') }, { text: rangeOf('2025-03-01', '2025-03-31') }];
    const rows = ranges.map(({ text }, index) => [String(index), text]);
    const { columns } = comparedTable({ columns: [sales, range], rows }, { ranges, asOf });
    expect(labels(columns)).toEqual(['Sales, 2026-03 so far, 19 of 31 days', 'Sales, 2025-03']);
    expect(columns.map(({ isOtherPart }) => isOtherPart)).toEqual([undefined, true]);
    const over = comparedTable({ columns: [sales, range], rows }, { ranges, asOf: '2026-04-01 00:00:00' });
    expect(over.columns.some(({ isOtherPart }) => isOtherPart)).toBe(false);
  });

  it('that was cut is compared with no whole range that has more than it', () => {
    const first = (to: string) => ({ text: part('2026-03-01', to), wholeText: rangeOf('2026-03-01', '2026-03-31') });
    const february = { text: rangeOf('2026-02-01', '2026-02-28') };
    const before = { text: part('2026-02-01', '2026-02-10'), wholeText: february.text };
    const read = (ranges: readonly { readonly text: string; readonly wholeText?: string }[], read: string) => {
      const rows = ranges.map(({ text }) => [at(text.slice(0, 10)), '1', text]);
      const { columns } = comparedTable({ columns: [month, sales, range], rows }, { ranges, asOf: `${read} 10:20:30` });
      return columns.slice(1).map(({ isOtherPart, unlike }) => [isOtherPart === true, unlike !== undefined]);
    };
    const [same, other] = [
      [false, false],
      [true, true],
    ];
    expect(read([first('2026-03-10'), february], '2026-03-10')).toEqual([same, other]);
    expect(read([february, first('2026-03-10')], '2026-03-10')).toEqual([same, other]);
    expect(read([first('2026-03-10'), before, february], '2026-03-10')).toEqual([same, same, other]);
    expect(read([first('2026-03-30'), february], '2026-03-30')).toEqual([same, same]);
  });

  it('is over in its last minute, as it is for what cuts ranges', () => {
    const ranges = [{ text: rangeOf('2026-03-01', '2026-03-31') }, { text: rangeOf('2026-02-01', '2026-02-28') }];
    const rows = ranges.map(({ text }, index) => [String(index), text]);
    const read = (time: string) =>
      comparedTable({ columns: [sales, range], rows }, { ranges, asOf: `2026-03-31 ${time}` }).columns.map(
        ({ title, isOtherPart }) => [title, isOtherPart],
      );
    expect(read('23:59:30')).toEqual([
      ['Sales, 2026-03', undefined],
      ['Sales, 2026-02', undefined],
    ]);
    expect(read('23:58:59')).toEqual([
      ['Sales, 2026-03 so far, 31 of 31 days', undefined],
      ['Sales, 2026-02', true],
    ]);
  });

  it('has a last bucket that is like the other one, where both end at the same part, or at all there is', () => {
    const ranges = (to: string, other: { readonly text: string; readonly wholeText?: string }) => [
      { text: part('2026-03-01', to), wholeText: rangeOf('2026-03-01', '2026-03-31') },
      other,
    ];
    const unlike = (column: Column, all: ReturnType<typeof ranges>, days: readonly string[]) => {
      const rows = all.map(({ text }, index) => [at(days[index] ?? ''), '1', text]);
      return comparedTable({ columns: [column, sales, range], rows }, { ranges: all, asOf }).columns.at(-1)?.unlike;
    };
    const same = { text: part('2026-02-01', '2026-02-19'), wholeText: rangeOf('2026-02-01', '2026-02-28') };
    expect(unlike(month, ranges('2026-03-19', same), ['2026-03-01', '2026-02-01'])).toBeUndefined();
    const all = { text: rangeOf('2026-02-01', '2026-02-28') };
    expect(unlike(month, ranges('2026-03-30', all), ['2026-03-01', '2026-02-01'])).toBeUndefined();
    const week = { ...month, name: 's.at.week', granularity: 'week' };
    const weeks = unlike(week, ranges('2026-03-17', { ...same, text: part('2026-02-01', '2026-02-17') }), [
      '2026-03-16',
      '2026-02-16',
    ]);
    expect(weeks).toBeUndefined();
  });
});
