import { describe, expect, it } from 'vitest';
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
    const all = comparedTable({ columns, rows }, both);
    expect([all.columns.map(({ title }) => title), all.rows]).toEqual([['Sales, 2026', 'Sales, 2025'], [[null, '7']]]);
    const alone = comparedTable({ columns, rows });
    expect([alone.columns.map(({ title }) => title), alone.rows]).toEqual([['Sales, 2025'], [['7']]]);
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
