import { describe, expect, it } from 'vitest';
import type { AnswerNode } from './graphql-messages.ts';
import { writeAnswer } from './write-rows.ts';

const row: readonly AnswerNode[] = [
  { kind: 'value', key: 'n', column: 'orders.code', as: 'number' },
  { kind: 'value', key: 't', column: 'orders.status', as: 'text' },
];

function written(dataset: readonly unknown[][], mostBytes = 1_000_000) {
  const data = Buffer.from(JSON.stringify({ members: ['orders.code', 'orders.status'], dataset }));
  const found = writeAnswer({ data, row, timezone: 'UTC', mostBytes });
  return found.kind === 'written' ? Buffer.from(found.json).toString() : found;
}

describe('rows', () => {
  it('have numbers as they are', () => {
    const digits = ['1.50', '-0.1', '9007199254740993', '1e21', '0'];
    const json = digits.map((each) => `{"n":${each},"t":"ü"}`).join(',');
    expect(written(digits.map((each) => [each, 'ü']))).toBe(`[${json}]`);
    expect(
      written([
        [null, null],
        [7, ''],
      ]),
    ).toBe('[{"n":null,"t":null},{"n":7,"t":""}]');
    expect(written([])).toBe('[]');
  });

  it.each(['007', 'NaN', 'Infinity', 'seven', '', '1,5', true])('of the number %s are not written', (value) => {
    expect(
      written([
        ['1', 'a'],
        [value, 'b'],
      ]),
    ).toEqual({ kind: 'no-number', member: 'orders.code' });
  });

  it('are written up to the bound in bytes, and no further', () => {
    const dataset = [['1', 'ü'.repeat(100_000)]];
    const length = Buffer.byteLength(String(written(dataset)));
    expect(written(dataset, length)).toHaveLength(length - 100_000);
    expect(written(dataset, length - 1)).toEqual({ kind: 'too-large' });
  });
});
