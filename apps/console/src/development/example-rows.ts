import type { AnswerTable } from '@orrery/embed';

type ExampleRows = AnswerTable['rows'];

export const hostile = '<img src=x onerror="stolen=1"> ‮evil {{constructor}}';

export const columns: AnswerTable['columns'] = [
  { name: 'sales.channel', shortTitle: 'Channel', type: 'string', role: 'dimension' },
  { name: 'sales.amount', shortTitle: 'Sales', type: 'number', role: 'measure', aggType: 'sum' },
];

/** Rows of the shapes that break pictures. */
export const shapes: readonly { readonly name: string; readonly rows: ExampleRows }[] = [
  { name: 'no rows', rows: [] },
  { name: 'one row', rows: [['Online', '12.5']] },
  {
    name: 'usual',
    rows: ['Online', 'Store', 'Partner', 'Phone', null].map((name, index) => [name, String(100 - index * 13)]),
  },
  {
    name: 'extreme',
    rows: [
      [hostile, '9007199254740993'],
      ['a'.repeat(10_000), '-0.000001'],
      ['', null],
      ['مرحبا', '1e308'],
    ],
  },
];
