import { describe, expect, it } from 'vitest';
import { csvBody, type CsvForm, type RowLines } from './csv-body.ts';

const columns = [
  { name: 'orders.status', title: '=Status', type: 'string', at: 0 },
  { name: 'orders.count', type: 'number', at: 1 },
  { name: 'range', type: 'string' },
] as const;

const piece = (rows: readonly unknown[], text = 'then'): RowLines => ({
  bytes: Buffer.from(rows.map((row) => `${JSON.stringify({ data: [row] })}\n`).join('')),
  text,
});

async function written(pieces: readonly RowLines[], form: Partial<CsvForm> = {}): Promise<string> {
  async function* lines() {
    yield* pieces;
  }
  const whole = { columns, isFormatted: false, locale: undefined, mostRows: 100, endOf: () => undefined, ...form };
  const parts: Uint8Array[] = [];
  for await (const part of csvBody(lines(), whole)) parts.push(part);
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
    const endOf = (rows: number) => (rows > 2 ? `The file ends here, of ${rows}` : undefined);
    const rows = ['a', 'b', 'c'].map((status) => [status, '1']);
    const text = await written([piece(rows.slice(0, 1)), piece(rows.slice(1))], { mostRows: 2, endOf });
    expect(text.trimEnd().split('\r\n').slice(1)).toEqual(['a,1,then', 'b,1,then', '"The file ends here, of 3"']);
    expect((await written([piece(rows.slice(0, 2))], { mostRows: 2, endOf })).trimEnd().split('\r\n')).toHaveLength(3);
  });

  it('ends with the error of its rows', async () => {
    async function* lines() {
      yield piece([['a', '1']]);
      throw new Error('the source is gone');
    }
    const body = csvBody(lines(), {
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
