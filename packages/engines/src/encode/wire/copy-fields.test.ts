import pg from 'pg';
import { expect, it } from 'vitest';
import { encodeRows } from '../encode-rows.ts';
import { messagesIn, useServerMessages } from './server-messages-for-test.ts';
import type { CopyOptions, WireFraming } from './wire-encoding.ts';

const server = useServerMessages();

const texts = [
  ...[
    '',
    'plain',
    'a\tb',
    'a\nb',
    'a\rb',
    'a,b',
    'a|b',
    'a"b',
    "a'b",
    'back\\slash',
    '\\N',
    'NULL',
    '\\.',
    'ü\u{1f642}',
  ],
  ...['\b\f\v\u0001\u007f', '"', '""', '|', '~', 'x~y', ' a ', '\\"', 'a\r\nb', 'null'],
  null,
];

async function ours(
  framing: WireFraming,
  columns: readonly (readonly (string | null)[])[],
  copy: CopyOptions | undefined,
): Promise<readonly string[]> {
  const encoding = {
    format: 'wire',
    framing,
    columns: columns.map((_, output) => ({ name: `c${output}`, output, oid: 25, typmod: -1, isBinary: false })),
    ...(copy === undefined ? {} : { copy }),
  } as const;
  const batches = [{ rowCount: columns[0]?.length ?? 0, columns }];
  const { data } = await encodeRows({ columns: [], batches }, encoding, 2 ** 24);
  return messagesIn(Buffer.concat(data)).map((message) => message.toString('latin1'));
}

async function theirs(
  options: string,
  columns: readonly (readonly (string | null)[])[],
  type = 'text',
): Promise<readonly string[]> {
  const literal = (value: string | null | undefined) =>
    value === null || value === undefined ? 'NULL' : pg.escapeLiteral(value);
  const rows = columns[0]?.map(
    (_, row) => `(${columns.map((column) => `${literal(column[row])}::${type}`).join(',')})`,
  );
  const names = columns.map((_, index) => `c${index}`).join(',');
  const text = `COPY (SELECT * FROM (VALUES ${rows?.join(',')}) AS rows (${names})) TO STDOUT (${options})`;
  return (await server.messages(text, 'd')).map((message) => message.toString('latin1'));
}

it.each<[framing: 'copy-text' | 'copy-csv' | 'copy-binary', options: string, copy?: CopyOptions]>([
  ['copy-text', 'FORMAT text'],
  ['copy-text', "FORMAT text, DELIMITER '|', NULL 'NULL'", { delimiter: '|', nullText: 'NULL' }],
  ['copy-text', "FORMAT text, DELIMITER '~', NULL ''", { delimiter: '~', nullText: '' }],
  ['copy-text', "FORMAT text, DELIMITER ','", { delimiter: ',' }],
  ['copy-csv', 'FORMAT csv'],
  ['copy-csv', "FORMAT csv, DELIMITER '|', NULL 'NULL'", { delimiter: '|', nullText: 'NULL' }],
  ['copy-csv', "FORMAT csv, QUOTE '''', ESCAPE '\\'", { quote: "'", escape: '\\' }],
  ['copy-csv', "FORMAT csv, QUOTE '~'", { quote: '~' }],
  ['copy-csv', 'FORMAT csv, FORCE_QUOTE *', { forceQuote: 'all' }],
  ['copy-csv', 'FORMAT csv, FORCE_QUOTE (c1)', { forceQuote: ['c1'] }],
])('writes texts in %s (%s) as PostgreSQL does', async (framing, options, copy) => {
  const columns = [texts, texts.toReversed()];
  expect(await ours(framing, columns, copy)).toEqual(await theirs(options, columns));
  if (!options.includes('c1')) expect(await ours(framing, [texts], copy)).toEqual(await theirs(options, [texts]));
});

it('writes the rows of a binary COPY, without its head and tail', async () => {
  const [first = '', ...rows] = await theirs('FORMAT binary', [texts, texts.toReversed()]);
  const head = first.slice(5, 24); // in one message with the first row
  expect(head).toBe('PGCOPY\n\u00ff\r\n\0' + '\0'.repeat(8));
  const written = await ours('copy-binary', [texts, texts.toReversed()], undefined);
  expect(written.map((message) => message.slice(5))).toEqual([
    first.slice(24),
    ...rows.slice(0, -1).map((message) => message.slice(5)),
  ]);
});

it('escapes a delimiter that numbers and times contain, too', async () => {
  const values = ['-1', '-20', '3'];
  const encoding = {
    format: 'wire',
    framing: 'copy-csv',
    columns: [{ name: 'c0', output: 0, oid: 23, typmod: -1, isBinary: true }],
    copy: { delimiter: '-' },
  } as const;
  const { data } = await encodeRows({ columns: [], batches: [{ rowCount: 3, columns: [values] }] }, encoding, 2 ** 20);
  const lines = messagesIn(Buffer.concat(data)).map((message) => message.toString('latin1'));
  expect(lines).toEqual(await theirs("FORMAT csv, DELIMITER '-'", [values], 'integer'));
});

it('cuts pieces between messages, and never inside of one', async () => {
  const values = Array.from({ length: 20_000 }, (_, index) => 'x'.repeat(index % 100));
  const encoding = {
    format: 'wire',
    framing: 'rows',
    columns: [{ name: 'c0', output: 0, oid: 25, typmod: -1, isBinary: false }],
  } as const;
  const pieces: Uint8Array[] = [];
  const batches = [{ rowCount: values.length, columns: [values] }];
  const { data } = await encodeRows({ columns: [], batches }, encoding, 2 ** 24, {
    put: async (some) => void pieces.push(...some),
  });
  pieces.push(...data);
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.flatMap((piece) => messagesIn(Buffer.from(piece)).map((message) => message.length - 11))).toEqual(
    values.map(({ length }) => length),
  );
});
