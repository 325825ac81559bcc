import { columnarRowsSchema, compactRowsSchema, type ResponseFormat, rowsSchema } from '@orrery/contract';
import type { Batch } from '../engine.ts';
import { describe, expect, it } from 'vitest';
import { encodeRows } from './encode-rows.ts';
import { ResultTooLarge } from './result-too-large.ts';

const members = ['orders.status', 'orders.is_paid', 'orders.created_at.day', 'orders.count', 'orders.created_at'];
const keys = members.map((name, index) => ({ name, output: name === 'orders.created_at' ? 2 : index }));

const day = '2024-01-05T00:00:00.000';
const hostile = 'a"b\\c\n\u0000\ud83d\ude00\ud800é';

const batches: readonly Batch[] = [
  {
    rowCount: 2,
    columns: [
      ['new', hostile],
      [true, false],
      [day, null],
      ['700', '12.50'],
    ],
  },
  { rowCount: 0, columns: [[], [], [], []] },
  { rowCount: 1, columns: [[null], [null], [day], [null]] },
];

const columns = (['string', 'boolean', 'time', 'number'] as const).map((type) => ({ name: type, type }));

async function read(format: ResponseFormat, given: readonly Batch[], types = columns): Promise<unknown> {
  const { data } = await encodeRows({ columns: types, batches: given }, { keys, format }, 2 ** 24);
  return JSON.parse(Buffer.concat(data).toString());
}

describe('encodeRows', () => {
  it('writes rows, and a column under two names when two are requested', async () => {
    const rows = await read('default', batches);
    expect(rowsSchema.parse(rows)).toEqual([
      {
        'orders.status': 'new',
        'orders.is_paid': true,
        'orders.created_at.day': day,
        'orders.count': '700',
        'orders.created_at': day,
      },
      {
        'orders.status': hostile,
        'orders.is_paid': false,
        'orders.created_at.day': null,
        'orders.count': '12.50',
        'orders.created_at': null,
      },
      {
        'orders.status': null,
        'orders.is_paid': null,
        'orders.created_at.day': day,
        'orders.count': null,
        'orders.created_at': day,
      },
    ]);
  });

  it('writes compact rows', async () => {
    expect(compactRowsSchema.parse(await read('compact', batches))).toEqual({
      members,
      dataset: [
        ['new', true, day, '700', day],
        [hostile, false, null, '12.50', null],
        [null, null, day, null, day],
      ],
    });
  });

  it('writes columns', async () => {
    expect(columnarRowsSchema.parse(await read('columnar', batches))).toEqual({
      members,
      columns: [
        ['new', hostile, null],
        [true, false, null],
        [day, null, day],
        ['700', '12.50', null],
        [day, null, day],
      ],
    });
  });

  it.each([
    ['default', []],
    ['compact', { members: [], dataset: [] }],
    ['columnar', { members: [], columns: [] }],
  ] as const)('writes the empty form of %s', async (format, empty) => {
    expect(await read(format, [])).toEqual(empty);
    expect(await read(format, [{ rowCount: 0, columns: [[], [], [], []] }])).toEqual(empty);
  });

  it('writes texts as texts when the model promised another type', async () => {
    const texts = columns.map(({ name }) => ({ name, type: 'string' as const }));
    const batch = { rowCount: 1, columns: [[hostile], [hostile], [hostile], ['1","orders.secret":"2']] };
    expect(await read('compact', [batch], texts)).toMatchObject({
      dataset: [[hostile, hostile, hostile, '1","orders.secret":"2', hostile]],
    });
    expect(await read('default', [batch], texts)).toMatchObject([{ 'orders.count': '1","orders.secret":"2' }]);
  });

  it('reports a missing column instead of writing NULL', async () => {
    const batch = { rowCount: 1, columns: [['new'], [true], [day]] };
    await expect(read('default', [batch])).rejects.toThrow("no column for 'orders.count'");
  });

  it('refuses more bytes than an answer may have', async () => {
    const rowCount = 2048;
    const batch = { rowCount, columns: columns.map(() => Array(rowCount).fill('x'.repeat(100))) };
    for (const format of ['default', 'compact', 'columnar'] as const) {
      const encoding = { keys, format };
      const encoded = encodeRows({ columns, batches: Array(10).fill(batch) }, encoding, 2 ** 20);
      await expect(encoded).rejects.toEqual(new ResultTooLarge(2 ** 20));
    }
  });

  it('yields to other work while it writes many rows', async () => {
    const rowCount = 50_000;
    const big = { rowCount, columns: ['x'.repeat(20), true, day, '1'].map((value) => Array(rowCount).fill(value)) };
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const rows = await read('default', [big]);
    clearInterval(timer);
    expect(rows).toHaveLength(rowCount);
    expect(turns).toBeGreaterThan(3);
  });
});
