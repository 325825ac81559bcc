import { titleOf } from '@orrery/charts';
import { describe, expect, it } from 'vitest';
import { tableOfLine } from './table-of-line.ts';
import { tableOfResult } from './table-of-result.ts';
import { statementColumns } from './table-of-statement.ts';

const names = ['sales.shop_total', 'sales.web_total'];
const about = { shortTitle: 'Total', title: 'Sales Total', type: 'number' };

describe('columns with one title are told apart', () => {
  it.each([
    [
      'of a query',
      () => {
        const annotation = { measures: Object.fromEntries(names.map((name) => [name, about])) };
        const empty = { dimensions: {}, segments: {}, timeDimensions: {} };
        const result = { data: { members: names, dataset: [['1', '2']] }, annotation: { ...empty, ...annotation } };
        return tableOfResult(result as never, []).columns;
      },
    ],
    ['of a dashboard', () => tableOfLine({ columns: names.map((name) => ({ name, ...about })), rows: [] }).columns],
    [
      'of a statement',
      () => statementColumns({ schema: names.map((name) => ({ name, column_type: 'Int64', ...about })) }),
    ],
  ])('%s', (_, columns) => {
    expect(columns().map(titleOf)).toEqual(['Total (shop_total)', 'Total (web_total)']);
  });
});
