import { describe, expect, it } from 'vitest';
import { csvBody, type CsvForm, type ChunkOfRows } from './csv-body.ts';

const columns = [
  { name: 'orders.status', title: '=Status', type: 'string', at: 0 },
  { name: 'orders.count', type: 'number', at: 1 },
  { name: 'range', type: 'string' },
] as const;

const piece = (rows: readonly unknown[], text = 'then', of = 0): ChunkOfRows => ({
  of,
  bytes: Buffer.from(rows.map((row) => `${JSON.stringify({ data: [row] })}\n`).join('')),
  text,
});

async function written(pieces: readonly ChunkOfRows[], form: Partial<CsvForm> = {}): Promise<string> {
  async function* lines(isFull: () => boolean) {
    for (const one of pieces) {
      yield one;
      if (isFull()) return;
    }
  }
  const whole = { columns, isFormatted: false, locale: undefined, mostRows: 100, endOf: () => undefined, ...form };
  const parts: Uint8Array[] = [];
  for await (const part of csvBody(lines, whole)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

describe('csvBody', () => {
  it('writes lines of all pieces, and what looks like a formula as a text', async () => {
    const text = await written([
      piece([
        ['=HYPERLINK("x")', '-12.50'],
        ['a,"b"', null],
      ]),
      piece([['+1', '=2']], 'later'),
    ]);
    expect(text).toBe(
      [
        "\ufeff'=Status,orders.count,range",
        '"\'=HYPERLINK(""x"")",-12.50,then',
        '"a,""b""",,then',
        "'+1,'=2,later",
        '',
      ].join('\r\n'),
    );
  });

  it('ends at the bound, and says so in its last line', async () => {
    const endOf = (counts: readonly number[]) => `Counted ${counts.join(' and ')}`;
    const rows = ['a', 'b', 'c', 'd'].map((status) => [status, '1']);
    const pieces = [piece(rows.slice(0, 1)), piece(rows, 'later', 1), piece(rows, 'last', 2)];
    const text = await written(pieces, { mostRows: 2, endOf });
    expect(text.trimEnd().split('\r\n').slice(1)).toEqual(['a,1,then', 'a,1,later', 'Counted 1 and 4']);
    const all = await written(pieces, { mostRows: 9, endOf });
    expect(all.trimEnd().split('\r\n').at(-1)).toBe('Counted 1 and 4 and 4');
  });

  it('writes times and numbers as the model says, all times of a column in the same parts', async () => {
    const shown = [
      { name: 'at', type: 'time', at: 0 },
      { name: 'share', type: 'number', format: 'percent', at: 1 },
    ] as const;
    const rows = [
      ['2024-01-01T00:00:00.000', '0.125'],
      ['2024-01-01T08:05:00.000', '-1'],
      [null, ''],
    ];
    const text = await written([piece(rows)], { columns: shown, isFormatted: true });
    expect(text.trimEnd().split('\r\n').slice(1)).toMatchInlineSnapshot(`
      [
        ""Jan 1, 2024, 12:00:00 AM",12.5%",
        ""Jan 1, 2024, 08:05:00 AM",−100%",
        ",",
      ]
    `);
  });

  it('ends with the error of its rows', async () => {
    async function* lines() {
      yield piece([['a', '1']]);
      throw new Error('the source is gone');
    }
    const body = csvBody(lines, {
      columns,
      isFormatted: false,
      locale: undefined,
      mostRows: 9,
      endOf: () => undefined,
    });
    await body.next();
    await body.next();
    await expect(body.next()).rejects.toThrow('the source is gone');
  });
});
