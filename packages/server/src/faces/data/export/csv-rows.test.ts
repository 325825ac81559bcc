import { csvLineOf, csvValue } from '@orrery/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvColumn, CsvRows } from './csv-rows.ts';

type Value = string | boolean | null;

const piece = fc.constantFrom(
  ...['a', 'B', '0', '7', ' ', '=', '+', '-', '@', ',', ';', '"', "'", '\\', '/', '\t', '\r', '\n', '\u0000', '\u001f'],
  ...['[', ']', '{', '}', ':', '.', 'e', 'E', 'é', '漢', '😀', '\u2028', '\u2029', '\ud800', '\ufeff', 'null', 'true'],
);
const number = fc.oneof(
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.constantFrom(
    '-',
    '-1',
    '-1.',
    '-.5',
    '-1e',
    '-1e+',
    '-1e-7',
    '-1E+9',
    '-1.5e3x',
    '+1',
    '1e',
    '-12.50',
    '-0',
    '--1',
    '-1,5',
  ),
);
const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''));
const value: fc.Arbitrary<Value> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Rows of lines, as `encodeRows` writes them. */
const linesOf = (lines: readonly (readonly (readonly Value[])[])[]) =>
  Buffer.from(lines.map((rows) => `${JSON.stringify({ data: rows })}\n`).join(''));

const table = fc
  .record({
    width: fc.integer({ min: 0, max: 8 }),
    lengths: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
  })
  .chain(({ width, lengths }) =>
    fc.record({
      lines: fc.tuple(
        ...lengths.map((length) =>
          fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: length, maxLength: length }),
        ),
      ),
      columns: fc.array(
        fc.record({
          name: fc.constant('name'),
          type: fc.constantFrom('string', 'number', 'boolean', 'time'),
          at: fc.option(fc.integer({ min: 0, max: width }), { nil: undefined }),
        }),
        { maxLength: 6 },
      ),
      most: fc.integer({ min: 1, max: 4 }),
      shown: fc.integer({ min: 0, max: 20 }),
      text: fc.option(text, { nil: undefined }),
    }),
  );

describe('CsvRows', () => {
  it('writes what the values of the rows are written as, one by one', () => {
    fc.assert(
      fc.property(table, ({ lines, columns, most, shown, text: given }) => {
        const file: readonly CsvColumn[] = columns.map(({ at, ...column }) =>
          at === undefined ? column : { ...column, at },
        );
        const rows = new CsvRows(file);
        rows.open(linesOf(lines));
        const parts: Uint8Array[] = [];
        let count = 0;
        for (;;) {
          const { csv, rowCount } = rows.write(most, shown - count, given);
          parts.push(csv);
          count += rowCount;
          if (rowCount < most) break;
        }
        const all = lines.flat();
        const expected = all
          .slice(0, shown)
          .map((row) =>
            csvLineOf(
              file.map(({ at, type }) =>
                csvValue(at === undefined ? (given ?? null) : (row[at] ?? null), type === 'number'),
              ),
            ),
          );
        expect(count).toBe(all.length);
        expect(Buffer.concat(parts).equals(Buffer.from(expected.join('')))).toBe(true);
      }),
      { numRuns: Number(process.env['ORRERY_PROVE_RUNS'] ?? 2_000) },
    );
  });

  it('writes rows of many columns, and texts of many bytes', () => {
    const row = Array.from({ length: 300 }, (_, index) => (index % 7 === 0 ? '"\n'.repeat(40_000) : `,${index}`));
    const columns = row.map((_, at) => ({ name: String(at), type: 'string', at }));
    const rows = new CsvRows(columns);
    rows.open(linesOf([[row, row]]));
    const { csv, rowCount } = rows.write(10, 10, undefined);
    const line = csvLineOf(row.map((each) => csvValue(each, false)));
    expect(rowCount).toBe(2);
    expect(Buffer.from(csv).equals(Buffer.from(line + line))).toBe(true);
  });
});
