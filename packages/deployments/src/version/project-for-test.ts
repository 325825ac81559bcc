import { zipOfTexts } from './zip-for-test.ts';

/** A project whose one cube counts the numbers of a file, in an archive. */
export function projectOf(numbers: readonly number[], more: Readonly<Record<string, string>> = {}): Buffer {
  return zipOfTexts({
    'orrery.yml': [
      'data_sources:',
      '  default:',
      '    type: duckdb',
      '    allow: [data]',
      '    init:',
      "      - CREATE TEMP VIEW numbers AS SELECT * FROM 'data/numbers.csv'",
    ].join('\n'),
    'model/numbers.yml': [
      'cubes:',
      '  - name: numbers',
      '    sql_table: numbers',
      '    measures:',
      '      - { name: total, type: sum, sql: n }',
    ].join('\n'),
    'data/numbers.csv': `n\n${numbers.join('\n')}\n`,
    ...more,
  });
}
